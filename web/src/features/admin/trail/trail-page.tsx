import '../../../ui/mantine-forms.ts';
import { ACT_NAMES, AUDIT_PAGE_SIZE, type AuditEntry } from '@g2/gateway/contract/audit';
import { auditCalls } from '@g2/gateway/contract/gen/calls/audit';
import { REFUND_REASON_NAMES } from '@g2/gateway/contract/payment-admin';
import { STATUS_NAMES } from '@g2/gateway/contract/status-terms';
import { ROLE_NAMES } from '@g2/gateway/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router';
import { call, pathOf } from '../../../lib/call.ts';
import { downloadGenerated } from '../../../lib/download.ts';
import { formatCents, formatDateTime, formatSignedCredits } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { queryWithPreviousData } from '../api.ts';
import { accountPath, RecordLink } from '../cells.tsx';
import { AdminList, ExportButton } from '../list.tsx';
import { SectionPage } from '../sections.tsx';
import { texts as t } from './texts.ts';
import { filterOf, TrailFilters } from './trail-filters.tsx';

const TRAIL_KEY = auditCalls.listAudit.path;
/** CSS classes of an id. */
const ID_CLASSES = 'text-xs wrap-anywhere';

/** The audit trail, newest entry first. The URL holds its filters; each entry has collapsed details. */
export function TrailPage() {
  const client = useQueryClient();
  const params = useListParams();
  const filter = filterOf(params);
  const query = useQuery(
    queryWithPreviousData([TRAIL_KEY, { page: params.page, ...filter }], (signal) =>
      call(auditCalls.listAudit, {
        query: { page: params.page, limit: AUDIT_PAGE_SIZE, ...filter },
        signal,
      }),
    ),
  );
  const exportButton = (
    <ExportButton
      texts={t.export}
      download={() => downloadGenerated(pathOf(auditCalls.exportAudit), filter, t.export.fileName)}
      // The export adds an entry to the trail.
      onSettled={() => client.invalidateQueries({ queryKey: [TRAIL_KEY] })}
    />
  );
  return (
    <SectionPage title={t.title} lead={t.lead} action={exportButton} current="/admin/trilha">
      <TrailFilters params={params} filter={filter} />
      <AdminList
        texts={t}
        query={query}
        params={params}
        pageSize={AUDIT_PAGE_SIZE}
        isFiltered={Object.values(filter).some((value) => value !== '')}
        columns={COLUMNS}
        card={(entry) => <EntryCard entry={entry} />}
        nameOf={(entry) => `${actionName(entry)}, ${formatDateTime(entry.at)}`}
      />
    </SectionPage>
  );
}

/** The Portuguese name of an action, or its code if this release does not know it. */
const actionName = ({ action }: AuditEntry): string => ACT_NAMES[action] ?? action;

const COLUMNS: Column<AuditEntry>[] = [
  { accessor: 'at', title: t.time, noWrap: true, render: (entry) => formatDateTime(entry.at) },
  { accessor: 'action', title: t.action, render: (entry) => <strong>{actionName(entry)}</strong> },
  { accessor: 'actorId', title: t.actor, render: (entry) => <Actor entry={entry} /> },
  { accessor: 'subjectId', title: t.subject, render: (entry) => <Subject entry={entry} /> },
  {
    accessor: 'address',
    title: t.address,
    // Wide enough for an IPv4 address in one line. An IPv6 address may wrap.
    render: (entry) => <span className="inline-block min-w-[15ch]">{entry.address ?? t.notRecorded}</span>,
  },
  {
    accessor: 'detail',
    title: t.details,
    width: '26%',
    render: (entry) => <Details entry={entry} name={actionName(entry)} />,
  },
];

function EntryCard({ entry }: { entry: AuditEntry }) {
  return (
    <div className="g2-tile">
      <div className="g2-spread min-w-0">
        <strong>{actionName(entry)}</strong>
        <span className="g2-meta">{formatDateTime(entry.at)}</span>
      </div>
      <div className="grid gap-1 justify-items-start min-w-0">
        <Actor entry={entry} />
        <Subject entry={entry} />
        <span className="g2-meta">{entry.address ?? t.notRecorded}</span>
      </div>
      <Details entry={entry} name={actionName(entry)} />
    </div>
  );
}

type EntryProps = { readonly entry: AuditEntry };

/** The actor's name, or the id of a removed account, as a link to the account. */
function Actor({ entry: { actorId, actorName } }: EntryProps) {
  if (actorId === null) return <span className="g2-meta">{t.unidentified}</span>;
  return <RecordLink to={accountPath(actorId)}>{actorName ?? actorId}</RecordLink>;
}

/** The path of a subject's page, by the type of the subject. */
const SUBJECT_PATHS: Readonly<Record<string, (id: string) => string>> = {
  user: accountPath,
  registration: (id) => `/operator/registrations/${id}`,
  certificate: (id) => `/verificar/${id}`,
  contact: (id) => `/operator/atendimentos/${id}`,
  approval: () => '/admin/aprovacoes?ver=decididos',
};
const SUBJECT_NAMES: Readonly<Record<string, string>> = t.subjects;

/** The type and the id of an entry's subject. The id is a link if the subject has a page. */
function Subject({ entry: { action, subjectType, subjectId } }: EntryProps) {
  const subjectName = SUBJECT_NAMES[subjectType] ?? subjectType;
  if (subjectId === 'unknown') return <span className="g2-meta">{t.unknownSubject}</span>;
  if (subjectId === 'trail' || subjectType === 'report') return <span>{subjectName}</span>;
  // For all other actions, a subject of type `payment` is a webhook event, which has no page.
  const isPayment = action === 'payment-refunded' || action === 'payment-given-back';
  const to = isPayment ? `/admin/payments?open=${subjectId}` : SUBJECT_PATHS[subjectType]?.(subjectId);
  return (
    <span className="inline-block min-w-32.5">
      {subjectName}{' '}
      {to === undefined ? (
        <code className={ID_CLASSES}>{subjectId}</code>
      ) : (
        <Link className={clsx(ID_CLASSES, 'text-accent')} to={to}>
          {subjectId}
        </Link>
      )}
    </span>
  );
}

function Details({ entry, name }: EntryProps & { readonly name: string }) {
  return (
    <details className="min-w-0">
      <summary className="w-fit py-1 text-accent font-semibold cursor-pointer" aria-label={t.detailsOf(name)}>
        {t.details}
      </summary>
      <Facts>
        {Object.entries(entry.detail).map(([field, value]) => (
          <Fact key={field} name={FIELD_NAMES[field] ?? field}>
            {displayValue(entry, field, value)}
          </Fact>
        ))}
        <Fact name={t.requestId}>
          <code className={ID_CLASSES}>{entry.requestId || t.notRecorded}</code>
        </Fact>
        <Fact name={t.entryId}>
          <code className={ID_CLASSES}>{entry.id}</code>
        </Fact>
      </Facts>
    </details>
  );
}

const FIELD_NAMES: Readonly<Record<string, string>> = t.fields;
const VALUE_NAMES: Readonly<Record<string, string>> = {
  ...ROLE_NAMES,
  ...STATUS_NAMES,
  ...REFUND_REASON_NAMES,
  ...t.values,
};

/** The Portuguese text of a value, or the value itself if no text is known. */
function displayValue({ action }: AuditEntry, field: string, value: string): string {
  if (field === 'method' && value === 'password') return t.passwordMethod;
  if (field === 'amountCents') return formatCents(Number(value));
  if (field === 'delta') return formatSignedCredits(Number(value));
  const parts = action === 'account-edited' ? value.split(',') : [value];
  return parts.map((part) => VALUE_NAMES[part] ?? part).join(', ');
}
