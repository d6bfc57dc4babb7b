import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Select } from '@mantine/core';
import type { ListParams } from '../../../lib/list-params.ts';
import { texts } from '../texts.ts';
import classes from './registrations.module.css';

const ANY = 'any';
const OPTIONS = [
  { value: ANY, label: texts.registrations.anyStatus },
  ...REGISTRATION_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] })),
];

/** Which status a list of registrations shows; kept in the address. */
export function StatusFilter({ params }: { params: Pick<ListParams, 'get' | 'setFilter'> }) {
  const status = params.get('status');
  return (
    <Select
      className={classes.filter ?? ''}
      aria-label={texts.registrations.filter}
      data={OPTIONS}
      value={status === '' ? ANY : status}
      onChange={(value) => params.setFilter('status', value === ANY || value === null ? '' : value)}
    />
  );
}
