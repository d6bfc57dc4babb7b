import type { Evidence } from '@g2/gateway/contract/certificates';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/statuses';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatBytes, formatCents, formatDateTime, formatPercent } from '../../../lib/format.ts';
import { staffEvidenceQuery } from '../../../shared/certificate/api.ts';
import { EvidenceView } from '../../../shared/certificate/evidence.tsx';
import { texts as certificate } from '../../../shared/certificate/texts.ts';
import { Assignment } from '../../../shared/registration/assignment/assignment.tsx';
import { staffHistoryQuery, staffHoldersQuery } from '../../../shared/registration/staff-api.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { StatusHistory } from '../../../shared/registration/status-history.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { FileHashes } from '../../../ui/hash-line.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { accountPath, NameLink } from '../cells.tsx';
import { texts } from '../texts.ts';
import { DecisionDialog } from './decision-dialog.tsx';

const t = texts.details;

interface RegistrationDetailsProps {
  readonly registration: StaffRegistration;
  readonly onStatus: (registration: StaffRegistration) => void;
}

export function RegistrationDetails({ registration: r, onStatus }: RegistrationDetailsProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <StatusBadge status={r.status} />
      </div>
      <Assignment key={r.id} registration={r} />
      <Facts>
        <Fact name={texts.registrations.applicant}>
          <NameLink to={accountPath(r.userId)}>{r.applicantName}</NameLink>
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

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="g2-subtitle mb-1">{title}</h3>
    {children}
  </section>
);

function History({ id }: { id: string }) {
  const query = useQuery(staffHistoryQuery(id));
  return (
    <Section title={t.history}>
      <QueryFrame query={query} loading={<Skeleton height={64} radius="md" />} failed={t.historyFailed}>
        {(entries) => <StatusHistory entries={entries} />}
      </QueryFrame>
    </Section>
  );
}

function Holders({ id }: { id: string }) {
  const { data = [] } = useQuery(staffHoldersQuery(id));
  if (data.length === 0) return null;
  return (
    <Section title={t.holders}>
      <ul className="g2-rows text-sm">
        {data.map((holder) => (
          <li key={holder.id} className="flex justify-between gap-4 py-2 wrap-anywhere">
            <span>{holder.holderName}</span>
            <strong className="tabular-nums whitespace-nowrap">
              {formatPercent(holder.ownershipPercentage)}
            </strong>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The evidence of a paid deposit, with the button by which an admin revokes its certificate. */
function EvidenceSection({ id }: { id: string }) {
  const evidence = useQuery(staffEvidenceQuery(id));
  return (
    <Section title={certificate.title}>
      <EvidenceView query={evidence}>{(it) => <Revocation evidence={it} />}</EvidenceView>
    </Section>
  );
}

function Revocation({ evidence: { number, status } }: { evidence: Evidence }) {
  const [opened, setOpened] = useState(false);
  if (number === null || status === 'revoked') return null;
  return (
    <div className="mt-3">
      <Button size="sm" variant="default" color="red" onClick={() => setOpened(true)}>
        {texts.revoke.open}
      </Button>
      <DecisionDialog decision="revoke" number={number} opened={opened} onClose={() => setOpened(false)} />
    </div>
  );
}
