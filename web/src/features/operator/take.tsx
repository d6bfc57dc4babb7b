import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconHandGrab, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { assignedOperatorName } from '../../shared/registration/assigned-operator.ts';
import { AssignmentForm } from '../../shared/registration/assignment/assignment.tsx';
import { texts as assignment } from '../../shared/registration/assignment/texts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { queuedRegistrationQuery } from './api.ts';
import { refreshStaffQueries } from './carry-out.ts';
import { texts } from './texts.ts';

const t = texts.take;
type RegistrationProps = { readonly registration: StaffRegistration };

/** Buttons that change the assigned operator. */
export function AssignmentButtons({ registration }: RegistrationProps) {
  return (
    <>
      <TakeButton registration={registration} />
      <AssignButton registration={registration} />
    </>
  );
}

/** Button and shortcut that assign the registration to the user; asks first if it is assigned to a colleague. */
function TakeButton({ registration }: RegistrationProps) {
  const userId = useUser()?.id;
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { id } = registration;
  const { mutate, isPending } = useMutation({
    // The request names the operator that the user saw. The server refuses it if the operator has changed.
    mutationFn: () => {
      const body = { from: registration.assignedOperatorId };
      return call(operatorCalls.takeRegistration, { params: { id }, body });
    },
    onSuccess: (takenRegistration) => {
      client.setQueryData(queuedRegistrationQuery(id).queryKey, takenRegistration);
      notify.success(t.takenTitle);
    },
    onError: (error) => notify.error(t.failed, messageOf(error, t.failedText)),
    onSettled: () => {
      setConfirming(false);
      // The returned promise keeps the button loading until the refetch ends.
      return refreshStaffQueries(client);
    },
  });
  const canTake = registration.assignedOperatorId !== userId && registration.userId !== userId;
  const start = () => (registration.assignedOperatorId === null ? mutate() : setConfirming(true));
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
        opened={isConfirming}
        title={t.confirmTitle}
        confirm={t.takeAnyway}
        pending={isPending}
        onConfirm={() => mutate()}
        onClose={() => setConfirming(false)}
      >
        <p>{t.confirmText(assignedOperatorName(registration))}</p>
      </ConfirmDialog>
    </>
  );
}

/** Button with which an admin chooses the operator; renders nothing for operators. */
function AssignButton({ registration }: RegistrationProps) {
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
