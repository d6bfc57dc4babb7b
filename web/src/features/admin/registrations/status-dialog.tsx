import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Button, Modal, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { HttpError, messageOf, request } from '../../../lib/http.ts';
import { useUser } from '../../../lib/session.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { notify } from '../../../ui/toast-store.ts';
import classes from '../admin.module.css';
import { REGISTRATIONS, useAdminMutation } from '../api.ts';
import { texts } from '../texts.ts';
import { whyNot } from '../transitions.ts';
import { StatusChoice } from './status-choice.tsx';

const t = texts.status;

/** Sets one registration's status. */
export function changeStatus(id: string, body: ChangeStatusBody): Promise<StaffRegistration> {
  return request('PATCH', `${REGISTRATIONS}/${id}/status`, { body });
}

interface StatusDialogProps {
  readonly registration: StaffRegistration | null;
  readonly onClose: () => void;
}

export function StatusDialog({ registration, onClose }: StatusDialogProps) {
  return (
    <Modal
      opened={registration !== null}
      onClose={onClose}
      title={t.dialog}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {registration !== null && <StatusForm registration={registration} onClose={onClose} />}
    </Modal>
  );
}

function StatusForm({ registration, onClose }: { registration: StaffRegistration; onClose: () => void }) {
  const userId = useUser()?.id;
  const change = useAdminMutation('registrations', (body: ChangeStatusBody) =>
    changeStatus(registration.id, body),
  );
  const form = useForm({
    initialValues: { status: '', reason: '', notes: '' },
    validate: { status: (status) => (chosen(status) === undefined ? t.invalid : null) },
  });
  const submit = ({ status, reason, notes }: typeof form.values) => {
    const to = chosen(status);
    if (to === undefined) return;
    change.mutate(
      { status: to, reason, notes, expectedStatus: registration.status },
      {
        onSuccess: () => {
          notify.success(t.done, t.doneText(STATUS_NAMES[to]));
          onClose();
        },
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors({ ...error.fields });
          notify.error(t.failed, messageOf(error, t.failedText));
        },
      },
    );
  };
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
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
        refusal={(status) => whyNot(registration, status, userId)}
      />
      <ReasonAndNotes reason={form.getInputProps('reason')} notes={form.getInputProps('notes')} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={change.isPending}>
          {t.submit}
        </Button>
      </DialogActions>
    </form>
  );
}

type FieldProps = ReturnType<ReturnType<typeof useForm<Record<string, string>>>['getInputProps']>;

/** The two optional texts of a status change. */
export function ReasonAndNotes({ reason, notes }: { reason: FieldProps; notes: FieldProps }) {
  return (
    <>
      <Textarea label={t.reason} autosize minRows={2} maxRows={6} maxLength={MAX_LENGTH.reason} {...reason} />
      <Textarea
        label={t.notes}
        description={t.notesHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_LENGTH.notes}
        {...notes}
      />
    </>
  );
}

/** The status a form holds, if it is one. */
export function chosen(status: string) {
  return REGISTRATION_STATUSES.find((known) => known === status);
}
