import '../../../ui/mantine-forms.ts';
import { ACT_NAMES, AUDIT_PAGE_SIZE, type AuditEntry } from '@g2/gateway/contract/audit';
import { auditCalls } from '@g2/gateway/contract/gen/calls/audit';
import { REFUND_REASON_NAMES } from '@g2/gateway/contract/payment-admin';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
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
import { steadyQuery } from '../api.ts';
import { accountPath, RecordLink } from '../cells.tsx';
import { AdminList, ExportButton } from '../list.tsx';
import { SectionPage } from '../sections.tsx';
import { texts as t } from './texts.ts';
import { filterOf, TrailFilters } from './trail-filters.tsx';

const TRAIL = auditCalls.listAudit.path;
/** Look of an id. */
const ID = 'text-xs wrap-anywhere';

/** The audit trail, newest first, filtered by the URL; each entry has collapsed details. */
export function TrailPage() {
  const client = useQueryClient();
  const params = useListParams();
  const filter = filterOf(params);
  const query = useQuery(
    steadyQuery([TRAIL, { page: params.page, ...filter }], (signal) =>
      call(auditCalls.listAudit, {
        query: { page: params.page, limit: AUDIT_PAGE_SIZE, ...filter },
        signal,
      }),
    ),
  );
  const exportButton = (
    <ExportButton
      texts={t.export}
      save={() => downloadGenerated(pathOf(auditCalls.exportAudit), filter, t.export.fileName)}
      // The export is itself a new entry of the trail.
      onSettled={() => client.invalidateQueries({ queryKey: [TRAIL] })}
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
        narrowed={Object.values(filter).some((one) => one !== '')}
        columns={COLUMNS}
        card={(entry) => <Card entry={entry} />}
        nameOf={(it) => `${actName(it)}, ${formatDateTime(it.at)}`}
      />
    </SectionPage>
  );
}

/** An action from a later release is shown by its raw name. */
const actName = ({ action }: AuditEntry): string => ACT_NAMES[action] ?? action;

const COLUMNS: Column<AuditEntry>[] = [
  { accessor: 'at', title: t.at, noWrap: true, render: (it) => formatDateTime(it.at) },
  { accessor: 'action', title: t.action, render: (it) => <strong>{actName(it)}</strong> },
  { accessor: 'actorId', title: t.actor, render: (it) => <Actor entry={it} /> },
  { accessor: 'subjectId', title: t.subject, render: (it) => <Subject entry={it} /> },
  {
    accessor: 'address',
    title: t.address,
    // An IPv4 address stays in one line; a longer one may wrap.
    render: (it) => <span className="inline-block min-w-[15ch]">{it.address ?? t.gone}</span>,
  },
  {
    accessor: 'detail',
    title: t.details,
    width: '26%',
    render: (it) => <Details entry={it} name={actName(it)} />,
  },
];

function Card({ entry }: { entry: AuditEntry }) {
  return (
    <div className="g2-tile">
      <div className="g2-spread min-w-0">
        <strong>{actName(entry)}</strong>
        <span className="g2-meta">{formatDateTime(entry.at)}</span>
      </div>
      <div className="grid gap-1 justify-items-start min-w-0">
        <Actor entry={entry} />
        <Subject entry={entry} />
        <span className="g2-meta">{entry.address ?? t.gone}</span>
      </div>
      <Details entry={entry} name={actName(entry)} />
    </div>
  );
}

type Entry = { readonly entry: AuditEntry };

/** The actor by name, as a link to the account, which may have been removed. */
function Actor({ entry: { actorId, actorName } }: Entry) {
  if (actorId === null) return <span className="g2-meta">{t.unidentified}</span>;
  return <RecordLink to={accountPath(actorId)}>{actorName ?? actorId}</RecordLink>;
}

/** The page of a subject, by its type. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  user: accountPath,
  registration: (id) => `/operator/registrations/${id}`,
  certificate: (id) => `/verificar/${id}`,
  contact: (id) => `/operator/atendimentos/${id}`,
  approval: () => '/admin/aprovacoes?ver=decididos',
};
const SUBJECTS: Readonly<Record<string, string>> = t.subjects;

/** The subject of an entry: its type and its id, which is a link if the subject has a page. */
function Subject({ entry: { action, subjectType, subjectId } }: Entry) {
  const kind = SUBJECTS[subjectType] ?? subjectType;
  if (subjectId === 'unknown') return <span className="g2-meta">{t.unknownSubject}</span>;
  if (subjectId === 'trail' || subjectType === 'report') return <span>{kind}</span>;
  // For other actions, a subject of the type payment is a webhook event, which has no page.
  const isPayment = action === 'payment-refunded' || action === 'payment-given-back';
  const to = isPayment ? `/admin/payments?open=${subjectId}` : PAGES[subjectType]?.(subjectId);
  return (
    <span className="inline-block min-w-32.5">
      {kind}{' '}
      {to === undefined ? (
        <code className={ID}>{subjectId}</code>
      ) : (
        <Link className={clsx(ID, 'text-accent')} to={to}>
          {subjectId}
        </Link>
      )}
    </span>
  );
}

function Details({ entry, name }: Entry & { readonly name: string }) {
  return (
    <details className="min-w-0">
      <summary className="w-fit py-1 text-accent font-semibold cursor-pointer" aria-label={t.detailsOf(name)}>
        {t.details}
      </summary>
      <Facts>
        {Object.entries(entry.detail).map(([field, value]) => (
          <Fact key={field} name={FIELDS[field] ?? field}>
            {shown(entry, field, value)}
          </Fact>
        ))}
        <Fact name={t.request}>
          <code className={ID}>{entry.requestId || t.gone}</code>
        </Fact>
        <Fact name={t.entry}>
          <code className={ID}>{entry.id}</code>
        </Fact>
      </Facts>
    </details>
  );
}

const FIELDS: Readonly<Record<string, string>> = t.fields;
const VALUES: Readonly<Record<string, string>> = {
  ...ROLE_NAMES,
  ...STATUS_NAMES,
  ...REFUND_REASON_NAMES,
  ...t.values,
};

/** A value in Portuguese if its word is known, else as it is. */
function shown({ action }: AuditEntry, field: string, value: string): string {
  if (field === 'method' && value === 'password') return t.passwordMethod;
  if (field === 'amountCents') return formatCents(Number(value));
  if (field === 'delta') return formatSignedCredits(Number(value));
  const parts = action === 'account-edited' ? value.split(',') : [value];
  return parts.map((part) => VALUES[part] ?? part).join(', ');
}
