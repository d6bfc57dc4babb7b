import { type Holder, MAX_OWNERSHIP_TOTAL } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconUserCheck } from '@tabler/icons-react';
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
import holdersCss from './holders.module.css';
import { StepHeading } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { ownHolder, suggestedHolder } from './suggestion.ts';
import { texts } from './texts.ts';
import {
  type AddHolder,
  type HolderFields,
  useAddHolder,
  useHolderFields,
  useRemoveHolder,
  useUpdateHolder,
} from './use-holders.ts';
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
  const draft = holderDraft(registration.userId, registration.id);
  const fields = useHolderFields(draft, suggestedHolder(registration, holders));
  const add = useAddHolder(registration.id);
  const remove = useRemoveHolder(registration.id);
  const update = useUpdateHolder(registration.id);
  const [chosen, setEditing] = useState<string | null>(null);
  // Stops editing a holder who was removed in another tab.
  const editing = holders.some(({ id }) => id === chosen) ? chosen : null;
  return (
    <div className="g2-panel g2-edge">
      <div className={holdersCss.holdersHead}>
        <div>
          <StepHeading>{t.heading}</StepHeading>
          <p className={classes.lead}>{t.lead}</p>
        </div>
        <div className={holdersCss.shares}>
          <span className={holdersCss.share}>{t.total(total)}</span>
          <span className={holdersCss.share}>{t.available(MAX_OWNERSHIP_TOTAL - total)}</span>
        </div>
      </div>
      <Verdict holders={holders} />
      <HolderList holders={holders} remove={remove} update={update} editing={editing} onEdit={setEditing} />
      {holders.length === 0 && <SoleHolder registration={registration} fields={fields} add={add} />}
      <HolderForm fields={fields} add={add} holders={holders} />
      <Finish registration={registration} holders={holders} fields={fields} editing={editing !== null} />
    </div>
  );
}

/** Message about the whole list: the sum of its shares. */
function Verdict({ holders }: { holders: readonly Holder[] }) {
  const total = totalShare(holders);
  const exact = total === MAX_OWNERSHIP_TOTAL;
  return (
    <div role="status" className={holdersCss.verdictBox}>
      {total >= MAX_OWNERSHIP_TOTAL && (
        <p className={classes.verdict} data-tone={exact ? 'good' : 'warn'}>
          {exact ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
          <span>{exact ? t.exact : t.over}</span>
        </p>
      )}
      {repeatedTaxIds(holders).map(({ taxId, names }) => (
        <p key={taxId} className={classes.verdict} data-tone="warn">
          <IconAlertTriangle size={18} aria-hidden />
          <span>{t.repeated(taxId, names)}</span>
        </p>
      ))}
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
    <div className={holdersCss.sole}>
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
      <span id="sole-hint" className={classes.note}>
        {known ? t.soleHint(all.holderName) : t.soleFill(all.holderName)}
      </span>
    </div>
  );
}

interface FinishProps {
  readonly registration: Registration;
  readonly holders: readonly Holder[];
  readonly fields: HolderFields;
  /** The edit fields of a listed holder are open. */
  readonly editing: boolean;
}

/** End of the third step. Asks about a holder not added yet, and about holders that would look wrong when certified. */
function Finish({ registration, holders, fields, editing }: FinishProps) {
  const navigate = useNavigate();
  const [warned, setWarned] = useState(false);
  const [asking, setAsking] = useState(false);
  const question = holdersQuestion(registration, holders);
  const finish = () => {
    const { unpaid, corrected } = texts.done;
    notify.success(texts.done.finished, registration.paymentPaidAt === null ? unpaid : corrected);
    void navigate(stepPath('complete', registration.id));
  };
  const confirm = () => {
    if (question !== null) rememberConfirmed(registration.id, question);
    finish();
  };
  const press = () => {
    setWarned(fields.pending || editing);
    if (fields.pending || editing) return;
    if (question === null) finish();
    else setAsking(true);
  };
  return (
    <>
      <div role="alert">
        {warned && editing && <p className={classes.failed}>{t.editing}</p>}
        {warned && !editing && fields.pending && (
          <p className={classes.failed}>
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
        opened={asking && question !== null}
        title={question?.title ?? ''}
        confirm={t.finishAnyway}
        pending={false}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {question !== null && <HoldersReasons question={question} />}
      </ConfirmDialog>
    </>
  );
}
