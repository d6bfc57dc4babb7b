import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { onOtherAccount, onUnauthorized } from '../lib/http.ts';
import { endSession, rereadUser, watchIdentity } from '../lib/session.ts';
import { clearToast } from '../ui/toast-store.ts';

interface ProvidersProps {
  readonly client: QueryClient;
  readonly children: ReactNode;
}

/** Provides the query cache to all screens, and follows the session. */
export function Providers({ client, children }: ProvidersProps) {
  useEffect(() => {
    // An ended session clears the user; the guards then redirect to /auth, and back after sign-in.
    onUnauthorized(() => endSession(client));
    // While the user is reloaded after a refusal, the toast reports that refusal and must stay.
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
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
