import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, StrictMode, useEffect } from 'react';
import { onOtherAccount, onUnauthorized } from '../lib/http.ts';
import { endSession, rereadUser, watchIdentity } from '../lib/session.ts';
import { clearToast } from '../ui/toast-store.ts';
import { AppRoutes } from './router.tsx';

interface AppProps {
  readonly client: QueryClient;
  /** A browser router, or a static router while a page is prerendered. */
  readonly router: ComponentType<{ children: ReactNode }>;
}

/** The whole application. The browser and the prerender use this same tree, so that hydration matches the HTML. */
export const App = (props: AppProps) => (
  <StrictMode>
    <AppTree {...props} />
  </StrictMode>
);

/** The application without React's strict mode, for screen tests. Handles changes of the session. */
export function AppTree({ client, router: Router }: AppProps) {
  useEffect(() => {
    // An ended session clears the user; the guards then redirect to /auth, and back after sign-in.
    onUnauthorized(() => endSession(client));
    // While the user is reloaded after a refused call, the toast about the refusal must stay.
    let isReloadingUser = false;
    onOtherAccount(() => {
      clearToast();
      isReloadingUser = true;
      const endReload = () => {
        isReloadingUser = false;
      };
      rereadUser(client).then(endReload, endReload);
    });
    return watchIdentity(client, () => isReloadingUser || clearToast());
  }, [client]);
  return (
    <QueryClientProvider client={client}>
      <Router>
        <AppRoutes />
      </Router>
    </QueryClientProvider>
  );
}
