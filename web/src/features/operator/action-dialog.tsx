import { MAX_LENGTH } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { reasonRoutes } from '@g2/gateway/contract/routes/reasons';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { Alert, Button, Skeleton, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useUser } from '../../lib/session.ts';
import { operatorOf } from '../../shared/registration/assigned-operator.ts';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { Recovered } from '../../ui/recovered.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import classes from './action-dialog.module.css';
import type { Draft } from './action-draft.ts';
import { targetOf, whyUnavailable } from './availability.ts';
import { fits, toggled } from './chosen-reasons.ts';
import { texts as stepTexts } from './step-texts.ts';
import { texts } from './texts.ts';
import type { ActionFlow, Asked } from './use-action-flow.ts';
import { useConfirmation, useDraftForm } from './use-action-form.ts';
import { useConcurrentChange } from './use-concurrent-change.ts';

const t = texts.dialog;
const TITLES = { approve: t.approve, request_corrections: t.corrections, add_notes: t.notes } as const;

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
      title={asked === null ? '' : TITLES[asked.action]}
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
  const { now, change, confirm, isTaken } = useConcurrentChange(asked);
  const why = whyUnavailable(now, action, useUser()?.id);
  const changed = confirm !== null;
  const isDisputed = action !== 'add_notes' && now.paymentFlag === 'disputed';
  const { form, recovered, discard } = useDraftForm(asked, flow, onTyped);
  const it = useConfirmation({ asked, flow, form, now, changed });
  // Approving needs no text: the button has the initial focus, so that Enter is enough.
  const begins = action === 'approve';
  return (
    <form
      className={dialogClasses.form}
      onSubmit={it.submit}
      onKeyDown={it.onKeyDown}
      noValidate
      data-below-toast
    >
      <p className={classes.subject}>{asked.registration.title}</p>
      <Move registration={now} action={action} />
      <Trouble text={change ?? asked.refusal} why={why} box={it.warning} takesFocus={begins && changed} />
      {why === null && action !== 'add_notes' && !isTaken && <WhoseWork registration={now} />}
      {isDisputed && (
        <p className={dialogClasses.warning} role="alert">
          {t.disputed}
        </p>
      )}
      {recovered && <Recovered onDiscard={discard} />}
      <Fields action={action} form={form} />
      {it.asksAgain ? (
        <p className={dialogClasses.warning} role="alert">
          {t.noReason}
        </p>
      ) : (
        !changed && <p className="g2-meta">{t.sendByKey}</p>
      )}
      <DialogActions onCancel={flow.close}>
        <Button
          ref={it.button}
          type="submit"
          disabled={why !== null}
          data-autofocus={(begins && !changed && !isDisputed) || undefined}
          classNames={{ root: classes.confirm ?? '', label: classes.confirmLabel ?? '' }}
        >
          {(why === null ? confirm : null) ??
            (it.asksAgain ? t.sendAnyway : isDisputed ? t.despiteDispute : t.confirm[action])}
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

interface TroubleProps {
  readonly text: string | null;
  /** Why the action is unavailable now. */
  readonly why: string | null;
  readonly box: RefObject<HTMLDivElement | null>;
  /** Whether the alert has the initial focus of the dialog. */
  readonly takesFocus: boolean;
}

/** Alert about an error, or about a change that a colleague made meanwhile. */
function Trouble({ text, why, box, takesFocus }: TroubleProps) {
  const said = [text, why].filter((part) => part !== null).join(' ');
  if (said === '') return null;
  return (
    <Alert
      ref={box}
      color="red"
      role="alert"
      tabIndex={-1}
      data-autofocus={takesFocus || undefined}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      {said}
    </Alert>
  );
}

/** Warns that the registration is assigned to a colleague. */
function WhoseWork({ registration }: { registration: StaffRegistration }) {
  const userId = useUser()?.id;
  const { assignedOperatorId: holder } = registration;
  if (holder === null || holder === userId) return null;
  return <p className={dialogClasses.warning}>{t.ofAnother(operatorOf(registration))}</p>;
}

interface MoveProps {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
}

function Move({ registration, action }: MoveProps) {
  const target = targetOf(registration.status, action);
  if (target === null || !registration.allowedActions.includes(action)) return null;
  return (
    <p className={classes.move}>
      {t.from} <StatusBadge status={registration.status} /> {t.to} <StatusBadge status={target} />
    </p>
  );
}

const reasonsQuery = queryOptions({
  queryKey: [reasonRoutes.listReasons.path],
  queryFn: async ({ signal }) => (await call(reasonRoutes.listReasons, { signal })).items,
});

interface ReadyReasonsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** Predefined reasons: a selected one is copied into the text, where it can be edited. */
function ReadyReasons({ draft, onChange }: ReadyReasonsProps) {
  const label = useId();
  const { data, error, isFetching, refetch } = useQuery(reasonsQuery);
  if (data === undefined) {
    return error === null ? (
      <Skeleton height={32} radius="md" role="status" aria-label={stepTexts.ready.loading} />
    ) : (
      <RetryLine text={stepTexts.ready.failed} busy={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (data.length === 0) return null;
  return (
    <div>
      <p id={label} className={classes.readyLabel}>
        {stepTexts.ready.label}
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
