import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, StrictMode } from 'react';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router.tsx';

interface AppProps {
  readonly client: QueryClient;
  /** A browser router, or a static one while a page is prerendered. */
  readonly router: ComponentType<{ children: ReactNode }>;
}

/** The whole application. The browser and the prerender use this same tree, so that hydration matches the HTML. */
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
