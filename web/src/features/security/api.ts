import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { linkCalls } from '@g2/gateway/contract/gen/calls/links';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { rereadUser } from '../../lib/session.ts';

export const factorsQuery = queryOptions({
  queryKey: [factorCalls.getFactors.path],
  queryFn: ({ signal }) => call(factorCalls.getFactors, { signal }),
});

export const passkeysQuery = queryOptions({
  queryKey: [factorCalls.listPasskeys.path],
  queryFn: ({ signal }) => call(factorCalls.listPasskeys, { signal }),
});

/** Accounts of identity providers that can sign in to the user's account. */
export const linksQuery = queryOptions({
  queryKey: [linkCalls.listLinks.path],
  queryFn: ({ signal }) => call(linkCalls.listLinks, { signal }),
});

/** Called with new recovery codes, which must be shown to the user. */
export type ShowRecoveryCodes = (codes: readonly string[]) => void;

/**
 * Mutation of the account's second factors. Afterwards refetches the factors and the user, and removes failed queries.
 * The refetch is not awaited, because it may unmount the form that still has to show the result.
 */
export function useFactorChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
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
