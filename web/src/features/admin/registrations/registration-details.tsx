import type { Evidence } from '@g2/gateway/contract/certificates';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/status-terms';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatBytes, formatCents, formatDateTime, formatPercent } from '../../../lib/format.ts';
import { staffEvidenceQuery } from '../../../shared/certificate/api.ts';
import { EvidenceView } from '../../../shared/certificate/evidence.tsx';
import { texts as certificateTexts } from '../../../shared/certificate/texts.ts';
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
  readonly onChangeStatus: (registration: StaffRegistration) => void;
}

export function RegistrationDetails({ registration, onChangeStatus }: RegistrationDetailsProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <StatusBadge status={registration.status} />
      </div>
      <Assignment key={registration.id} registration={registration} />
      <Facts>
        <Fact name={texts.registrations.applicant}>
          <NameLink to={accountPath(registration.userId)}>{registration.applicantName}</NameLink>
        </Fact>
        <Fact name={t.email}>{registration.applicantEmail}</Fact>
        <Fact name={t.taxId}>{registration.applicantTaxId}</Fact>
        <Fact name={t.holder}>{registration.holderName}</Fact>
        <Fact name={t.jurisdiction}>{JURISDICTION_NAMES[registration.jurisdiction]}</Fact>
        <Fact name={t.amount}>{formatCents(registration.paymentAmount)}</Fact>
        <Fact name={t.paidAt}>
          {registration.paymentPaidAt === null ? t.notPaid : formatDateTime(registration.paymentPaidAt)}
        </Fact>
        <Fact name={t.created}>{formatDateTime(registration.createdAt)}</Fact>
        {registration.depositedAt !== null && (
          <Fact name={t.deposited}>{formatDateTime(registration.depositedAt)}</Fact>
        )}
        <Fact name={t.updated}>{formatDateTime(registration.statusUpdatedAt)}</Fact>
        <Fact name={t.description}>{registration.description}</Fact>
        <Fact name={t.file}>
          {registration.fileName === null
            ? t.noFile
            : `${registration.fileName} (${formatBytes(registration.fileSize ?? 0, 'Bytes')})`}
        </Fact>
        <Fact name={t.id}>
          <code>{registration.id}</code>
        </Fact>
      </Facts>
      {registration.sha256 !== null && (
        <FileHashes sha256={registration.sha256} sha512={registration.sha512} />
      )}
      {registration.paymentPaidAt !== null && (
        <EvidenceSection key={`evidence ${registration.id}`} id={registration.id} />
      )}
      <Holders id={registration.id} />
      <History id={registration.id} />
      <div className="g2-foot g2-actions">
        <Button onClick={() => onChangeStatus(registration)}>{texts.registrations.update}</Button>
        <Button component={Link} to={`/operator/registrations/${registration.id}`} variant="default">
          {t.openPage}
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

/** The evidence of a paid deposit, and a button to revoke its certificate. */
function EvidenceSection({ id }: { id: string }) {
  const query = useQuery(staffEvidenceQuery(id));
  return (
    <Section title={certificateTexts.title}>
      <EvidenceView query={query}>{(evidence) => <RevokeButton evidence={evidence} />}</EvidenceView>
    </Section>
  );
}

function RevokeButton({ evidence: { number, status } }: { evidence: Evidence }) {
  const [isOpen, setIsOpen] = useState(false);
  if (number === null || status === 'revoked') return null;
  return (
    <div className="mt-3">
      <Button size="sm" variant="default" color="red" onClick={() => setIsOpen(true)}>
        {texts.revokeDialog.openButton}
      </Button>
      <DecisionDialog decision="revoke" number={number} opened={isOpen} onClose={() => setIsOpen(false)} />
    </div>
  );
}
