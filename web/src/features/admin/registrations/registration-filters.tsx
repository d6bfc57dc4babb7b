import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListParams } from '../../../lib/list-params.ts';
import listClasses from '../../../ui/record-list.module.css';
import { SearchBox } from '../../../ui/search-box.tsx';
import classes from '../admin.module.css';
import { texts } from '../texts.ts';

const t = texts.registrations;
const ANY = 'any';
const OPTIONS = [
  { value: ANY, label: t.anyStatus },
  ...REGISTRATION_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] })),
];

/** Search and status filter above a list of registrations, and what else stands there. */
export function RegistrationFilters({ params, children }: { params: ListParams; children?: ReactNode }) {
  const status = params.get('status');
  return (
    <div className={listClasses.toolbar}>
      <SearchBox
        label={t.search}
        placeholder={t.placeholder}
        value={params.typed}
        onChange={params.setTyped}
      />
      <Select
        className={classes.filter}
        aria-label={t.filter}
        data={OPTIONS}
        value={status === '' ? ANY : status}
        onChange={(value) => params.setFilter('status', value === ANY || value === null ? '' : value)}
      />
      {children}
    </div>
  );
}
