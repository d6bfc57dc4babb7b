import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { useColorScheme } from '../lib/color-scheme.ts';
import { onUnauthorized } from '../lib/http.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { userQuery } from '../lib/session.ts';
import { Toasts } from '../ui/toasts.tsx';
import { resolveVariables, theme } from './theme.ts';

/** Everything the screens stand on: theme, data cache, router, toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  const [client] = useState(createQueryClient);
  useEffect(() => {
    // An ended session empties the user; the guards then lead to /auth and back.
    onUnauthorized(() => client.setQueryData(userQuery.queryKey, null));
  }, [client]);
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} cssVariablesResolver={resolveVariables}>
      <QueryClientProvider client={client}>
        <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
      </QueryClientProvider>
      <Toasts />
    </MantineProvider>
  );
}
