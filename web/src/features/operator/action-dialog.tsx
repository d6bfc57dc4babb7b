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
import { QueryFrame } from '../../ui/query-frame.tsx';
import { RecoveredNote } from '../../ui/recovered.tsx';
import { type Draft, fits, toggled } from './action-draft.ts';
import { targetOf, whyUnavailable } from './availability.ts';
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
      // Below the header, where a toast is shown.
      classNames={{ inner: 'pt-17 pb-4', content: 'max-h-[calc(100dvh-5.25rem)]' }}
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
      <p className="m-0 font-semibold wrap-anywhere">{asked.registration.title}</p>
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
          classNames={{
            root: 'h-auto min-h-(--button-height) py-1.5',
            label: 'whitespace-normal text-center leading-[1.35]',
          }}
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
    <p className="g2-row m-0 text-muted">
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
  return (
    <QueryFrame
      query={useQuery(reasonsQuery)}
      loading={<Skeleton height={32} radius="md" role="status" aria-label={t.ready.loading} />}
      failed={t.ready.failed}
    >
      {(reasons) =>
        reasons.length > 0 && (
          <div>
            <p id={label} className="m-0 mb-1.5 text-sm font-medium">
              {t.ready.label}
            </p>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent. */}
            <div className="g2-row gap-1.5" role="group" aria-labelledby={label}>
              {reasons.map((reason) => {
                const isChosen = draft.reasonIds.includes(reason.id);
                const Icon = isChosen ? IconCheck : IconPlus;
                return (
                  <Button
                    key={reason.id}
                    size="compact-sm"
                    className="max-w-full"
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
        )
      }
    </QueryFrame>
  );
}
