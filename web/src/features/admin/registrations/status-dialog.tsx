import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  ALLOWED_TRANSITIONS,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { RefObject } from 'react';
import { HttpError } from '../../../lib/failures.ts';
import { useUser } from '../../../lib/session.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import classes from '../admin.module.css';
import { ALL_REGISTRATIONS, changeStatus, useAdminMutation } from '../api.ts';
import { consequenceOf, isManualPayment, whyNot } from '../status-change.ts';
import { texts } from '../texts.ts';
import { DialogFoot, useAskedReason } from './dialog-foot.tsx';
import { ReasonAndNotes } from './reason-and-notes.tsx';
import { chosen, StatusChoice } from './status-choice.tsx';

const t = texts.status;

interface StatusDialogProps {
  readonly opened: boolean;
  /** As the list knows it now. */
  readonly registration: StaffRegistration;
  readonly onClose: () => void;
}

/**
 * Sets a registration's status. While the server is asked the dialog is away and the list shows the new status; when
 * it refuses, the dialog is back with what was typed, and the list with what is true.
 */
export function StatusDialog({ opened, registration, onClose }: StatusDialogProps) {
  const change = useAdminMutation(
    'registrations',
    (body: ChangeStatusBody) => changeStatus(registration.id, body),
    {
      onSuccess: (_, { status }) => {
        notify.success(t.done, t.doneText(STATUS_NAMES[status]));
        onClose();
      },
      failed: [t.failed, t.failedText],
      optimistic: ({ status }) => ({
        root: ALL_REGISTRATIONS,
        id: registration.id,
        patch: { status, allowedTransitions: [...ALLOWED_TRANSITIONS[status]] },
      }),
    },
  );
  const form = useStatusForm();
  const asked = useAskedReason(
    isManualPayment(registration, chosen(form.values.status)) && form.values.reason.trim() === '',
  );
  const submit = ({ status, reason, notes }: typeof form.values) => {
    const to = chosen(status);
    if (to === undefined || !asked.mayGoOn()) return;
    change.mutate(
      { status: to, reason, notes, expectedStatus: registration.status },
      {
        onError: (error) => {
          // What was chosen may not be allowed any more; what was written is kept.
          form.setFieldValue('status', '');
          if (error instanceof HttpError) form.setErrors({ ...error.fields });
        },
      },
    );
  };
  return (
    <Modal opened={opened && !change.isPending} onClose={onClose} title={t.dialog}>
      <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
        <StatusFields registration={registration} form={form} reasonRef={asked.field} />
        <DialogFoot asksForReason={asked.asking} submit={t.submit} onCancel={onClose} />
      </form>
    </Modal>
  );
}

function useStatusForm() {
  return useForm({
    initialValues: { status: '', reason: '', notes: '' },
    validate: { status: (status) => (chosen(status) === undefined ? t.invalid : null) },
  });
}

type Form = ReturnType<typeof useStatusForm>;

interface StatusFieldsProps {
  readonly registration: StaffRegistration;
  readonly form: Form;
  readonly reasonRef: RefObject<HTMLTextAreaElement | null>;
}

function StatusFields({ registration, form, reasonRef }: StatusFieldsProps) {
  const userId = useUser()?.id;
  const refusal = (status: RegistrationStatus) => whyNot(registration, status, userId);
  return (
    <>
      <p className={classes.current}>
        <strong>{registration.title}</strong>
        <span>
          {t.current} <StatusBadge status={registration.status} />
        </span>
      </p>
      <StatusChoice
        value={form.values.status}
        error={form.errors.status}
        onChange={(status) => form.setFieldValue('status', status)}
        refusal={refusal}
        note={(status) => consequenceOf(registration, status)}
        rule={repeated(REGISTRATION_STATUSES.map(refusal))}
      />
      <ReasonAndNotes
        reason={form.getInputProps('reason')}
        notes={form.getInputProps('notes')}
        reasonRef={reasonRef}
      />
    </>
  );
}

/** The reason that stands there more than once. */
function repeated(reasons: readonly (string | null)[]): string | undefined {
  return reasons.find((reason, at): reason is string => reason !== null && reasons.indexOf(reason) < at);
}
