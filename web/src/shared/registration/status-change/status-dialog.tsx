import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  ALLOWED_TRANSITIONS,
  actionsAt,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { useForm } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import { HttpError } from '../../../lib/failures.ts';
import { useUser } from '../../../lib/session.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { changeStatus, everywhere, useRegistrationChange } from '../staff-change.ts';
import { StatusBadge } from '../status-badge.tsx';
import { consequenceOf, wantedReason, whyNot } from './consequences.ts';
import { DialogFoot, useAskedReason } from './dialog-foot.tsx';
import { ReasonAndNotes } from './reason-and-notes.tsx';
import { chosen, StatusChoice } from './status-choice.tsx';
import { texts as t } from './texts.ts';

interface StatusDialogProps {
  readonly opened: boolean;
  /** The registration as the list currently shows it. */
  readonly registration: StaffRegistration;
  /** The only status that the dialog sets; without it, the user chooses among all six. */
  readonly to?: RegistrationStatus;
  readonly onClose: () => void;
  /** Called after success, if this component is still mounted. */
  readonly onDone?: () => void;
}

/**
 * Dialog that sets a registration's status. On submit it closes and the list shows the new status; if the server
 * refuses, the dialog reopens with the typed texts, and the list shows the old status.
 */
export function StatusDialog({ opened, registration, to, onClose, onDone }: StatusDialogProps) {
  const { id } = registration;
  const userId = useUser()?.id;
  const refusal = (status: RegistrationStatus) => whyNot(registration, status, userId);
  const why = to === undefined ? null : refusal(to);
  const draft = useDraft(`status.${id}`, ['reason', 'notes']);
  const form = useForm({
    initialValues: { status: to ?? '', ...draft.initial } as Record<'status' | 'reason' | 'notes', string>,
    validate: { status: (status) => (chosen(status) === undefined ? t.invalid : null) },
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
      everywhere(id, {
        status,
        allowedTransitions: [...ALLOWED_TRANSITIONS[status]],
        allowedActions: actionsAt(status),
      }),
  });
  const asked = useAskedReason(
    form.values.reason.trim() === '' ? wantedReason(registration, chosen(form.values.status)) : null,
  );
  const submit = ({ status, reason, notes }: typeof form.values) => {
    const next = chosen(status);
    if (next === undefined || !asked.mayGoOn()) return;
    change.mutate(
      { status: next, reason, notes, expectedStatus: registration.status },
      {
        ...(onDone && { onSuccess: onDone }),
        onError: (error) => {
          const isRefused = error instanceof HttpError;
          // The chosen status may no longer be allowed, so reset it; not if the user only cancelled the identity check.
          if (!(isRefused && error.code === 'confirmation-needed')) form.setFieldValue('status', to ?? '');
          if (isRefused) form.setErrors({ ...error.fields });
        },
      },
    );
  };
  return (
    <Modal opened={opened && !change.isPending} onClose={onClose} title={(to && t.dialogs[to]) ?? t.dialog}>
      <form
        className={dialogClasses.form}
        onSubmit={form.onSubmit(submit)}
        onKeyDown={submitByKey}
        noValidate
      >
        {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
        <p className="grid gap-1.5 m-0 wrap-anywhere">
          <strong>{registration.title}</strong>
          <span className="g2-row gap-y-1">
            {t.current} <StatusBadge status={registration.status} />
          </span>
          {to !== undefined && (
            <span className="g2-row gap-y-1">
              {t.next}: <StatusBadge status={to} />
            </span>
          )}
        </p>
        {to === undefined && (
          <StatusChoice
            value={form.values.status}
            error={form.errors.status}
            onChange={(status) => form.setFieldValue('status', status)}
            refusal={refusal}
            note={(status) => consequenceOf(registration, status)}
            rule={repeated(REGISTRATION_STATUSES.map(refusal))}
          />
        )}
        <ReasonAndNotes
          reason={form.getInputProps('reason')}
          notes={form.getInputProps('notes')}
          reasonRef={asked.field}
        />
        <DialogFoot
          effect={to === undefined ? null : (why ?? consequenceOf(registration, to))}
          asksForReason={asked.asking}
          submit={(to && t.submits[to]) ?? t.submit}
          ready={to !== undefined}
          refused={why !== null}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

/** Submits the form on Ctrl+Enter or Cmd+Enter, also inside a text field. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** The first reason that occurs more than once. */
function repeated(reasons: readonly (string | null)[]): string | undefined {
  return reasons.find((reason, at): reason is string => reason !== null && reasons.indexOf(reason) < at);
}
