import { sessionRoutes } from '@g2/gateway/contract/routes/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';

/** As it is now, whenever the page is opened: other browsers open and end sessions too. */
export const sessionsQuery = queryOptions({
  queryKey: [sessionRoutes.listSessions.path],
  queryFn: ({ signal }) => call(sessionRoutes.listSessions, { signal }),
  staleTime: 0,
});

/** Ends one session. One that is gone already is no longer listed either. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(sessionRoutes.endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Ends all sessions but this one. */
export function useEndOthers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (revokeApiTokens: boolean) =>
      call(sessionRoutes.endOtherSessions, revokeApiTokens ? { query: { revokeApiTokens: 'true' } } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
