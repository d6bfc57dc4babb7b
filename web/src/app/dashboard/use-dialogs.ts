import type { Registration } from '@g2/gateway/contract/registrations';
import { useMemo, useState } from 'react';

/** The one dialog that is open, and what it is about. */
export type OpenDialog =
  | { readonly name: 'pay' | 'details' | 'remove'; readonly registration: Registration }
  | { readonly name: 'buy' | 'statement' }
  | null;

export interface ShowDialog {
  readonly pay: (registration: Registration) => void;
  readonly details: (registration: Registration) => void;
  readonly remove: (registration: Registration) => void;
  readonly buy: () => void;
  readonly statement: () => void;
  readonly none: () => void;
}

/** The dashboard's dialogs, one at a time. The functions stay the same, so that the cards that hold them need not be drawn again. */
export function useDialogs(): { open: OpenDialog; show: ShowDialog } {
  const [open, setOpen] = useState<OpenDialog>(null);
  const show = useMemo<ShowDialog>(
    () => ({
      pay: (registration) => setOpen({ name: 'pay', registration }),
      details: (registration) => setOpen({ name: 'details', registration }),
      remove: (registration) => setOpen({ name: 'remove', registration }),
      buy: () => setOpen({ name: 'buy' }),
      statement: () => setOpen({ name: 'statement' }),
      none: () => setOpen(null),
    }),
    [],
  );
  return { open, show };
}
