import type { Registration } from '@g2/gateway/contract/registrations';
import { useMemo, useState } from 'react';

/** The one dialog that is open beside the details, which stand in the address; and what it is about. */
export type OpenDialog =
  | { readonly name: 'pay' | 'remove'; readonly registration: Registration }
  | { readonly name: 'buy' | 'statement' | 'contact' }
  | null;

export interface ShowDialog {
  readonly pay: (registration: Registration) => void;
  readonly remove: (registration: Registration) => void;
  readonly buy: () => void;
  readonly statement: () => void;
  readonly contact: () => void;
  /** Closes this dialog; another that has been opened since stays. */
  readonly close: (dialog: OpenDialog) => void;
}

/** What is open once `dialog` has been closed: whatever was opened since it stays. */
export const afterClosing = (now: OpenDialog, dialog: OpenDialog): OpenDialog =>
  now === dialog ? null : now;

/** The dashboard's dialogs, one at a time. The functions stay the same, so that the cards that hold them need not be drawn again. */
export function useDialogs(): { open: OpenDialog; show: ShowDialog } {
  const [open, setOpen] = useState<OpenDialog>(null);
  const show = useMemo<ShowDialog>(
    () => ({
      pay: (registration) => setOpen({ name: 'pay', registration }),
      remove: (registration) => setOpen({ name: 'remove', registration }),
      buy: () => setOpen({ name: 'buy' }),
      statement: () => setOpen({ name: 'statement' }),
      contact: () => setOpen({ name: 'contact' }),
      close: (dialog) => setOpen((now) => afterClosing(now, dialog)),
    }),
    [],
  );
  return { open, show };
}
