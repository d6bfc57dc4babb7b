import type { accountRoutes } from '@g2/gateway/contract/routes/accounts';
import { useMutation } from '@tanstack/react-query';
import { callByName } from '../../lib/call.ts';
import { finishPending } from '../../lib/pending-work.ts';

/**
 * Ends the session on the server; the caller then leaves the page and calls `leaveSession`. Calls by path, not by route
 * object, because the page header must not load the schemas.
 */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      await finishPending();
      return callByName<typeof accountRoutes.logOut>({ method: 'POST', path: '/api/logout' });
    },
  });
}
