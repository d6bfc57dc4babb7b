import { useEffect, useRef, useState } from 'react';
import { onConfirmationNeeded } from '../../lib/confirmation.ts';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';

interface Asked {
  readonly answer: (isConfirmed: boolean) => void;
}

/** Where the dialog's code cannot be had, the call stays refused. */
function Unasked({ answer }: Asked) {
  useEffect(() => answer(false), [answer]);
  return null;
}

// Nobody needs its code before they are asked.
const ConfirmDialog = lazyWithPreload<Asked>(
  () =>
    import('./confirm-dialog.tsx').then(
      (m) => m.ConfirmDialog,
      () => Unasked,
    ),
  null,
);

/** Asks, over whatever is open, when a call needs to know that it is still the same person. */
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
    // Esc reaches every dialog in the order in which they came to be: this stood before any, and answers it alone.
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
