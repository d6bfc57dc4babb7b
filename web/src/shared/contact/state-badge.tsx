import type { ContactState } from '@g2/gateway/contract/contacts';
import clsx from 'clsx';

const STATE_NAMES: Readonly<Record<ContactState, string>> = {
  open: 'Aberto',
  answered: 'Respondido',
  closed: 'Encerrado',
};

export const StateBadge = ({ state }: { readonly state: ContactState }) => (
  <span
    className={clsx(
      'g2-badge flex-none',
      state === 'open' ? 'bg-accent-soft text-accent' : 'bg-sunken text-muted',
    )}
  >
    {STATE_NAMES[state]}
  </span>
);
