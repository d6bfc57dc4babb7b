import { linkRoutes } from '@g2/gateway/contract/routes/links';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** The external identity providers one can come by, in the order they are offered. */
export const providersQuery = queryOptions({
  queryKey: [linkRoutes.listProviders.path],
  queryFn: ({ signal }) => call(linkRoutes.listProviders, { signal }),
  // A change of the configuration is a new start of the server.
  staleTime: 300_000,
});
