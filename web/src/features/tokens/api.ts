import type { CreateTokenBody } from '@g2/gateway/contract/api-tokens';
import { apiTokenRoutes } from '@g2/gateway/contract/routes/api-tokens';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** As they are now, whenever the page is opened: programs use them meanwhile. */
export const tokensQuery = queryOptions({
  queryKey: [apiTokenRoutes.listApiTokens.path],
  queryFn: ({ signal }) => call(apiTokenRoutes.listApiTokens, { signal }),
  staleTime: 0,
});

/** Makes a token; its answer is the only one that has it in clear, and is kept no longer than the dialog is open. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateTokenBody) => call(apiTokenRoutes.createApiToken, { body }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

/** Revokes one. One that is gone already is no longer listed either. */
export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(apiTokenRoutes.revokeApiToken, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
