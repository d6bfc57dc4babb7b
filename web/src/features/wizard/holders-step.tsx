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
  rememberConfirmed,
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
import { ownHolder, suggestedHolder } from './suggestion.ts';
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
          <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  return <Loaded registration={registration} holders={data.items} />;
}

function Loaded({ registration, holders }: { registration: Registration; holders: readonly Holder[] }) {
  const total = totalShare(holders);
  const isExact = total === MAX_OWNERSHIP_TOTAL;
  const draft = holderDraft(registration.userId, registration.id);
  const fields = useHolderFields(draft, suggestedHolder(registration, holders));
  const add = useAddHolder(registration.id);
  const [chosen, setEditing] = useState<string | null>(null);
  // Stops editing a holder who was removed in another tab.
  const editing = holders.some(({ id }) => id === chosen) ? chosen : null;
  return (
    <div className="g2-panel g2-edge">
      <div className="g2-spread items-start">
        <div>
          <StepHeading>{t.heading}</StepHeading>
          <p className="m-0 mt-1 text-balance text-muted">{t.lead}</p>
        </div>
        <div className="flex gap-2">
          {[t.total(total), t.available(MAX_OWNERSHIP_TOTAL - total)].map((share) => (
            <span key={share} className="g2-badge border border-strong-line tabular-nums whitespace-nowrap">
              {share}
            </span>
          ))}
        </div>
      </div>
      <div role="status" className="[&>p]:mt-3">
        {total >= MAX_OWNERSHIP_TOTAL && (
          <Verdict tone={isExact ? 'good' : 'warning'}>{isExact ? t.exact : t.over}</Verdict>
        )}
        {repeatedTaxIds(holders).map(({ taxId, names }) => (
          <Verdict key={taxId} tone="warning">
            {t.repeated(taxId, names)}
          </Verdict>
        ))}
      </div>
      <HolderList registrationId={registration.id} holders={holders} editing={editing} onEdit={setEditing} />
      {holders.length === 0 && <SoleHolder registration={registration} fields={fields} add={add} />}
      <HolderForm fields={fields} add={add} holders={holders} />
      <Finish registration={registration} holders={holders} fields={fields} isEditing={editing !== null} />
    </div>
  );
}

interface SoleHolderProps {
  readonly registration: Registration;
  readonly fields: HolderFields;
  readonly add: AddHolder;
}

/** Shortcut for the common case of one holder with 100 %: the holder of the first step. */
function SoleHolder({ registration, fields, add }: SoleHolderProps) {
  const all = { ...ownHolder(registration), ownershipPercentage: `${MAX_OWNERSHIP_TOTAL}` };
  const known = all.holderTaxId !== '';
  const press = () => {
    if (known) return add.mutate({ ...all, ownershipPercentage: MAX_OWNERSHIP_TOTAL });
    fields.fill(all);
    fields.form.getInputNode('holderTaxId')?.focus();
  };
  return (
    <div className="g2-row mt-3 wrap-anywhere">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconUserCheck size={17} aria-hidden />}
        aria-describedby="sole-hint"
        disabled={add.isPending}
        onClick={press}
      >
        {t.sole}
      </Button>
      <span id="sole-hint" className="g2-note m-0 mt-1">
        {known ? t.soleHint(all.holderName) : t.soleFill(all.holderName)}
      </span>
    </div>
  );
}

interface FinishProps {
  readonly registration: Registration;
  readonly holders: readonly Holder[];
  readonly fields: HolderFields;
  readonly isEditing: boolean;
}

/** End of the third step. Asks about a holder not added yet, and about holders that are unusual on a certificate. */
function Finish({ registration, holders, fields, isEditing }: FinishProps) {
  const navigate = useNavigate();
  const [isWarned, setWarned] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const question = holdersQuestion(registration, holders);
  const finish = () => {
    const { finished, unpaid, corrected } = texts.done;
    notify.success(finished, registration.paymentPaidAt === null ? unpaid : corrected);
    void navigate(stepPath('complete', registration.id));
  };
  const confirm = () => {
    if (question !== null) rememberConfirmed(registration.id, question);
    finish();
  };
  const press = () => {
    setWarned(fields.pending || isEditing);
    if (fields.pending || isEditing) return;
    if (question === null) finish();
    else setConfirming(true);
  };
  return (
    <>
      <div role="alert">
        {isWarned && isEditing && <p className="g2-warning g2-spread m-0 mt-4">{t.editing}</p>}
        {isWarned && !isEditing && fields.pending && (
          <p className="g2-warning g2-spread m-0 mt-4">
            {t.pending}
            <Button variant="default" size="sm" onClick={fields.clear}>
              {t.clear}
            </Button>
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void navigate(stepPath('upload', registration.id))}>
          {t.back}
        </Button>
        <Button onClick={press} disabled={totalShare(holders) > MAX_OWNERSHIP_TOTAL}>
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
