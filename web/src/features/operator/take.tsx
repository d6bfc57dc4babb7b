import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconHandGrab, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { operatorOf } from '../../shared/registration/assigned-operator.ts';
import { AssignmentForm } from '../../shared/registration/assignment/assignment.tsx';
import { texts as assignment } from '../../shared/registration/assignment/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { queuedRegistrationQuery } from './api.ts';
import { refreshAll } from './carry-out.ts';
import { texts } from './texts.ts';

const t = texts.take;
type RecordProps = { readonly registration: StaffRegistration };

/** Buttons that change the assigned operator. */
export function AssignmentButtons({ registration }: RecordProps) {
  return (
    <>
      <Take registration={registration} />
      <Assign registration={registration} />
    </>
  );
}

/** "Assumir" button and shortcut: assigns the registration to the user; asks first when a colleague has it. */
function Take({ registration }: RecordProps) {
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

/** Lets an admin choose the operator of a registration; renders nothing for operators. */
function Assign({ registration }: RecordProps) {
  const isAdmin = useUser()?.role === 'admin';
  const [opened, setOpened] = useState(false);
  useShortcuts({ r: isAdmin ? () => setOpened(true) : undefined });
  if (!isAdmin) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUserPlus size={15} aria-hidden />}
        aria-keyshortcuts="r"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {t.assign}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={assignment.assignment}>
        <div className={dialogClasses.form}>
          <p className="m-0 font-bold wrap-anywhere">{registration.title}</p>
          <AssignmentForm registration={registration} onAssigned={() => setOpened(false)} />
        </div>
      </Modal>
    </>
  );
}
