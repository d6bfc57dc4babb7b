import { linkRoutes } from '@g2/gateway/contract/routes/links';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** The external identity providers for sign-in, in display order. */
export const providersQuery = queryOptions({
  queryKey: [linkRoutes.listProviders.path],
  queryFn: ({ signal }) => call(linkRoutes.listProviders, { signal }),
  // The providers can change only when the server restarts.
  staleTime: 300_000,
});
