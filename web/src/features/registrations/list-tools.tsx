import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { ActionIcon, Select } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import type { ListParams } from '../../lib/list-params.ts';
import type { OwnList } from '../../shared/registration/api.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import classes from './list.module.css';
import { texts } from './texts.ts';
import type { Look } from './use-own-list.ts';

const t = texts.list;

interface ListToolsProps {
  readonly params: ListParams;
  readonly list: OwnList;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

const LOOKS = { cards: IconLayoutGrid, rows: IconList } as const satisfies Record<Look, typeof IconList>;

/** Search, status filter and order of the user's registrations, stored in the URL, and their layout. */
export function ListTools({ params, list, look, onLook }: ListToolsProps) {
  return (
    <div className={classes.tools}>
      <SearchBox
        label={t.search}
        placeholder={t.placeholder}
        value={params.typed}
        onChange={params.setTyped}
      />
      <Select
        className={classes.choice ?? ''}
        aria-label={t.status}
        data={[
          { value: '', label: t.anyStatus },
          ...REGISTRATION_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] })),
        ]}
        value={list.status}
        allowDeselect={false}
        onChange={(value) => params.setFilter('status', value ?? '')}
      />
      <Select
        className={classes.choice ?? ''}
        aria-label={t.sort}
        data={Object.entries(t.sorts).map(([value, label]) => ({ value, label }))}
        value={list.sort in t.sorts ? list.sort : ''}
        allowDeselect={false}
        onChange={(value) => params.setSort(value ?? '')}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that belong together, no field of a form. */}
      <div role="group" aria-label={t.look} className={classes.looks}>
        {(['cards', 'rows'] as const).map((one) => {
          const Icon = LOOKS[one];
          return (
            <ActionIcon
              key={one}
              size={36}
              variant={one === look ? 'light' : 'subtle'}
              color={one === look ? 'green' : 'gray'}
              aria-label={t.looks[one]}
              aria-pressed={one === look}
              title={t.looks[one]}
              onClick={() => onLook(one)}
            >
              <Icon size={20} aria-hidden />
            </ActionIcon>
          );
        })}
      </div>
    </div>
  );
}
