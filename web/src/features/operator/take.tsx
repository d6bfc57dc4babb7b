import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { Button } from '@mantine/core';
import { IconHandGrab } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { operatorOf } from '../../shared/registration/assigned-operator.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { queuedRegistrationQuery } from './api.ts';
import { refreshAll } from './carry-out.ts';
import { texts } from './texts.ts';

const t = texts.take;

/** "Assumir" button and shortcut: assigns the registration to the user; asks first when a colleague has it. */
export function Take({ registration }: { registration: StaffRegistration }) {
  const userId = useUser()?.id;
  const [asking, setAsking] = useState(false);
  const { id, assignedOperatorId: from } = registration;
  // `from` is the operator the user saw: the server refuses if another one took the registration since.
  const { mutate, isPending } = useRecordAct(
    () => call(operatorRoutes.takeRegistration, { params: { id }, body: { from } }),
    { done: t.taken, failed: t.failed, failedText: t.failedText },
    () => setAsking(false),
  );
  const isMine = from === userId;
  const canTake = !isMine && registration.userId !== userId;
  const start = () => (from === null ? mutate() : setAsking(true));
  useShortcuts({ m: canTake && !isPending ? start : undefined });
  if (!canTake) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        leftSection={<IconHandGrab size={15} aria-hidden />}
        aria-keyshortcuts="m"
        onClick={start}
      >
        {t.take}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t.ofAnother}
        confirm={t.takeAnyway}
        pending={isPending}
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      >
        <p>{t.assignedTo(operatorOf(registration))}</p>
      </ConfirmDialog>
    </>
  );
}

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
function useRecordAct(
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
