import { useEffect, useRef, useState } from 'react';
import { onConfirmationNeeded } from '../../lib/confirmation.ts';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';

interface IdentityRequest {
  readonly respond: (isConfirmed: boolean) => void;
}

/** Replaces the dialog when its code cannot be loaded. Declines the confirmation, so the call stays refused. */
function DeclinedConfirmation({ respond }: IdentityRequest) {
  useEffect(() => respond(false), [respond]);
  return null;
}

// The dialog's code is loaded at the first confirmation.
const IdentityDialog = lazyWithPreload<IdentityRequest>(
  () =>
    import('./confirm-dialog.tsx').then(
      (m) => m.IdentityDialog,
      () => DeclinedConfirmation,
    ),
  null,
);

/** Shows the identity dialog above all other dialogs when an API call requires a confirmation. */
export function ConfirmHost() {
  const [request, setRequest] = useState<IdentityRequest | null>(null);
  const openRequest = useRef<IdentityRequest>(null);
  useEffect(() => {
    const show = (newRequest: IdentityRequest | null) => {
      openRequest.current = newRequest;
      setRequest(newRequest);
    };
    onConfirmationNeeded(
      () =>
        new Promise<boolean>((resolve) => {
          const respond = (isConfirmed: boolean) => {
            show(null);
            resolve(isConfirmed);
          };
          show({ respond });
        }),
    );
    // This listener is registered before the listeners of the dialogs, so it runs first and can stop them.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || openRequest.current === null) return;
      event.stopImmediatePropagation();
      openRequest.current.respond(false);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return request && <IdentityDialog {...request} />;
}
