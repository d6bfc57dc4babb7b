import { Select } from '@mantine/core';
import type { ListParams } from '../../../lib/list-params.ts';
import listClasses from '../../../ui/record-list.module.css';
import adminClasses from '../admin.module.css';

const ANY = 'any';

interface Filter {
  /** Name of the URL parameter. */
  readonly name: string;
  readonly label: string;
  /** Label of the option that filters nothing. */
  readonly any: string;
  /** The chosen option; '' filters nothing. */
  readonly value: string;
  /** Labels of the options by value. */
  readonly names: Readonly<Record<string, string>>;
}

interface FilterBarProps {
  readonly params: Pick<ListParams, 'setFilter'>;
  readonly filters: readonly Filter[];
}

/** The filters of a list, kept in the URL. */
export function FilterBar(props: FilterBarProps) {
  return (
    <div className={listClasses.toolbar}>
      <FilterSelects {...props} />
    </div>
  );
}

/** The filters without a toolbar, for use in a larger one. */
export function FilterSelects({ params, filters }: FilterBarProps) {
  return (
    <>
      {filters.map(({ name, label, any, value, names }) => (
        <Select
          key={name}
          className={adminClasses.filter}
          aria-label={label}
          data={[
            { value: ANY, label: any },
            ...Object.entries(names).map(([choice, text]) => ({ value: choice, label: text })),
          ]}
          value={value === '' ? ANY : value}
          onChange={(choice) => params.setFilter(name, choice === ANY || choice === null ? '' : choice)}
        />
      ))}
    </>
  );
}
