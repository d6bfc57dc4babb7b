import '../../../ui/mantine-forms.ts';
import {
  ACT_NAMES,
  AUDIT_ACTIONS,
  AUDIT_PAGE_SIZE,
  type AuditEntry,
  type AuditPage,
} from '@g2/gateway/contract/audit';
import { REFUND_REASON_NAMES } from '@g2/gateway/contract/payment-admin';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { ROLE_NAMES } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reasonOf } from '../../../lib/failures.ts';
import { formatCents, formatDateTime, formatSignedCredits } from '../../../lib/format.ts';
import { type ListParams, useListParams } from '../../../lib/list-params.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Page, WidePage } from '../../../ui/page.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { notify, useErrorToast } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { AdminSections } from '../sections.tsx';
import { saveTrail, type TrailFilter, trailQuery } from './api.ts';
import { texts as t } from './texts.ts';
import classes from './trail.module.css';
import { TrailFilters } from './trail-filters.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filter from the URL; an invalid value counts as absent. */
function filterOf({ get }: Pick<ListParams, 'get'>): TrailFilter {
  const kept = (name: string, fits: RegExp) => (fits.test(get(name)) ? get(name) : '');
  return {
    action: AUDIT_ACTIONS.find((known) => known === get('action')) ?? '',
    actor: kept('actor', UUID),
    subject: kept('subject', /^[\w-]{1,100}$/),
    from: kept('from', DAY),
    to: kept('to', DAY),
  };
}

/** The audit trail, newest first, filtered by the URL; each entry has collapsed details. */
export function TrailPage() {
  const params = useListParams();
  const filter = filterOf(params);
  const query = useQuery(trailQuery(params.page, filter));
  useErrorToast(query.error, t.failed, t.failedText);
  return (
    <WidePage>
      <Page title={t.title} lead={t.lead} action={<ExportButton filter={filter} />}>
        <AdminSections current="/admin/trilha" />
        <TrailFilters params={params} filter={filter} />
        <TrailList query={query} params={params} filtered={Object.values(filter).some((one) => one !== '')} />
      </Page>
    </WidePage>
  );
}

function ExportButton({ filter }: { filter: TrailFilter }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveTrail(filter),
    onSuccess: () => notify.success(t.exported, t.exportedText),
    onError: (error) => notify.error(t.exportFailed, reasonOf(error, t.exportFailedText)),
    // The export is itself a new entry of the trail.
    onSettled: () => client.invalidateQueries({ queryKey: trailQuery(1, filter).queryKey.slice(0, 1) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t.export}
    </Button>
  );
}

interface ListProps {
  readonly query: UseQueryResult<AuditPage>;
  readonly params: ListParams;
  readonly filtered: boolean;
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

function TrailList({ query, params, filtered }: ListProps) {
  return (
    <RecordList
      label={t.label}
      query={query}
      params={params}
      pageSize={AUDIT_PAGE_SIZE}
      columns={COLUMNS}
      card={(entry) => <Card entry={entry} />}
      nameOf={(it) => `${actName(it)}, ${formatDateTime(it.at)}`}
      empty={t.empty}
      emptyText={filtered ? t.emptyText : undefined}
      failed={t.failed}
      failedText={t.failedText}
    />
  );
}

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
