import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, StrictMode } from 'react';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router.tsx';

interface AppProps {
  readonly client: QueryClient;
  /** The browser's router, or one that stands still while the build renders. */
  readonly router: ComponentType<{ children: ReactNode }>;
}

/** The whole application: the same tree in the browser and in the build that renders the landing page. */
export function App({ client, router: Router }: AppProps) {
  return (
    <StrictMode>
      <Providers client={client}>
        <Router>
          <AppRoutes />
        </Router>
      </Providers>
    </StrictMode>
  );
}
