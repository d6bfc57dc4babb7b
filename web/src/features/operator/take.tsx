import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
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
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id } = registration;
  const { mutate, isPending } = useMutation({
    // With the operator that the user saw: the server refuses if another one took the registration since.
    mutationFn: () => {
      const body = { from: registration.assignedOperatorId };
      return call(operatorCalls.takeRegistration, { params: { id }, body });
    },
    onSuccess: (taken) => {
      client.setQueryData(queuedRegistrationQuery(id).queryKey, taken);
      notify.success(t.taken);
    },
    onError: (error) => notify.error(t.failed, messageOf(error, t.failedText)),
    onSettled: () => {
      setAsking(false);
      // The button stays busy until the refetch ends.
      return refreshAll(client);
    },
  });
  const canTake = registration.assignedOperatorId !== userId && registration.userId !== userId;
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
        <p>{t.assignedTo(operatorOf(registration))}</p>
      </ConfirmDialog>
    </>
  );
}
