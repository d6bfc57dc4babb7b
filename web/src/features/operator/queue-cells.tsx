import { civilDay } from '@g2/gateway/contract/government';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { ViewerElsewhere } from '@g2/gateway/contract/viewing';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { WaitingAge } from '../../shared/registration/waiting-age.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import type { Column } from '../../ui/record-table.tsx';
import { formatDay } from './government/step-values.ts';
import { texts as governmentTexts } from './government/texts.ts';
import { useDetailLink } from './queue-panel.tsx';
import { AssignedTo, CorrectionMark } from './record-marks.tsx';
import { texts } from './texts.ts';
import { ViewersMark } from './viewers.tsx';

const t = texts.list;

/** A record, and what its row shows in addition. */
export interface RowProps {
  readonly record: StaffRegistration;
  readonly mine: boolean;
  readonly viewers: readonly ViewerElsewhere[];
}

/** The queue's columns from the specification, with additional marks beside their texts. */
export function columns(propsOf: (record: StaffRegistration) => RowProps): Column<StaffRegistration>[] {
  return [
    { accessor: 'title', title: t.title, sort: 'title', render: (r) => <TitleCell {...propsOf(r)} /> },
    {
      accessor: 'applicantName',
      title: t.applicant,
      sort: 'applicantName',
      render: (r) => <Applicant record={r} />,
    },
    {
      accessor: 'assignedOperator',
      title: t.operator,
      hideBelow: 'lg',
      render: (r) => (
        <div className="min-w-33">
          <PersonName person={r.assignedOperator} none={t.unassigned} />
        </div>
      ),
    },
    {
      accessor: 'createdAt',
      title: t.created,
      sort: 'createdAt',
      descendingFirst: true,
      noWrap: true,
      hideBelow: 'lg',
      render: (r) => formatDate(r.createdAt),
    },
    {
      accessor: 'statusUpdatedAt',
      title: t.updated,
      sort: 'statusUpdatedAt',
      descendingFirst: true,
      hideBelow: 'md',
      render: (r) => formatDateTime(r.statusUpdatedAt),
    },
    { accessor: 'status', title: t.status, sort: 'status', render: (r) => <StatusCell record={r} /> },
    {
      accessor: 'actions',
      title: t.actions,
      noWrap: true,
      textAlign: 'right',
      hideBelow: 'md',
      render: (r) => <DetailsLink record={r} />,
    },
  ];
}

/** A cell of several lines; of one line in a compact list (`data-compact`). */
const CELL = 'grid in-data-compact:flex flex-wrap gap-y-1 gap-x-2 items-center justify-items-start';

function TitleCell({ record, mine, viewers }: RowProps) {
  return (
    <div className={`${CELL} min-w-0 [td_&]:min-w-37.5`}>
      <span className="font-semibold wrap-anywhere">{record.title}</span>
      <VersionMark registration={record} brief />
      <Unread record={record} />
      <ViewersMark viewers={viewers} />
      {mine ? (
        <span className="g2-badge border border-accent text-accent">{t.mine}</span>
      ) : (
        // Where the table is too narrow for the column of the operators.
        <span className="hidden @max-[980px]/list:block wide:@max-[1140px]/list:block">
          <AssignedTo registration={record} />
        </span>
      )}
    </div>
  );
}

/** Marks unread messages; `brief` shows only an icon and a number. */
export function Unread({ record, brief = false }: { record: StaffRegistration; brief?: boolean }) {
  const reader = useUser()?.id === record.userId ? 'owner' : 'staff';
  return <UnreadMark count={record.unreadMessages} reader={reader} brief={brief} />;
}

function StatusCell({ record }: { record: StaffRegistration }) {
  return (
    <div className={CELL}>
      <span className="g2-inline flex-wrap gap-y-1 gap-x-1.5">
        <StatusBadge status={record.status} />
        <CorrectionMark registration={record} />
      </span>
      <WaitingAge registration={record} />
      <GovernmentLine registration={record} />
    </div>
  );
}

function Applicant({ record }: { record: StaffRegistration }) {
  return (
    <div className="grid min-w-0 [td_&]:min-w-37.5">
      <span>{record.applicantName}</span>
      <span className="g2-meta wrap-anywhere in-data-compact:hidden">{record.applicantEmail}</span>
    </div>
  );
}

function DetailsLink({ record }: { record: StaffRegistration }) {
  return (
    <Button
      component={Link}
      {...useDetailLink(record.id)}
      variant="default"
      size="xs"
      aria-label={t.detailsOf(record.title)}
    >
      {t.details}
    </Button>
  );
}

/** A queue row on a phone. */
export function QueueCard(props: RowProps) {
  const { record } = props;
  return (
    <div className="g2-tile">
      <div className="g2-spread items-start">
        <TitleCell {...props} />
        <StatusCell record={record} />
      </div>
      <Applicant record={record} />
      <PersonName person={record.assignedOperator} none={t.unassigned} />
      <div className="g2-spread g2-meta pt-3 border-t border-line">
        <span className="grid">
          <span>
            {t.created}: {formatDate(record.createdAt)}
          </span>
          <span>
            {t.updated}: {formatDateTime(record.statusUpdatedAt)}
          </span>
        </span>
        <DetailsLink record={record} />
      </div>
    </div>
  );
}

/** In a queue row at the government step: its protocol number and due date. */
function GovernmentLine({ registration: { status, government } }: { registration: StaffRegistration }) {
  const today = civilDay(new Date(useNow()));
  if (government === null || status === 'certificate_issued') return null;
  const { protocol, dueOn, completedOn } = government;
  const isLate = dueOn !== null && dueOn < (completedOn ?? today);
  return (
    <span className="g2-meta grid justify-items-start wrap-anywhere tabular-nums">
      {protocol !== null && <span>{governmentTexts.queue.protocol(protocol)}</span>}
      {dueOn !== null && completedOn === null && (
        <span className={isLate ? 'text-danger' : undefined}>
          {governmentTexts.queue.due(formatDay(dueOn))}
          {isLate && <strong> · {governmentTexts.queue.late}</strong>}
        </span>
      )}
      {government.verdict === 'mismatch' && (
        <span className="text-danger">
          <IconAlertTriangle size={14} className="align-text-bottom" aria-hidden />{' '}
          {governmentTexts.queue.mismatch}
        </span>
      )}
    </span>
  );
}
