import type { Holder } from '@g2/gateway/contract/holders';
import type { InternalNote, StaffRegistration } from '@g2/gateway/contract/registrations';
import { JURISDICTION_NAMES } from '@g2/gateway/contract/status-terms';
import { verificationPath } from '@g2/gateway/contract/verification';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatPercent } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { ArchiveChanges } from '../../shared/archive/changes.tsx';
import { texts as changeTexts } from '../../shared/archive/changes-texts.ts';
import { staffEvidenceQuery } from '../../shared/certificate/api.ts';
import { CertificateBadge } from '../../shared/certificate/badge.tsx';
import { useCertificateDownload } from '../../shared/certificate/download.ts';
import { EvidenceView } from '../../shared/certificate/evidence.tsx';
import { texts as certificateTexts } from '../../shared/certificate/texts.ts';
import { filledDetails } from '../../shared/registration/filled-details.ts';
import { Messages } from '../../shared/registration/messages/messages.tsx';
import { texts as messageTexts } from '../../shared/registration/messages/texts.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import {
  STAFF_REGISTRATIONS,
  staffHistoryQuery,
  staffHoldersQuery,
} from '../../shared/registration/staff-api.ts';
import { StatusHistory } from '../../shared/registration/status-history.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Initials, PersonName } from '../../ui/person-name.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { queuedRegistrationQuery } from './api.ts';
import { detailNames, texts } from './texts.ts';

const t = texts.detail;

/** Component that frames a section: a card on the page, a plain block in the side panel. */
export type Frame = (props: { title: string; action?: ReactNode; children: ReactNode }) => ReactNode;

export interface SectionProps {
  readonly registration: StaffRegistration;
  readonly frame: Frame;
}

/**
 * Section with the details that the client wrote, and the dates. `brief` makes it compact and omits what the side panel
 * shows elsewhere.
 */
export function InfoSection(props: SectionProps & { brief?: boolean }) {
  const { registration, frame: Section, brief = false } = props;
  return (
    <Section title={t.info}>
      <Facts compact={brief}>
        <Fact name={detailNames.description} wide>
          {registration.description}
        </Fact>
        {filledDetails(registration).map(({ name, text }) => (
          <Fact key={name} name={detailNames[name]} wide>
            {text}
          </Fact>
        ))}
        <Fact name={detailNames.holderName}>{registration.holderName}</Fact>
        <Fact name={detailNames.applicantName}>{registration.applicantName}</Fact>
        <Fact name={detailNames.applicantTaxId}>{registration.applicantTaxId}</Fact>
        <Fact name={detailNames.applicantEmail}>{registration.applicantEmail}</Fact>
        <Fact name={detailNames.jurisdiction}>{JURISDICTION_NAMES[registration.jurisdiction]}</Fact>
        {!brief && (
          <Fact name={texts.list.operator}>
            <PersonName person={registration.assignedOperator} placeholder={texts.list.unassigned} />
          </Fact>
        )}
        <Fact name={texts.list.created}>{formatDateTime(registration.createdAt)}</Fact>
        {registration.depositedAt !== null && (
          <Fact name={t.deposited}>{formatDateTime(registration.depositedAt)}</Fact>
        )}
        <Fact name={texts.list.updated}>{formatDateTime(registration.statusUpdatedAt)}</Fact>
        {registration.paymentPaidAt !== null && (
          <Fact name={t.paidAt}>{formatDateTime(registration.paymentPaidAt)}</Fact>
        )}
      </Facts>
    </Section>
  );
}

/** Compares the file with the file from before the corrections. Renders nothing if no earlier file is stored. */
export function ChangesSection({ registration, frame: Section }: SectionProps) {
  const { id, sha256, hasEarlierFile } = registration;
  if (!hasEarlierFile || sha256 === null) return null;
  return (
    <Section title={changeTexts.title}>
      <ArchiveChanges key={sha256} deposit={{ id, sha256 }} />
    </Section>
  );
}

export function EvidenceSection({ registration: { id, sha256 }, frame: Section }: SectionProps) {
  if (sha256 === null) return null;
  return (
    <Section title={certificateTexts.title}>
      <EvidenceLoader id={id} />
    </Section>
  );
}

function EvidenceLoader({ id }: { id: string }) {
  return <EvidenceView query={useQuery(staffEvidenceQuery(id))} />;
}

export function CertificateSection({ registration: { id, status }, frame: Section }: SectionProps) {
  const isIssued = status === 'certificate_issued';
  const query = useQuery({ ...staffEvidenceQuery(id), enabled: isIssued });
  const download = useCertificateDownload();
  if (!isIssued) return null;
  return (
    <Section
      title={certificateTexts.certificate}
      action={
        <Button
          size="xs"
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download.mutate({ id })}
        >
          {t.downloadPdf}
        </Button>
      }
    >
      {/* The skeleton is as high as the loaded line; on a phone, number and status need two lines. */}
      <QueryFrame
        query={query}
        loading={
          <Skeleton
            className="min-h-6 phone:min-h-14"
            radius="md"
            role="status"
            aria-label={certificateTexts.loading}
          />
        }
        failed={certificateTexts.failed}
      >
        {({ number, status }) => (
          <p className="g2-row g2-mono m-0 min-h-6 phone:min-h-14 text-sm">
            {number === null ? (
              certificateTexts.noCertificate
            ) : (
              <Link to={verificationPath(number)} target="_blank" className="g2-link min-h-6">
                {number}
              </Link>
            )}
            {status !== null && <CertificateBadge status={status} />}
          </p>
        )}
      </QueryFrame>
    </Section>
  );
}

/** Section with the holders. Renders nothing if there are none (spec §2). */
export function HoldersSection({ registration, frame: Section }: SectionProps) {
  const query = useQuery(staffHoldersQuery(registration.id));
  useErrorToast(query.error, t.failed, t.failedText);
  if (query.data === undefined ? query.error === null : query.data.length === 0) return null;
  return (
    <Section title={t.holders}>
      <QueryFrame query={query} loading={null} failed={t.failedText}>
        {(holders) => <HolderShares holders={holders} />}
      </QueryFrame>
    </Section>
  );
}

/** Messages between staff and client; key E focuses the text field. Staff who own the registration write as client. */
export function MessagesSection({ registration, frame: Section }: SectionProps) {
  const { id, userId, unreadMessages } = registration;
  const messageField = useRef<HTMLTextAreaElement>(null);
  const reader = useUser()?.id === userId ? 'owner' : 'staff';
  const thread = { id, root: STAFF_REGISTRATIONS };
  useShortcuts({ e: () => messageField.current?.focus() });
  return (
    <Section title={messageTexts.title} action={<UnreadMark count={unreadMessages} reader={reader} />}>
      <Messages key={id} thread={thread} reader={reader} fieldRef={messageField} shortcut="e" />
    </Section>
  );
}

/** Section with internal notes; renders nothing if there are none (spec §2). A queue row contains only their number. */
export function NotesSection({ registration, frame: Section }: SectionProps) {
  const { data, error, isFetching, refetch } = useQuery(queuedRegistrationQuery(registration.id));
  const { internalNotes, internalNoteCount } = data ?? registration;
  if (internalNoteCount === 0) return null;
  return (
    <Section title={t.internalNotes}>
      {internalNotes.length > 0 ? (
        <NotesThread notes={internalNotes} />
      ) : error !== null ? (
        <RetryLine text={t.failedText} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} radius="md" role="status" aria-label={t.loadingNotes} />
      )}
    </Section>
  );
}

export function HistorySection({ registration, frame: Section }: SectionProps) {
  const query = useQuery(staffHistoryQuery(registration.id));
  useErrorToast(query.error, t.failed, t.failedText);
  return (
    <Section title={t.history}>
      <QueryFrame
        query={query}
        loading={<Skeleton height={96} radius="md" role="status" aria-label={t.loadingHistory} />}
        failed={t.failedText}
      >
        {(entries) => <StatusHistory entries={entries} showNotes={false} />}
      </QueryFrame>
    </Section>
  );
}

function NotesThread({ notes }: { notes: readonly InternalNote[] }) {
  const sortedNotes = notes.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  return (
    <ol className="g2-list grid gap-3">
      {sortedNotes.map((note) => (
        <li key={note.id} className="grid grid-cols-[28px_minmax(0,1fr)] gap-y-0 gap-x-3">
          <Initials name={note.authorName} />
          <div className="pt-2 px-3 pb-3 rounded-md bg-sunken text-sm">
            <p className="flex flex-wrap items-baseline gap-x-2 m-0">
              <strong className="font-semibold">{note.authorName}</strong>
              <time className="g2-meta tabular-nums" dateTime={note.createdAt}>
                {formatDateTime(note.createdAt)}
              </time>
            </p>
            <p className="m-0 mt-0.5 whitespace-pre-line wrap-anywhere">{note.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Holders with their shares as bars. If the shares do not sum up to 100%, a line below shows the rest. */
function HolderShares({ holders }: { holders: readonly Holder[] }) {
  const total = holders.reduce((sum, { ownershipPercentage }) => sum + ownershipPercentage, 0);
  return (
    <>
      <ul className="g2-rows">
        {holders.map((holder) => (
          <li
            key={holder.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 gap-x-4 py-3 px-0 first:pt-0"
          >
            <span className="wrap-anywhere">{holder.holderName}</span>
            <span className="font-bold tabular-nums">{formatPercent(holder.ownershipPercentage)}</span>
            <span className="g2-meter col-span-full" aria-hidden>
              <span style={{ width: `${holder.ownershipPercentage}%` }} />
            </span>
            <span className="g2-meta wrap-anywhere">{holder.holderTaxId}</span>
          </li>
        ))}
      </ul>
      <p className="g2-note mt-1 tabular-nums">
        {total === 100
          ? t.sharesComplete
          : t.sharesIncomplete(formatPercent(total), formatPercent(100 - total))}
      </p>
    </>
  );
}
