import { sessionRoutes } from '@g2/gateway/contract/routes/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** Refetched on every visit, because other browsers open and end sessions too. */
export const sessionsQuery = queryOptions({
  queryKey: [sessionRoutes.listSessions.path],
  queryFn: ({ signal }) => call(sessionRoutes.listSessions, { signal }),
  staleTime: 0,
});

/** Ends one session. Refetches the list also after a failure, because the session may already have ended. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(sessionRoutes.endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOthers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (revokeApiTokens: boolean) =>
      call(sessionRoutes.endOtherSessions, revokeApiTokens ? { query: { revokeApiTokens: 'true' } } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
