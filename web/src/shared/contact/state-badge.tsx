import type { ContactState } from '@g2/gateway/contract/contacts';
import classes from './state-badge.module.css';

const STATE_NAMES: Readonly<Record<ContactState, string>> = {
  open: 'Aberto',
  answered: 'Respondido',
  closed: 'Encerrado',
};

export const StateBadge = ({ state }: { readonly state: ContactState }) => (
  <span className={classes.state} data-open={state === 'open' || undefined}>
    {STATE_NAMES[state]}
  </span>
);
