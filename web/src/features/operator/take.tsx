import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { Button } from '@mantine/core';
import { IconHandGrab } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { operatorOf } from '../../shared/registration/whose.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { queuedRegistrationQuery } from './api.ts';
import { refreshAll } from './carry-out.ts';
import { texts } from './texts.ts';

const t = texts.take;

/** "Assumir" and its key: a colleague's only after saying whose it is. Nothing of one's own, or that one has already. */
export function Take({ registration }: { registration: StaffRegistration }) {
  const userId = useUser()?.id;
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useTake(registration, () => setAsking(false));
  const isMine = registration.assignedOperatorId === userId;
  const canTake = !isMine && registration.userId !== userId;
  const start = () => (registration.assignedOperatorId === null ? mutate() : setAsking(true));
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
        <p>{t.whose(operatorOf(registration))}</p>
      </ConfirmDialog>
    </>
  );
}

/** Takes the registration from whom the screen shows it with: what somebody else did meanwhile is not undone unseen. */
function useTake({ id, assignedOperatorId }: StaffRegistration, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(operatorRoutes.takeRegistration, { params: { id }, body: { from: assignedOperatorId } }),
    onSuccess: (taken) => {
      client.setQueryData(queuedRegistrationQuery(id).queryKey, taken);
      notify.success(t.taken);
    },
    onError: (error) => notify.error(t.failed, messageOf(error, t.failedText)),
    onSettled: () => {
      onDone();
      return refreshAll(client);
    },
  });
}
