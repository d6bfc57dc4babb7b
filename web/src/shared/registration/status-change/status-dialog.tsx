import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  ALLOWED_TRANSITIONS,
  actionsAt,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/status-terms';
import { useForm } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import { HttpError } from '../../../lib/failures.ts';
import { useUser } from '../../../lib/session.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { changeStatus, staffPatches, useRegistrationChange } from '../staff-change.ts';
import { StatusBadge } from '../status-badge.tsx';
import { consequenceOf, transitionRefusal, wantedReason } from './consequences.ts';
import { DialogFoot, useMissingReasonQuestion } from './dialog-foot.tsx';
import { ReasonAndNotes } from './reason-and-notes.tsx';
import { parseStatus, StatusChoice } from './status-choice.tsx';
import { texts as t } from './texts.ts';

interface StatusDialogProps {
  readonly opened: boolean;
  /** The registration as the list shows it. */
  readonly registration: StaffRegistration;
  /** The status to set; without it, the user chooses one of all six. */
  readonly to?: RegistrationStatus;
  readonly onClose: () => void;
  /** Called when the status is changed, if this component is still mounted. */
  readonly onDone?: () => void;
}

/**
 * Dialog that sets a registration's status. On submit, it closes and the list shows the new status. If the server
 * refuses, the dialog reopens with the typed texts and the list shows the old status again.
 */
export function StatusDialog({ opened, registration, to, onClose, onDone }: StatusDialogProps) {
  const { id } = registration;
  const userId = useUser()?.id;
  const refusalOf = (status: RegistrationStatus) => transitionRefusal(registration, status, userId);
  const presetRefusal = to === undefined ? null : refusalOf(to);
  const draft = useDraft(`status.${id}`, ['reason', 'notes']);
  const form = useForm({
    initialValues: { status: to ?? '', ...draft.initial } as Record<'status' | 'reason' | 'notes', string>,
    validate: { status: (status) => (parseStatus(status) === undefined ? t.invalidStatus : null) },
    onValuesChange: draft.keep,
  });
  const change = useRegistrationChange((body: ChangeStatusBody) => changeStatus(id, body), {
    onSuccess: (_, { status }) => {
      notify.success(t.done, t.doneText(STATUS_NAMES[status]));
      draft.clear();
      onClose();
    },
    failed: [t.failed, t.failedText],
    optimistic: ({ status }) =>
      staffPatches(id, {
        status,
        allowedTransitions: [...ALLOWED_TRANSITIONS[status]],
        allowedActions: actionsAt(status),
      }),
  });
  const reasonQuestion = useMissingReasonQuestion(
    form.values.reason.trim() === '' ? wantedReason(registration, parseStatus(form.values.status)) : null,
  );
  const submit = ({ status, reason, notes }: typeof form.values) => {
    const newStatus = parseStatus(status);
    if (newStatus === undefined || !reasonQuestion.confirmOrAsk()) return;
    change.mutate(
      { status: newStatus, reason, notes, expectedStatus: registration.status },
      {
        ...(onDone && { onSuccess: onDone }),
        onError: (error) => {
          const isRefused = error instanceof HttpError;
          // The status may no longer be allowed, so it is reset, unless the user only cancelled the identity check.
          if (!(isRefused && error.code === 'confirmation-needed')) form.setFieldValue('status', to ?? '');
          if (isRefused) form.setErrors({ ...error.fields });
        },
      },
    );
  };
  return (
    <Modal
      opened={opened && !change.isPending}
      onClose={onClose}
      title={(to && t.dialogTitles[to]) ?? t.dialogTitle}
    >
      <form
        className={dialogClasses.form}
        onSubmit={form.onSubmit(submit)}
        onKeyDown={submitOnCtrlEnter}
        noValidate
      >
        {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
        <p className="grid gap-1.5 m-0 wrap-anywhere">
          <strong>{registration.title}</strong>
          <span className="g2-row gap-y-1">
            {t.currentStatus} <StatusBadge status={registration.status} />
          </span>
          {to !== undefined && (
            <span className="g2-row gap-y-1">
              {t.newStatus}: <StatusBadge status={to} />
            </span>
          )}
        </p>
        {to === undefined && (
          <StatusChoice
            value={form.values.status}
            error={form.errors.status}
            onChange={(status) => form.setFieldValue('status', status)}
            refusalOf={refusalOf}
            noteOf={(status) => consequenceOf(registration, status)}
            sharedRefusal={repeatedRefusal(REGISTRATION_STATUSES.map(refusalOf))}
          />
        )}
        <ReasonAndNotes
          reason={form.getInputProps('reason')}
          notes={form.getInputProps('notes')}
          reasonRef={reasonQuestion.reasonField}
        />
        <DialogFoot
          consequence={to === undefined ? null : (presetRefusal ?? consequenceOf(registration, to))}
          missingReason={reasonQuestion.askedReason}
          submitLabel={(to && t.submitByStatus[to]) ?? t.submit}
          focusSubmit={to !== undefined}
          isRefused={presetRefusal !== null}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

/** Submits the form on Ctrl+Enter or Cmd+Enter, even inside a text field. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** The first text that occurs more than once. */
function repeatedRefusal(refusals: readonly (string | null)[]): string | undefined {
  return refusals.find((text, index): text is string => text !== null && refusals.indexOf(text) < index);
}
