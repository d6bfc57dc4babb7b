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

/** A registration, and the data that its row shows in addition. */
export interface RowProps {
  readonly registration: StaffRegistration;
  readonly isMine: boolean;
  readonly viewers: readonly ViewerElsewhere[];
}

/** The columns of the queue (spec §2), with additional marks beside their texts. */
export function queueColumns(
  rowProps: (registration: StaffRegistration) => RowProps,
): Column<StaffRegistration>[] {
  return [
    {
      accessor: 'title',
      title: t.title,
      sort: 'title',
      render: (registration) => <TitleCell {...rowProps(registration)} />,
    },
    {
      accessor: 'applicantName',
      title: t.applicant,
      sort: 'applicantName',
      render: (registration) => <Applicant registration={registration} />,
    },
    {
      accessor: 'assignedOperator',
      title: t.operator,
      hideBelow: 'lg',
      render: (registration) => (
        <div className="min-w-33">
          <PersonName person={registration.assignedOperator} placeholder={t.unassigned} />
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
      render: (registration) => formatDate(registration.createdAt),
    },
    {
      accessor: 'statusUpdatedAt',
      title: t.updated,
      sort: 'statusUpdatedAt',
      descendingFirst: true,
      hideBelow: 'md',
      render: (registration) => formatDateTime(registration.statusUpdatedAt),
    },
    {
      accessor: 'status',
      title: t.status,
      sort: 'status',
      render: (registration) => <StatusCell registration={registration} />,
    },
    {
      accessor: 'actions',
      title: t.actions,
      noWrap: true,
      textAlign: 'right',
      hideBelow: 'md',
      render: (registration) => <DetailsLink registration={registration} />,
    },
  ];
}

/** Cell whose parts are on separate lines; on one line in a compact list (`data-compact`). */
const CELL_CLASSES = 'grid in-data-compact:flex flex-wrap gap-y-1 gap-x-2 items-center justify-items-start';

function TitleCell({ registration, isMine, viewers }: RowProps) {
  return (
    <div className={`${CELL_CLASSES} min-w-0 [td_&]:min-w-37.5`}>
      <span className="font-semibold wrap-anywhere">{registration.title}</span>
      <VersionMark registration={registration} brief />
      <Unread registration={registration} />
      <ViewersMark viewers={viewers} />
      {isMine ? (
        <span className="g2-badge border border-accent text-accent">{t.assignedBadge}</span>
      ) : (
        // Shown where the table is too narrow for the operator column.
        <span className="hidden @max-[980px]/list:block wide:@max-[1140px]/list:block">
          <AssignedTo registration={registration} />
        </span>
      )}
    </div>
  );
}

/** Mark with the number of unread messages; `brief` reduces it to an icon and the number. */
export function Unread({
  registration,
  brief = false,
}: {
  registration: StaffRegistration;
  brief?: boolean;
}) {
  const reader = useUser()?.id === registration.userId ? 'owner' : 'staff';
  return <UnreadMark count={registration.unreadMessages} reader={reader} brief={brief} />;
}

function StatusCell({ registration }: { registration: StaffRegistration }) {
  return (
    <div className={CELL_CLASSES}>
      <span className="g2-inline flex-wrap gap-y-1 gap-x-1.5">
        <StatusBadge status={registration.status} />
        <CorrectionMark registration={registration} />
      </span>
      <WaitingAge registration={registration} />
      <GovernmentLine registration={registration} />
    </div>
  );
}

function Applicant({ registration }: { registration: StaffRegistration }) {
  return (
    <div className="grid min-w-0 [td_&]:min-w-37.5">
      <span>{registration.applicantName}</span>
      <span className="g2-meta wrap-anywhere in-data-compact:hidden">{registration.applicantEmail}</span>
    </div>
  );
}

function DetailsLink({ registration }: { registration: StaffRegistration }) {
  return (
    <Button
      component={Link}
      {...useDetailLink(registration.id)}
      variant="default"
      size="xs"
      aria-label={t.detailsOf(registration.title)}
    >
      {t.details}
    </Button>
  );
}

/** Card that replaces a queue row on a phone. */
export function QueueCard(props: RowProps) {
  const { registration } = props;
  return (
    <div className="g2-tile">
      <div className="g2-spread items-start">
        <TitleCell {...props} />
        <StatusCell registration={registration} />
      </div>
      <Applicant registration={registration} />
      <PersonName person={registration.assignedOperator} placeholder={t.unassigned} />
      <div className="g2-spread g2-meta pt-3 border-t border-line">
        <span className="grid">
          <span>
            {t.created}: {formatDate(registration.createdAt)}
          </span>
          <span>
            {t.updated}: {formatDateTime(registration.statusUpdatedAt)}
          </span>
        </span>
        <DetailsLink registration={registration} />
      </div>
    </div>
  );
}

/** For a registration at the government step: its protocol number and due date. */
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
          {governmentTexts.queue.dueDate(formatDay(dueOn))}
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
