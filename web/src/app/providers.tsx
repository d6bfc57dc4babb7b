import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { onOtherAccount, onUnauthorized } from '../lib/http.ts';
import { endSession, rereadUser, watchIdentity } from '../lib/session.ts';
import { clearToast } from '../ui/toast-store.ts';
import { Toasts } from '../ui/toasts.tsx';

interface ProvidersProps {
  readonly client: QueryClient;
  readonly children: ReactNode;
}

/** What the screens stand on: data cache, toasts. */
export function Providers({ client, children }: ProvidersProps) {
  useEffect(() => {
    // An ended session empties the user; the guards then lead to /auth and back.
    onUnauthorized(() => endSession(client));
    // What is shown between the refusal and the new reading tells of the refusal, and has to stay.
    let isRefused = false;
    onOtherAccount(() => {
      clearToast();
      isRefused = true;
      const settled = () => {
        isRefused = false;
      };
      rereadUser(client).then(settled, settled);
    });
    return watchIdentity(client, () => isRefused || clearToast());
  }, [client]);
  return (
    <>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
      <Toasts />
    </>
  );
}
