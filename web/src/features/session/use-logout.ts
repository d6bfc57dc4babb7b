import { accountCalls } from '@g2/gateway/contract/gen/calls/accounts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { finishPendingWork } from '../../lib/pending-work.ts';

/** Ends the session on the server. Afterwards the caller must leave the page and call `leaveSession`. */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      await finishPendingWork();
      return call(accountCalls.logOut);
    },
  });
}
