import { linkCalls } from '@g2/gateway/contract/gen/calls/links';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** External identity providers for sign-in, in display order. */
export const providersQuery = queryOptions({
  queryKey: [linkCalls.listProviders.path],
  queryFn: ({ signal }) => call(linkCalls.listProviders, { signal }),
  // The providers can change only when the server restarts.
  staleTime: 300_000,
});
