import { useEffect, useRef, useState } from 'react';
import { onConfirmationNeeded } from '../../lib/confirmation.ts';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';

interface Prompt {
  readonly answer: (isConfirmed: boolean) => void;
}

/** Used when the dialog's code cannot be loaded: declines the confirmation, so the call stays refused. */
function DeclinedPrompt({ answer }: Prompt) {
  useEffect(() => answer(false), [answer]);
  return null;
}

// Loaded only when a confirmation is first needed.
const ConfirmDialog = lazyWithPreload<Prompt>(
  () =>
    import('./confirm-dialog.tsx').then(
      (m) => m.ConfirmDialog,
      () => DeclinedPrompt,
    ),
  null,
);

/** Shows the identity confirmation above all other dialogs when a call requires it. */
export function ConfirmHost() {
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const open = useRef<Prompt>(null);
  useEffect(() => {
    const show = (now: Prompt | null) => {
      open.current = now;
      setPrompt(now);
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
  return prompt && <ConfirmDialog {...prompt} />;
}
