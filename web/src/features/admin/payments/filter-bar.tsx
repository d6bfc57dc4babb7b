import { Select } from '@mantine/core';
import type { ListParams } from '../../../lib/list-params.ts';
import listClasses from '../../../ui/record-list.module.css';
import adminClasses from '../admin.module.css';

const ANY = 'any';

interface Filter {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  /** What is shown when nothing is filtered. */
  readonly any: string;
  /** '' for any. */
  readonly value: string;
  /** What can be chosen, by value. */
  readonly names: Readonly<Record<string, string>>;
}

interface FilterBarProps {
  readonly params: Pick<ListParams, 'setFilter'>;
  readonly filters: readonly Filter[];
}

/** The filters of a list, kept in the address. */
export function FilterBar(props: FilterBarProps) {
  return (
    <div className={listClasses.toolbar}>
      <FilterSelects {...props} />
    </div>
  );
}

/** The same among other tools. */
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
