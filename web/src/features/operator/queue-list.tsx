import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import type { ListParams } from '../../lib/list-params.ts';
import { useUser } from '../../lib/session.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import type { Column } from '../../ui/record-table.tsx';
import { WithPanel } from '../../ui/side-panel.tsx';
import { queueQuery } from './api.ts';
import { GovernmentLine } from './government/government-line.tsx';
import { HeldBy } from './held-by.tsx';
import { defaultSort, FILTERS, queueAddress, queueView } from './queue.ts';
import { LookButton, QueueFilters } from './queue-filters.tsx';
import classes from './queue-list.module.css';
import { useQueueLook } from './queue-look.ts';
import { openedPanel, useDetailLink } from './queue-panel.tsx';
import { PANEL_SHORTCUTS, texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';
import { useAdvance } from './use-advance.ts';
import { useOpened } from './use-opened.ts';
import { WaitingAge } from './waiting-age.tsx';

const t = texts.list;

/** Search and one page of the queue, and the panel of the row one has opened; one's own rows stand out. */
export function QueueList({ params, flow }: { params: ListParams; flow: ActionFlow }) {
  const userId = useUser()?.id;
  const view = queueView(params.key);
  const { rows, compact } = useQueueLook();
  const query = useQuery(queueQuery(view, rows));
  const { id: openId, open, close } = useIdParam('open');
  const panel = openedPanel(useOpened(openId, query.data?.items ?? []), flow);
  useAdvance(flow.stepped, (stepped) => {
    const items = query.data?.items ?? [];
    const next = items[items.findIndex(({ id }) => id === stepped.id) + 1];
    // Whoever looks at something else by now stays there.
    if (stepped.id === openId && next !== undefined) open(next.id);
  });
  // Which record is open makes no other list.
  const list = { ...params, key: queueAddress(view) };
  const isMine = ({ assignedOperatorId }: StaffRegistration) => assignedOperatorId === userId;
  const emptyText =
    view.search !== ''
      ? t.emptySearch
      : FILTERS.some((name) => view[name] !== '')
        ? t.emptyFiltered
        : view.tab === 'mine'
          ? t.emptyMine
          : undefined;
  return (
    <>
      <ListToolbar
        params={params}
        searchLabel={t.search}
        placeholder={t.placeholder}
        opens
        shortcuts={PANEL_SHORTCUTS}
      >
        <QueueFilters params={params} view={view} />
        <LookButton params={params} />
      </ListToolbar>
      <WithPanel {...panel} onClose={close}>
        <div data-compact={compact || undefined} className={classes.rows}>
          <RecordList
            label={t.label}
            query={query}
            params={list}
            pageSize={rows}
            columns={columns(isMine)}
            card={(one) => <QueueCard record={one} mine={isMine(one)} />}
            nameOf={({ title }) => title}
            defaultSort={defaultSort(view)}
            openId={openId}
            onOpen={({ id }) => open(id)}
            highlighted={isMine}
            empty={t.empty}
            emptyText={emptyText}
            failed={t.failed}
            failedText={t.failedText}
          />
        </div>
      </WithPanel>
    </>
  );
}

function columns(isMine: (record: StaffRegistration) => boolean): Column<StaffRegistration>[] {
  return [
    {
      accessor: 'title',
      title: t.title,
      sort: 'title',
      render: (r) => <TitleCell record={r} mine={isMine(r)} />,
    },
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
        <div className={classes.person}>
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

function TitleCell({ record, mine }: { record: StaffRegistration; mine: boolean }) {
  return (
    <div className={classes.titleCell}>
      <span className={classes.title}>{record.title}</span>
      {mine ? (
        <span className={classes.mine}>{t.mine}</span>
      ) : (
        <span className={classes.holder}>
          <HeldBy registration={record} />
        </span>
      )}
    </div>
  );
}

/** What it is, and for how long. */
function StatusCell({ record }: { record: StaffRegistration }) {
  return (
    <div className={classes.statusCell}>
      <StatusBadge status={record.status} />
      <WaitingAge registration={record} />
      <GovernmentLine registration={record} />
    </div>
  );
}

function Applicant({ record }: { record: StaffRegistration }) {
  return (
    <div className={classes.applicant}>
      <span>{record.applicantName}</span>
      <span className={classes.mail}>{record.applicantEmail}</span>
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

function QueueCard({ record, mine }: { record: StaffRegistration; mine: boolean }) {
  return (
    <div className="g2-tile">
      <div className={classes.cardHead}>
        <TitleCell record={record} mine={mine} />
        <StatusCell record={record} />
      </div>
      <Applicant record={record} />
      <PersonName person={record.assignedOperator} none={t.unassigned} />
      <div className={classes.cardFoot}>
        <span className={classes.cardDates}>
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
