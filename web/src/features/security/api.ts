import { factorRoutes } from '@g2/gateway/contract/routes/factors';
import { linkRoutes } from '@g2/gateway/contract/routes/links';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { rereadUser } from '../../lib/session.ts';

export const factorsQuery = queryOptions({
  queryKey: [factorRoutes.getFactors.path],
  queryFn: ({ signal }) => call(factorRoutes.getFactors, { signal }),
});

export const passkeysQuery = queryOptions({
  queryKey: [factorRoutes.listPasskeys.path],
  queryFn: ({ signal }) => call(factorRoutes.listPasskeys, { signal }),
});

/** The provider accounts that can sign in to the user's account. */
export const linksQuery = queryOptions({
  queryKey: [linkRoutes.listLinks.path],
  queryFn: ({ signal }) => call(linkRoutes.listLinks, { signal }),
});

/**
 * A change of the account's factors. Afterwards refetches factors and user and drops failed queries; not awaited,
 * because the refetch may unmount the form that still has to show its result.
 */
export function useFactorChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: factorsQuery.queryKey });
      void client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      rereadUser(client).catch(() => undefined);
      client.removeQueries({ predicate: (query) => query.state.status === 'error' && !query.isActive() });
    },
  });
}
