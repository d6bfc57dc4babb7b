import '../../../ui/mantine-forms.ts';
import { ACT_NAMES, AUDIT_PAGE_SIZE, type AuditEntry } from '@g2/gateway/contract/audit';
import { auditCalls } from '@g2/gateway/contract/gen/calls/audit';
import { REFUND_REASON_NAMES } from '@g2/gateway/contract/payment-admin';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { ROLE_NAMES } from '@g2/gateway/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call, pathOf } from '../../../lib/call.ts';
import { downloadGenerated } from '../../../lib/download.ts';
import { formatCents, formatDateTime, formatSignedCredits } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import adminClasses from '../admin.module.css';
import { steadyQuery } from '../api.ts';
import { AdminList, ExportButton } from '../list.tsx';
import { SectionPage } from '../sections.tsx';
import { texts as t } from './texts.ts';
import classes from './trail.module.css';
import { filterOf, TrailFilters } from './trail-filters.tsx';

const TRAIL = auditCalls.listAudit.path;

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
    render: (it) => <span className={classes.address}>{it.address ?? t.gone}</span>,
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
      <div className={adminClasses.cardHead}>
        <strong>{actName(entry)}</strong>
        <span className="g2-meta">{formatDateTime(entry.at)}</span>
      </div>
      <div className={classes.who}>
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
  return (
    <Link className={classes.link} to={`/admin/users/${actorId}`}>
      {actorName ?? actorId}
    </Link>
  );
}

/** The page of a subject, by its type. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/admin/users/${id}`,
  registration: (id) => `/operator/registrations/${id}`,
  certificate: (id) => `/verificar/${id}`,
  contact: (id) => `/operator/atendimentos/${id}`,
  approval: () => '/admin/aprovacoes?ver=decididos',
};
/** Only these actions have a payment as subject; for others of that type it is a webhook event, without a page. */
const paymentPath = (id: string): string => `/admin/payments?open=${id}`;
const SUBJECTS: Readonly<Record<string, string>> = t.subjects;

/** The subject of an entry: its type and its id, which is a link if the subject has a page. */
function Subject({ entry: { action, subjectType, subjectId } }: Entry) {
  const kind = SUBJECTS[subjectType] ?? subjectType;
  if (subjectId === 'unknown') return <span className="g2-meta">{t.unknownSubject}</span>;
  if (subjectId === 'trail' || subjectType === 'report') return <span>{kind}</span>;
  const to =
    action === 'payment-refunded' || action === 'payment-given-back'
      ? paymentPath(subjectId)
      : PAGES[subjectType]?.(subjectId);
  return (
    <span className={classes.subject}>
      {kind}{' '}
      {to === undefined ? (
        <code className={classes.id}>{subjectId}</code>
      ) : (
        <Link className={classes.id} to={to}>
          {subjectId}
        </Link>
      )}
    </span>
  );
}

function Details({ entry, name }: Entry & { readonly name: string }) {
  return (
    <details className={classes.details}>
      <summary aria-label={t.detailsOf(name)}>{t.details}</summary>
      <Facts>
        {Object.entries(entry.detail).map(([field, value]) => (
          <Fact key={field} name={FIELDS[field] ?? field}>
            {shown(entry, field, value)}
          </Fact>
        ))}
        <Fact name={t.request}>
          <code className={classes.id}>{entry.requestId || t.gone}</code>
        </Fact>
        <Fact name={t.entry}>
          <code className={classes.id}>{entry.id}</code>
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
  const words = action === 'account-edited' ? value.split(',') : [value];
  return words.map((word) => VALUES[word] ?? word).join(', ');
}
