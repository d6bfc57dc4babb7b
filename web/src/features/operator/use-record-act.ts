import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/failures.ts';
import { notify } from '../../ui/toast-store.ts';
import { queuedRegistrationQuery } from './api.ts';
import { refreshAll } from './carry-out.ts';

interface ActTexts {
  readonly done: string;
  readonly failed: string;
  /** Fallback text when the server gives no reason. */
  readonly failedText: string;
}

/**
 * Mutation for a button on a registration. Shows the result and a toast, then refetches registrations; it stays pending
 * until the refetch ends.
 * @param onSettled called before the refetch, also after a failure
 */
export function useRecordAct(
  act: () => Promise<StaffRegistration>,
  texts: ActTexts,
  onSettled: () => void = () => undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (now) => {
      client.setQueryData(queuedRegistrationQuery(now.id).queryKey, now);
      notify.success(texts.done);
    },
    onError: (error) => notify.error(texts.failed, messageOf(error, texts.failedText)),
    onSettled: () => {
      onSettled();
      return refreshAll(client);
    },
  });
}
