import type { CreateTokenBody } from '@g2/gateway/contract/api-tokens';
import { apiTokenCalls } from '@g2/gateway/contract/gen/calls/api-tokens';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** Refetched on every visit, because programs may have used the tokens. */
export const tokensQuery = queryOptions({
  queryKey: [apiTokenCalls.listApiTokens.path],
  queryFn: ({ signal }) => call(apiTokenCalls.listApiTokens, { signal }),
  staleTime: 0,
});

/** Creates a token. Only this response contains its plain text; `gcTime: 0` removes it when the dialog closes. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateTokenBody) => call(apiTokenCalls.createApiToken, { body }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

/** Revokes a token. Refetches the list also after a failure, because the token may have been revoked already. */
export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(apiTokenCalls.revokeApiToken, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
