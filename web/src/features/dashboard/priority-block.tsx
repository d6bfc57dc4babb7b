import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCents } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { priorityQuery } from '../registrations/api.ts';
import { texts as registrations } from '../registrations/texts.ts';
import { useCertificateDownload, useResubmit } from '../registrations/use-actions.ts';
import classes from './dashboard.module.css';
import { texts } from './texts.ts';

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
          {registrations.actions.details}
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
  const resubmit = useResubmit();
  const t = registrations.actions;
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
  if (registration.canResubmit) {
    return (
      <Button size="sm" loading={resubmit.isPending} onClick={() => resubmit.mutate(registration)}>
        {t.resubmit}
      </Button>
    );
  }
  return (
    <Button size="sm" component={Link} to={`/register?id=${registration.id}&step=upload`}>
      {t.continue}
    </Button>
  );
}
