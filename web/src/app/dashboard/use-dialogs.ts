import type { Registration } from '@g2/gateway/contract/registrations';
import { useMemo, useState } from 'react';

/** The open dialog and its registration. The details dialog is not included, because the URL holds its state. */
export type OpenDialog =
  | { readonly name: 'pay' | 'remove'; readonly registration: Registration }
  | { readonly name: 'buy' | 'contact' }
  | null;

/** Functions that open a dialog, and one that closes it. */
export interface DialogControls {
  readonly pay: (registration: Registration) => void;
  readonly remove: (registration: Registration) => void;
  readonly buy: () => void;
  readonly contact: () => void;
  /** Closes `dialog` if it is the open one; a dialog opened since then stays open. */
  readonly close: (dialog: OpenDialog) => void;
}

/** The open dialog after `closedDialog` has closed: none, or another dialog that was opened since then. */
export const dialogAfterClosing = (openDialog: OpenDialog, closedDialog: OpenDialog): OpenDialog =>
  openDialog === closedDialog ? null : openDialog;

/** The dashboard's dialogs, one open at a time. The functions are stable, so that memoized cards do not rerender. */
export function useDialogs(): { openDialog: OpenDialog; dialogs: DialogControls } {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const dialogs = useMemo<DialogControls>(
    () => ({
      pay: (registration) => setOpenDialog({ name: 'pay', registration }),
      remove: (registration) => setOpenDialog({ name: 'remove', registration }),
      buy: () => setOpenDialog({ name: 'buy' }),
      contact: () => setOpenDialog({ name: 'contact' }),
      close: (dialog) => setOpenDialog((current) => dialogAfterClosing(current, dialog)),
    }),
    [],
  );
  return { openDialog, dialogs };
}
