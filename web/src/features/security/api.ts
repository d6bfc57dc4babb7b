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

/** The provider accounts that can sign in to the user's account. */
export const linksQuery = queryOptions({
  queryKey: [linkCalls.listLinks.path],
  queryFn: ({ signal }) => call(linkCalls.listLinks, { signal }),
});

/** Shows new recovery codes. */
export type ShowCodes = (codes: readonly string[]) => void;

/**
 * A change of the account's factors. Afterwards refetches factors and user and drops failed queries; not awaited,
 * because the refetch may unmount the form that still has to show its result.
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
