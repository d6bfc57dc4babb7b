import type { accountRoutes } from '@g2/gateway/contract/routes/accounts';
import { useMutation } from '@tanstack/react-query';
import { callByName } from '../../lib/call.ts';
import { finishPending } from '../../lib/pending-work.ts';

/**
 * Ends the session on the server; the caller leaves the page, then calls `leaveSession`. The header of every page has
 * it: by name, so that a page without forms loads no schemas for it.
 */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      await finishPending();
      return callByName<typeof accountRoutes.logOut>({ method: 'POST', path: '/api/logout' });
    },
  });
}
