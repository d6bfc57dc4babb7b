import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCents } from '../../lib/format.ts';
import { priorityQuery } from '../../lib/registrations.ts';
import { ResubmitButton } from '../../ui/resubmit-button.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './list.module.css';
import { texts } from './texts.ts';
import { useCertificateDownload } from './use-actions.ts';

interface PriorityBlockProps {
  readonly onPay: (registration: Registration) => void;
  readonly onDetails: (registration: Registration) => void;
}

/** Up to three registrations that wait for the client. */
export function PriorityBlock(props: PriorityBlockProps) {
  const { data } = useQuery(priorityQuery);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="priority-title">
      <h2 id="priority-title" className={classes.sectionTitle}>
        {texts.priority.title}
      </h2>
      <p className={classes.sectionLead}>{texts.priority.lead}</p>
      <ul className={classes.priority}>
        {data.items.map((registration) => (
          <PriorityRow key={registration.id} registration={registration} {...props} />
        ))}
      </ul>
    </section>
  );
}

function PriorityRow({
  registration,
  onPay,
  onDetails,
}: PriorityBlockProps & { registration: Registration }) {
  return (
    <li className={classes.priorityRow}>
      <div className={classes.priorityText}>
        <span className={classes.priorityTitle}>{registration.title}</span>
        <StatusBadge status={registration.status} />
      </div>
      {registration.canPay && (
        <span className={classes.priorityFee}>{formatCents(registration.paymentAmount)}</span>
      )}
      <div className={classes.priorityActions}>
        <Button size="sm" variant="default" onClick={() => onDetails(registration)}>
          {texts.actions.details}
        </Button>
        <MainAction registration={registration} onPay={onPay} />
      </div>
    </li>
  );
}

function MainAction({
  registration,
  onPay,
}: Pick<PriorityBlockProps, 'onPay'> & { registration: Registration }) {
  const download = useCertificateDownload();
  const t = texts.actions;
  if (registration.status === 'certificate_issued') {
    return (
      <Button size="sm" loading={download.isPending} onClick={() => download.mutate(registration)}>
        {t.download}
      </Button>
    );
  }
  if (registration.canPay) {
    return (
      <Button size="sm" onClick={() => onPay(registration)}>
        {t.pay}
      </Button>
    );
  }
  if (registration.canResubmit) return <ResubmitButton size="sm" registration={registration} />;
  return (
    <Button size="sm" component={Link} to={`/register?id=${registration.id}&step=upload`}>
      {t.continue}
    </Button>
  );
}
