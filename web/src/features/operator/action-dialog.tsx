import { MAX_LENGTH } from '@g2/gateway/contract/constants';
import { reasonCalls } from '@g2/gateway/contract/gen/calls/reasons';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/status-terms';
import { Alert, Button, Skeleton, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useUser } from '../../lib/session.ts';
import { assignedOperatorName } from '../../shared/registration/assigned-operator.ts';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { RecoveredNote } from '../../ui/recovered.tsx';
import { type Draft, fitsMaxLength, toggleReason } from './action-draft.ts';
import { targetStatus, whyUnavailable } from './availability.ts';
import { texts } from './texts.ts';
import type { ActionDialogState, ActionFlow } from './use-action-flow.ts';
import { useConcurrentChange, useConfirmation, useDraftForm } from './use-action-form.ts';

const t = texts.dialog;

/** Dialog that confirms an action and takes its reason and notes. A click outside does not close it if it has text. */
export function ActionDialog({ flow }: { flow: ActionFlow }) {
  const { dialogState, close } = flow;
  const [hasTypedText, setHasTypedText] = useState(false);
  return (
    <Modal
      opened={dialogState !== null}
      onClose={close}
      closeOnClickOutside={!hasTypedText}
      // The dialog is below the header, so that a toast there does not cover it.
      classNames={{ inner: 'pt-17 pb-4', content: 'max-h-[calc(100dvh-5.25rem)]' }}
      title={dialogState === null ? '' : t[dialogState.action]}
    >
      {dialogState !== null && (
        <ActionForm
          key={dialogState.openingNumber}
          dialogState={dialogState}
          flow={flow}
          onTyped={setHasTypedText}
        />
      )}
    </Modal>
  );
}

interface ActionFormProps {
  readonly dialogState: ActionDialogState;
  readonly flow: ActionFlow;
  readonly onTyped: (hasTypedText: boolean) => void;
}

function ActionForm({ dialogState, flow, onTyped }: ActionFormProps) {
  const { action } = dialogState;
  const userId = useUser()?.id;
  const { latest, changeText, confirmLabel, isTakenByColleague } = useConcurrentChange(dialogState);
  const unavailableReason = whyUnavailable(latest, action, userId);
  const alertText = [changeText ?? dialogState.failure, unavailableReason]
    .filter((sentence) => sentence !== null)
    .join(' ');
  const isChanged = confirmLabel !== null;
  const changesStatus = action !== 'add_notes';
  const isDisputed = changesStatus && latest.paymentFlag === 'disputed';
  const isAssignedToColleague = latest.assignedOperatorId !== null && latest.assignedOperatorId !== userId;
  const { form, recovered, discard } = useDraftForm(dialogState, flow, onTyped);
  const confirmation = useConfirmation({ dialogState, flow, form, latest, isChanged });
  // An approval needs no text. The button has the initial focus, so that Enter confirms.
  const isApproval = action === 'approve';
  return (
    <form
      className={dialogClasses.form}
      onSubmit={confirmation.submit}
      onKeyDown={confirmation.onKeyDown}
      noValidate
      data-below-toast
    >
      <p className="m-0 font-semibold wrap-anywhere">{dialogState.registration.title}</p>
      <StatusChangePreview registration={latest} action={action} />
      {alertText !== '' && (
        <Alert
          ref={confirmation.warningBox}
          color="red"
          role="alert"
          tabIndex={-1}
          data-autofocus={(isApproval && isChanged) || undefined}
          icon={<IconAlertTriangle size={18} aria-hidden />}
        >
          {alertText}
        </Alert>
      )}
      {unavailableReason === null && changesStatus && !isTakenByColleague && isAssignedToColleague && (
        <p className={dialogClasses.warning}>{t.assignedToColleague(assignedOperatorName(latest))}</p>
      )}
      {isDisputed && (
        <p className={dialogClasses.warning} role="alert">
          {t.disputedPayment}
        </p>
      )}
      {recovered && <RecoveredNote onDiscard={discard} />}
      <TextFields action={action} form={form} />
      {confirmation.showsReasonWarning ? (
        <p className={dialogClasses.warning} role="alert">
          {t.missingReason}
        </p>
      ) : (
        !isChanged && <p className="g2-meta">{t.keyboardHint}</p>
      )}
      <DialogActions onCancel={flow.close}>
        <Button
          ref={confirmation.confirmButton}
          type="submit"
          disabled={unavailableReason !== null}
          data-autofocus={(isApproval && !isChanged && !isDisputed) || undefined}
          classNames={{
            root: 'h-auto min-h-(--button-height) py-1.5',
            label: 'whitespace-normal text-center leading-[1.35]',
          }}
        >
          {(unavailableReason === null ? confirmLabel : null) ??
            (confirmation.showsReasonWarning
              ? t.sendWithoutReason
              : isDisputed
                ? t.confirmDespiteDispute
                : t.confirm[action])}
        </Button>
      </DialogActions>
    </form>
  );
}

const TEXTAREA_SIZE = { autosize: true, minRows: 2, maxRows: 8 } as const;

interface TextFieldsProps {
  readonly action: OperatorAction;
  readonly form: ReturnType<typeof useDraftForm>['form'];
}

function TextFields({ action, form }: TextFieldsProps) {
  const isNotes = action === 'add_notes';
  const isCorrections = action === 'request_corrections';
  return (
    <>
      {isCorrections && (
        <ReadyReasonButtons draft={form.values} onChange={(draft) => form.setValues(draft)} />
      )}
      {!isNotes && (
        <Textarea
          label={isCorrections ? t.correctionReason : t.reason}
          description={isCorrections ? t.correctionReasonHint : undefined}
          data-autofocus={isCorrections || undefined}
          {...TEXTAREA_SIZE}
          maxLength={MAX_LENGTH.reason}
          {...form.getInputProps('reason')}
        />
      )}
      <Textarea
        label={isNotes ? t.internalNotesRequired : t.internalNotes}
        description={t.internalNotesHint}
        data-autofocus={isNotes || undefined}
        {...TEXTAREA_SIZE}
        maxLength={MAX_LENGTH.notes}
        {...form.getInputProps('notes')}
      />
    </>
  );
}

interface StatusChangePreviewProps {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
}

function StatusChangePreview({ registration, action }: StatusChangePreviewProps) {
  const target = targetStatus(registration.status, action);
  if (target === null || !registration.allowedActions.includes(action)) return null;
  return (
    <p className="g2-row m-0 text-muted">
      {t.statusFrom} <StatusBadge status={registration.status} /> {t.statusTo} <StatusBadge status={target} />
    </p>
  );
}

const reasonsQuery = queryOptions({
  queryKey: [reasonCalls.listReasons.path],
  queryFn: async ({ signal }) => (await call(reasonCalls.listReasons, { signal })).items,
});

/** Buttons for the predefined reasons. A button inserts its reason into the text, where the user can edit it. */
function ReadyReasonButtons({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const labelId = useId();
  return (
    <QueryFrame
      query={useQuery(reasonsQuery)}
      loading={<Skeleton height={32} radius="md" role="status" aria-label={t.readyReasons.loading} />}
      failed={t.readyReasons.failed}
    >
      {(reasons) =>
        reasons.length > 0 && (
          <div>
            <p id={labelId} className="m-0 mb-1.5 text-sm font-medium">
              {t.readyReasons.label}
            </p>
            {/* biome-ignore lint/a11y/useSemanticElements: these buttons are no form fields. */}
            <div className="g2-row gap-1.5" role="group" aria-labelledby={labelId}>
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
                    disabled={!(isChosen || fitsMaxLength(draft, reason, MAX_LENGTH.reason))}
                    leftSection={<Icon size={14} aria-hidden />}
                    onClick={() => onChange(toggleReason(draft, reason))}
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
