import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { reasonCalls } from '@g2/gateway/contract/gen/calls/reasons';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { Alert, Button, Skeleton, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useUser } from '../../lib/session.ts';
import { operatorOf } from '../../shared/registration/assigned-operator.ts';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { RecoveredNote } from '../../ui/recovered.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import classes from './action-dialog.module.css';
import type { Draft } from './action-draft.ts';
import { targetOf, whyUnavailable } from './availability.ts';
import { fits, toggled } from './chosen-reasons.ts';
import { texts } from './texts.ts';
import type { ActionFlow, Asked } from './use-action-flow.ts';
import { useConcurrentChange, useConfirmation, useDraftForm } from './use-action-form.ts';

const t = texts.dialog;

/** Confirms an action and takes its reason and notes. With typed text, a click outside does not close it. */
export function ActionDialog({ flow }: { flow: ActionFlow }) {
  const { asked, close } = flow;
  const [typed, setTyped] = useState(false);
  return (
    <Modal
      opened={asked !== null}
      onClose={close}
      closeOnClickOutside={!typed}
      classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
      title={asked === null ? '' : t[asked.action]}
    >
      {asked !== null && <ActionForm key={asked.turn} asked={asked} flow={flow} onTyped={setTyped} />}
    </Modal>
  );
}

interface ActionFormProps {
  readonly asked: Asked;
  readonly flow: ActionFlow;
  readonly onTyped: (typed: boolean) => void;
}

function ActionForm({ asked, flow, onTyped }: ActionFormProps) {
  const { action } = asked;
  const userId = useUser()?.id;
  const { now, change, confirm, isTaken } = useConcurrentChange(asked);
  const why = whyUnavailable(now, action, userId);
  const trouble = [change ?? asked.refusal, why].filter((part) => part !== null).join(' ');
  const changed = confirm !== null;
  const changesStatus = action !== 'add_notes';
  const isDisputed = changesStatus && now.paymentFlag === 'disputed';
  const isOfAnother = now.assignedOperatorId !== null && now.assignedOperatorId !== userId;
  const { form, recovered, discard } = useDraftForm(asked, flow, onTyped);
  const confirmation = useConfirmation({ asked, flow, form, now, changed });
  // Approving needs no text: the button has the initial focus, so that Enter is enough.
  const isApproval = action === 'approve';
  return (
    <form
      className={dialogClasses.form}
      onSubmit={confirmation.submit}
      onKeyDown={confirmation.onKeyDown}
      noValidate
      data-below-toast
    >
      <p className={classes.subject}>{asked.registration.title}</p>
      <Move registration={now} action={action} />
      {trouble !== '' && (
        <Alert
          ref={confirmation.warning}
          color="red"
          role="alert"
          tabIndex={-1}
          data-autofocus={(isApproval && changed) || undefined}
          icon={<IconAlertTriangle size={18} aria-hidden />}
        >
          {trouble}
        </Alert>
      )}
      {why === null && changesStatus && !isTaken && isOfAnother && (
        <p className={dialogClasses.warning}>{t.ofAnother(operatorOf(now))}</p>
      )}
      {isDisputed && (
        <p className={dialogClasses.warning} role="alert">
          {t.disputed}
        </p>
      )}
      {recovered && <RecoveredNote onDiscard={discard} />}
      <Fields action={action} form={form} />
      {confirmation.asksAgain ? (
        <p className={dialogClasses.warning} role="alert">
          {t.noReason}
        </p>
      ) : (
        !changed && <p className="g2-meta">{t.sendByKey}</p>
      )}
      <DialogActions onCancel={flow.close}>
        <Button
          ref={confirmation.button}
          type="submit"
          disabled={why !== null}
          data-autofocus={(isApproval && !changed && !isDisputed) || undefined}
          classNames={{ root: classes.confirm ?? '', label: classes.confirmLabel ?? '' }}
        >
          {(why === null ? confirm : null) ??
            (confirmation.asksAgain ? t.sendAnyway : isDisputed ? t.despiteDispute : t.confirm[action])}
        </Button>
      </DialogActions>
    </form>
  );
}

const field = { autosize: true, minRows: 2, maxRows: 8 } as const;

function Fields({ action, form }: { action: OperatorAction; form: ReturnType<typeof useDraftForm>['form'] }) {
  const onlyNotes = action === 'add_notes';
  const corrections = action === 'request_corrections';
  return (
    <>
      {corrections && <ReadyReasons draft={form.values} onChange={(draft) => form.setValues(draft)} />}
      {!onlyNotes && (
        <Textarea
          label={corrections ? t.correctionReason : t.reason}
          description={corrections ? t.correctionReasonHint : undefined}
          data-autofocus={corrections || undefined}
          {...field}
          maxLength={MAX_LENGTH.reason}
          {...form.getInputProps('reason')}
        />
      )}
      <Textarea
        label={onlyNotes ? t.internalRequired : t.internal}
        description={t.internalHint}
        data-autofocus={onlyNotes || undefined}
        {...field}
        maxLength={MAX_LENGTH.notes}
        {...form.getInputProps('notes')}
      />
    </>
  );
}

function Move({ registration, action }: { registration: StaffRegistration; action: OperatorAction }) {
  const target = targetOf(registration.status, action);
  if (target === null || !registration.allowedActions.includes(action)) return null;
  return (
    <p className={classes.move}>
      {t.from} <StatusBadge status={registration.status} /> {t.to} <StatusBadge status={target} />
    </p>
  );
}

const reasonsQuery = queryOptions({
  queryKey: [reasonCalls.listReasons.path],
  queryFn: async ({ signal }) => (await call(reasonCalls.listReasons, { signal })).items,
});

/** Predefined reasons: a selected one is copied into the text, where it can be edited. */
function ReadyReasons({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const label = useId();
  const { data, error, isFetching, refetch } = useQuery(reasonsQuery);
  if (data === undefined) {
    return error === null ? (
      <Skeleton height={32} radius="md" role="status" aria-label={t.ready.loading} />
    ) : (
      <RetryLine text={t.ready.failed} busy={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (data.length === 0) return null;
  return (
    <div>
      <p id={label} className={classes.readyLabel}>
        {t.ready.label}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent. */}
      <div className={classes.ready} role="group" aria-labelledby={label}>
        {data.map((reason) => {
          const isChosen = draft.reasonIds.includes(reason.id);
          const Icon = isChosen ? IconCheck : IconPlus;
          return (
            <Button
              key={reason.id}
              size="compact-sm"
              variant={isChosen ? 'light' : 'default'}
              aria-pressed={isChosen}
              title={reason.text}
              disabled={!(isChosen || fits(draft, reason, MAX_LENGTH.reason))}
              leftSection={<Icon size={14} aria-hidden />}
              onClick={() => onChange(toggled(draft, reason))}
            >
              {reason.title}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
