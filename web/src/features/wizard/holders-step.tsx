import { type Holder, MAX_OWNERSHIP_TOTAL } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { holdersQuery } from '../../lib/registrations.ts';
import panel from '../../ui/page.module.css';
import { RetryLine } from '../../ui/retry-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { holderDraft } from './draft.ts';
import { clearFields, HolderForm, isBlank, useHolderFields } from './holder-form.tsx';
import { HolderList } from './holder-list.tsx';
import holdersCss from './holders.module.css';
import { availableShare, totalShare } from './holders.ts';
import { StepHeading } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';
import { useAddHolder, useRemoveHolder } from './use-holders.ts';
import classes from './wizard.module.css';

const t = texts.holders;

/** The third step: who shares the rights (optional), the answers to check, and the end. */
export function HoldersStep({ registration }: { registration: Registration }) {
  const { data, error, isFetching, refetch } = useQuery(holdersQuery(registration.id));
  if (data === undefined) {
    return (
      <div className={panel.panel}>
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
  const form = useHolderFields(holderDraft(registration.userId, registration.id));
  const add = useAddHolder(registration.id);
  const remove = useRemoveHolder(registration.id);
  return (
    <div className={panel.panel}>
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
      <ShareVerdict total={total} />
      <HolderList holders={holders} remove={remove} />
      {holders.length === 0 && <SoleHolder registration={registration} add={add} />}
      <HolderForm form={form} add={add} total={total} rest={availableShare(total)} />
      <Summary registration={registration} holders={holders} />
      <Finish
        registrationId={registration.id}
        over={total > MAX_OWNERSHIP_TOTAL}
        pending={!isBlank(form.values)}
        onClear={() => clearFields(form)}
      />
    </div>
  );
}

function ShareVerdict({ total }: { total: number }) {
  const exact = total === MAX_OWNERSHIP_TOTAL;
  return (
    <div role="status" className={holdersCss.verdictBox}>
      {total >= MAX_OWNERSHIP_TOTAL && (
        <p className={classes.verdict} data-tone={exact ? 'good' : 'warn'}>
          {exact ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
          <span>{exact ? t.exact : t.over}</span>
        </p>
      )}
    </div>
  );
}

/** Most who register alone own all of it: the applicant as the one holder, without typing it again. */
function SoleHolder(props: { registration: Registration; add: ReturnType<typeof useAddHolder> }) {
  const { applicantName, applicantTaxId } = props.registration;
  const body = {
    holderName: applicantName,
    holderTaxId: applicantTaxId,
    ownershipPercentage: MAX_OWNERSHIP_TOTAL,
  };
  return (
    <div className={holdersCss.sole}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconUserCheck size={17} aria-hidden />}
        aria-describedby="sole-hint"
        disabled={props.add.isPending}
        onClick={() => props.add.mutate(body)}
      >
        {t.sole}
      </Button>
      <span id="sole-hint" className={classes.note}>
        {t.soleHint(applicantName)}
      </span>
    </div>
  );
}

interface FinishProps {
  readonly registrationId: string;
  /** The shares exceed 100 %. */
  readonly over: boolean;
  /** A holder has been typed and not added: finishing now would silently leave it out. */
  readonly pending: boolean;
  readonly onClear: () => void;
}

function Finish({ registrationId, over, pending, onClear }: FinishProps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const finish = () => {
    if (pending) return setAsked(true);
    notify.success(texts.done.finished, texts.done.finishedText);
    void navigate(stepPath('complete', registrationId));
  };
  return (
    <>
      <div role="alert">
        {asked && pending && (
          <p className={classes.failed}>
            {t.pending}
            <Button variant="default" size="sm" onClick={onClear}>
              {t.clear}
            </Button>
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void navigate(stepPath('upload', registrationId))}>
          {t.back}
        </Button>
        <Button onClick={finish} disabled={over}>
          {t.finish}
        </Button>
      </div>
    </>
  );
}
