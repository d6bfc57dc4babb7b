import { type Holder, MAX_OWNERSHIP_TOTAL } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { holdersQuery } from '../../shared/registration/api.ts';
import {
  holdersQuestion,
  rememberQuestionConfirmed,
  repeatedTaxIds,
  totalShare,
} from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { holderDraft } from './draft.ts';
import { HolderForm } from './holder-form.tsx';
import { HolderList } from './holder-list.tsx';
import { StepHeading } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { mainHolder, suggestedHolder } from './suggestion.ts';
import { texts } from './texts.ts';
import { type AddHolder, type HolderFields, useAddHolder, useHolderFields } from './use-holders.ts';
import { Verdict } from './verdict.tsx';
import classes from './wizard.module.css';

const t = texts.holders;

export function HoldersStep({ registration }: { registration: Registration }) {
  const { data, error, isFetching, refetch } = useQuery(holdersQuery(registration.id));
  if (data === undefined) {
    return (
      <div className="g2-panel g2-edge">
        <StepHeading>{t.heading}</StepHeading>
        {error === null ? (
          <Skeleton height={220} mt="md" radius="md" role="status" aria-label={t.loading} />
        ) : (
          <RetryLine text={t.loadFailed} busy={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  return <LoadedHolders registration={registration} holders={data.items} />;
}

function LoadedHolders({
  registration,
  holders,
}: {
  registration: Registration;
  holders: readonly Holder[];
}) {
  const totalPercent = totalShare(holders);
  const isExact = totalPercent === MAX_OWNERSHIP_TOTAL;
  const draft = holderDraft(registration.userId, registration.id);
  const fields = useHolderFields(draft, suggestedHolder(registration, holders));
  const addMutation = useAddHolder(registration.id);
  const [chosenId, setChosenId] = useState<string | null>(null);
  // A holder who was removed in another tab is no longer edited.
  const editedId = holders.some(({ id }) => id === chosenId) ? chosenId : null;
  return (
    <div className="g2-panel g2-edge">
      <div className="g2-spread items-start">
        <div>
          <StepHeading>{t.heading}</StepHeading>
          <p className="m-0 mt-1 text-balance text-muted">{t.lead}</p>
        </div>
        <div className="flex gap-2">
          {[t.shareTotal(totalPercent), t.shareAvailable(MAX_OWNERSHIP_TOTAL - totalPercent)].map((text) => (
            <span key={text} className="g2-badge border border-strong-line tabular-nums whitespace-nowrap">
              {text}
            </span>
          ))}
        </div>
      </div>
      <div role="status" className="[&>p]:mt-3">
        {totalPercent >= MAX_OWNERSHIP_TOTAL && (
          <Verdict tone={isExact ? 'good' : 'warning'}>{isExact ? t.totalExact : t.totalExceeded}</Verdict>
        )}
        {repeatedTaxIds(holders).map(({ taxId, names }) => (
          <Verdict key={taxId} tone="warning">
            {t.taxIdRepeated(taxId, names)}
          </Verdict>
        ))}
      </div>
      <HolderList
        registrationId={registration.id}
        holders={holders}
        editedId={editedId}
        onEdit={setChosenId}
      />
      {holders.length === 0 && (
        <SoleHolder registration={registration} fields={fields} addMutation={addMutation} />
      )}
      <HolderForm fields={fields} addMutation={addMutation} holders={holders} />
      <FinishActions
        registration={registration}
        holders={holders}
        fields={fields}
        isEditing={editedId !== null}
      />
    </div>
  );
}

interface SoleHolderProps {
  readonly registration: Registration;
  readonly fields: HolderFields;
  readonly addMutation: AddHolder;
}

/** Button that adds the main holder of the first step as the only holder, with 100 %. */
function SoleHolder({ registration, fields, addMutation }: SoleHolderProps) {
  const soleHolder = { ...mainHolder(registration), ownershipPercentage: `${MAX_OWNERSHIP_TOTAL}` };
  const hasTaxId = soleHolder.holderTaxId !== '';
  const addOrFill = () => {
    if (hasTaxId) return addMutation.mutate({ ...soleHolder, ownershipPercentage: MAX_OWNERSHIP_TOTAL });
    fields.fill(soleHolder);
    fields.form.getInputNode('holderTaxId')?.focus();
  };
  return (
    <div className="g2-row mt-3 wrap-anywhere">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconUserCheck size={17} aria-hidden />}
        aria-describedby="sole-hint"
        disabled={addMutation.isPending}
        onClick={addOrFill}
      >
        {t.soleHolder}
      </Button>
      <span id="sole-hint" className="g2-note m-0 mt-1">
        {hasTaxId ? t.soleHolderHint(soleHolder.holderName) : t.soleHolderFillHint(soleHolder.holderName)}
      </span>
    </div>
  );
}

interface FinishActionsProps {
  readonly registration: Registration;
  readonly holders: readonly Holder[];
  readonly fields: HolderFields;
  readonly isEditing: boolean;
}

/** Buttons at the end of the step. Warns about unsaved holders, and asks to confirm unusual holders. */
function FinishActions({ registration, holders, fields, isEditing }: FinishActionsProps) {
  const navigate = useNavigate();
  const [isWarned, setWarned] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const question = holdersQuestion(registration, holders);
  const finish = () => {
    const { finished, finishedUnpaidText, finishedCorrectedText } = texts.done;
    const isUnpaid = registration.paymentPaidAt === null;
    notify.success(finished, isUnpaid ? finishedUnpaidText : finishedCorrectedText);
    void navigate(stepPath('complete', registration.id));
  };
  const confirm = () => {
    if (question !== null) rememberQuestionConfirmed(registration.id, question);
    finish();
  };
  const finishOrAsk = () => {
    setWarned(fields.isHolderPending || isEditing);
    if (fields.isHolderPending || isEditing) return;
    if (question === null) finish();
    else setConfirming(true);
  };
  return (
    <>
      <div role="alert">
        {isWarned && isEditing && <p className="g2-warning g2-spread m-0 mt-4">{t.holderInEdit}</p>}
        {isWarned && !isEditing && fields.isHolderPending && (
          <p className="g2-warning g2-spread m-0 mt-4">
            {t.holderNotAdded}
            <Button variant="default" size="sm" onClick={fields.clear}>
              {t.clearFields}
            </Button>
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void navigate(stepPath('upload', registration.id))}>
          {t.back}
        </Button>
        <Button onClick={finishOrAsk} disabled={totalShare(holders) > MAX_OWNERSHIP_TOTAL}>
          {t.finish}
        </Button>
      </div>
      <ConfirmDialog
        opened={isConfirming && question !== null}
        title={question?.title ?? ''}
        confirm={t.finishAnyway}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      >
        {question !== null && <HoldersReasons question={question} />}
      </ConfirmDialog>
    </>
  );
}
