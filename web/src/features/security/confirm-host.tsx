import { useEffect, useRef, useState } from 'react';
import { onConfirmationNeeded } from '../../lib/confirmation.ts';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';

interface Asked {
  readonly answer: (isConfirmed: boolean) => void;
}

/** Used when the dialog's code cannot be loaded: declines the confirmation, so the call stays refused. */
function Unasked({ answer }: Asked) {
  useEffect(() => answer(false), [answer]);
  return null;
}

// Loaded only when a confirmation is first needed.
const ConfirmDialog = lazyWithPreload<Asked>(
  () =>
    import('./confirm-dialog.tsx').then(
      (m) => m.ConfirmDialog,
      () => Unasked,
    ),
  null,
);

/** Shows the identity confirmation above all other dialogs when a call requires it. */
export function ConfirmHost() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = useRef<Asked>(null);
  useEffect(() => {
    const show = (now: Asked | null) => {
      open.current = now;
      setAsked(now);
    };
    onConfirmationNeeded(
      () =>
        new Promise<boolean>((resolve) => {
          const answer = (isConfirmed: boolean) => {
            show(null);
            resolve(isConfirmed);
          };
          show({ answer });
        }),
    );
    // Esc listeners of dialogs run in order of registration. This one is registered first and stops the others.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.current === null) return;
      event.stopImmediatePropagation();
      open.current.answer(false);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return asked && <ConfirmDialog {...asked} />;
}
