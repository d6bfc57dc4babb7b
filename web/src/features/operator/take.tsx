import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { operatorRoutes } from '@g2/gateway/contract/routes/operator';
import { Button } from '@mantine/core';
import { IconHandGrab } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useUser } from '../../lib/session.ts';
import { operatorOf } from '../../shared/registration/assigned-operator.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { texts } from './texts.ts';
import { useRecordAct } from './use-record-act.ts';

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
