import { MAX_OWNERSHIP_TOTAL } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { holdersQuery } from '../../lib/registrations.ts';
import panel from '../../ui/page.module.css';
import { notify } from '../../ui/toast-store.ts';
import { HolderForm } from './holder-form.tsx';
import { HolderList } from './holder-list.tsx';
import holdersCss from './holders.module.css';
import { availableShare, totalShare } from './holders.ts';
import { stepPath } from './steps.ts';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.holders;

/** The third step: who shares the rights (optional), the summary, and the end. */
export function HoldersStep({ registration }: { registration: Registration }) {
  const navigate = useNavigate();
  const holders = useQuery(holdersQuery(registration.id)).data?.items;
  const total = totalShare(holders ?? []);
  const finish = () => {
    notify.success(texts.done.finished, texts.done.finishedText);
    void navigate(stepPath('complete', registration.id));
  };
  return (
    <div className={panel.panel}>
      <div className={holdersCss.holdersHead}>
        <div>
          <Title order={2}>{t.heading}</Title>
          <p className={classes.note}>{t.lead}</p>
        </div>
        <div className={holdersCss.shares}>
          <span className={holdersCss.share}>{t.total(total)}</span>
          <span className={holdersCss.share}>{t.available(MAX_OWNERSHIP_TOTAL - total)}</span>
        </div>
      </div>
      <ShareVerdict total={total} />
      <HolderList registrationId={registration.id} holders={holders} />
      <HolderForm registrationId={registration.id} total={total} rest={availableShare(total)} />
      <Summary registration={registration} />
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void navigate(stepPath('upload', registration.id))}>
          {t.back}
        </Button>
        <Button onClick={finish} disabled={holders === undefined || total > MAX_OWNERSHIP_TOTAL}>
          {t.finish}
        </Button>
      </div>
    </div>
  );
}

function ShareVerdict({ total }: { total: number }) {
  if (total < MAX_OWNERSHIP_TOTAL) return null;
  const exact = total === MAX_OWNERSHIP_TOTAL;
  return (
    <p className={classes.verdict} data-match={exact} role="status">
      {exact ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      {exact ? t.exact : t.over}
    </p>
  );
}
