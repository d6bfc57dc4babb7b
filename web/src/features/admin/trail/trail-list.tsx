import { ACT_NAMES, AUDIT_PAGE_SIZE, type AuditEntry, type AuditPage } from '@g2/gateway/contract/audit';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format.ts';
import type { ListParams } from '../../../lib/list-params.ts';
import { RecordList } from '../../../ui/record-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import adminClasses from '../admin.module.css';
import { texts as t } from './texts.ts';
import classes from './trail.module.css';
import { Actor, Details, Subject } from './trail-parts.tsx';

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

export function TrailList({ query, params, filtered }: ListProps) {
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
