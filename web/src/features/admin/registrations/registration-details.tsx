import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import { formatBytes, formatCents, formatDateTime } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { HashBlock } from '../../../ui/hash-line.tsx';
import { texts } from '../texts.ts';
import { Assignment } from './assignment.tsx';
import { History } from './history.tsx';
import { Holders } from './holders.tsx';
import classes from './registrations.module.css';

const t = texts.details;

/** All an admin asks about a registration, in the dialog as in the panel beside the list. */
export function RegistrationDetails({ registration: r }: { registration: StaffRegistration }) {
  return (
    <div className={classes.details}>
      <div>
        <StatusBadge status={r.status} />
      </div>
      <Assignment key={r.id} registration={r} />
      <Facts>
        <Fact name={texts.registrations.applicant}>{r.applicantName}</Fact>
        <Fact name={t.email}>{r.applicantEmail}</Fact>
        <Fact name={t.taxId}>{r.applicantTaxId}</Fact>
        <Fact name={t.holder}>{r.holderName}</Fact>
        <Fact name={t.jurisdiction}>{JURISDICTION_NAMES[r.jurisdiction]}</Fact>
        <Fact name={t.amount}>{formatCents(r.paymentAmount)}</Fact>
        <Fact name={t.paidAt}>{r.paymentPaidAt === null ? t.notPaid : formatDateTime(r.paymentPaidAt)}</Fact>
        <Fact name={t.created}>{formatDateTime(r.createdAt)}</Fact>
        <Fact name={t.updated}>{formatDateTime(r.statusUpdatedAt)}</Fact>
        <Fact name={t.description}>{r.description}</Fact>
        <Fact name={t.file}>
          {r.fileName === null ? t.noFile : `${r.fileName} (${formatBytes(r.fileSize ?? 0, 'Bytes')})`}
        </Fact>
        <Fact name={t.id}>
          <code>{r.id}</code>
        </Fact>
      </Facts>
      {r.sha256 !== null && <HashBlock hash={r.sha256} />}
      <Holders id={r.id} />
      <History id={r.id} />
    </div>
  );
}
