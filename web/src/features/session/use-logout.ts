import { accountCalls } from '@g2/gateway/contract/gen/calls/accounts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { finishPending } from '../../lib/pending-work.ts';

/** Ends the session on the server; the caller then leaves the page and calls `leaveSession`. */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      await finishPending();
      return call(accountCalls.logOut);
    },
  });
}
