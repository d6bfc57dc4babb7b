import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatBytes, formatCents, formatDateTime, formatPercent } from '../../../lib/format.ts';
import { Assignment } from '../../../shared/registration/assignment/assignment.tsx';
import { staffHistoryQuery, staffHoldersQuery } from '../../../shared/registration/staff-api.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { StatusHistory } from '../../../shared/registration/status-history.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { FileHashes } from '../../../ui/hash-line.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import adminClasses from '../admin.module.css';
import { texts } from '../texts.ts';
import { accountPath } from '../users/user-cells.tsx';
import { EvidenceSection } from './evidence-section.tsx';
import classes from './registrations.module.css';

const t = texts.details;

interface RegistrationDetailsProps {
  readonly registration: StaffRegistration;
  readonly onStatus: (record: StaffRegistration) => void;
}

export function RegistrationDetails({ registration: r, onStatus }: RegistrationDetailsProps) {
  return (
    <div className={classes.details}>
      <div>
        <StatusBadge status={r.status} />
      </div>
      <Assignment key={r.id} registration={r} />
      <Facts>
        <Fact name={texts.registrations.applicant}>
          <Link to={accountPath(r.userId)} className={adminClasses.account}>
            {r.applicantName}
          </Link>
        </Fact>
        <Fact name={t.email}>{r.applicantEmail}</Fact>
        <Fact name={t.taxId}>{r.applicantTaxId}</Fact>
        <Fact name={t.holder}>{r.holderName}</Fact>
        <Fact name={t.jurisdiction}>{JURISDICTION_NAMES[r.jurisdiction]}</Fact>
        <Fact name={t.amount}>{formatCents(r.paymentAmount)}</Fact>
        <Fact name={t.paidAt}>{r.paymentPaidAt === null ? t.notPaid : formatDateTime(r.paymentPaidAt)}</Fact>
        <Fact name={t.created}>{formatDateTime(r.createdAt)}</Fact>
        {r.depositedAt !== null && <Fact name={t.deposited}>{formatDateTime(r.depositedAt)}</Fact>}
        <Fact name={t.updated}>{formatDateTime(r.statusUpdatedAt)}</Fact>
        <Fact name={t.description}>{r.description}</Fact>
        <Fact name={t.file}>
          {r.fileName === null ? t.noFile : `${r.fileName} (${formatBytes(r.fileSize ?? 0, 'Bytes')})`}
        </Fact>
        <Fact name={t.id}>
          <code>{r.id}</code>
        </Fact>
      </Facts>
      {r.sha256 !== null && <FileHashes sha256={r.sha256} sha512={r.sha512} />}
      {r.paymentPaidAt !== null && <EvidenceSection key={`evidence ${r.id}`} id={r.id} />}
      <Holders id={r.id} />
      <History id={r.id} />
      <div className="g2-foot g2-actions">
        <Button onClick={() => onStatus(r)}>{texts.registrations.update}</Button>
        <Button component={Link} to={`/operator/registrations/${r.id}`} variant="default">
          {t.full}
        </Button>
      </div>
    </div>
  );
}

function History({ id }: { id: string }) {
  const { data, isPending, isFetching, refetch } = useQuery(staffHistoryQuery(id));
  return (
    <section aria-label={t.history}>
      <h3 className={classes.partTitle}>{t.history}</h3>
      {isPending && <Skeleton height={64} radius="md" />}
      {!isPending && data === undefined && (
        <RetryLine text={t.historyFailed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <StatusHistory entries={data} />}
    </section>
  );
}

function Holders({ id }: { id: string }) {
  const { data = [] } = useQuery(staffHoldersQuery(id));
  if (data.length === 0) return null;
  return (
    <section aria-label={texts.details.holders}>
      <h3 className={classes.partTitle}>{texts.details.holders}</h3>
      <ul className={classes.lines}>
        {data.map((holder) => (
          <li key={holder.id} className={classes.line}>
            <span>{holder.holderName}</span>
            <strong className={classes.number}>{formatPercent(holder.ownershipPercentage)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
