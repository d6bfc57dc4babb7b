import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/failures.ts';
import { notify } from '../../ui/toast-store.ts';
import { queuedRegistrationQuery } from './api.ts';
import { refreshAll } from './carry-out.ts';

interface ActTexts {
  readonly done: string;
  readonly failed: string;
  /** Where the server gave no reason. */
  readonly failedText: string;
}

/**
 * A button's call on a registration. Shows the answer at once and a toast, then reads all that shows registrations
 * again; the mutation is pending until then.
 * @param onSettled called before the screens are read again, also after a failure
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
