import type { Registration } from '@g2/gateway/contract/registrations';
import { useMemo, useState } from 'react';

/** The open dialog and its registration. The details dialog is not included, because the URL holds its state. */
export type OpenDialog =
  | { readonly name: 'pay' | 'remove'; readonly registration: Registration }
  | { readonly name: 'buy' | 'contact' }
  | null;

export interface DialogControls {
  readonly pay: (registration: Registration) => void;
  readonly remove: (registration: Registration) => void;
  readonly buy: () => void;
  readonly contact: () => void;
  /** Closes `dialog` if it is the open one; a dialog opened since then stays open. */
  readonly close: (dialog: OpenDialog) => void;
}

/** The open dialog after `dialog` has closed: none, or the dialog opened since then. */
export const afterClosing = (now: OpenDialog, dialog: OpenDialog): OpenDialog =>
  now === dialog ? null : now;

/** The dashboard's dialogs, one open at a time. The functions are stable, so that memoized cards do not rerender. */
export function useDialogs(): { open: OpenDialog; show: DialogControls } {
  const [open, setOpen] = useState<OpenDialog>(null);
  const show = useMemo<DialogControls>(
    () => ({
      pay: (registration) => setOpen({ name: 'pay', registration }),
      remove: (registration) => setOpen({ name: 'remove', registration }),
      buy: () => setOpen({ name: 'buy' }),
      contact: () => setOpen({ name: 'contact' }),
      close: (dialog) => setOpen((now) => afterClosing(now, dialog)),
    }),
    [],
  );
  return { open, show };
}
