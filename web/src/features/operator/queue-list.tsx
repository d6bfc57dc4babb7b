import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import type { ListParams } from '../../lib/list-params.ts';
import { useUser } from '../../lib/session.ts';
import { PersonName } from '../../ui/person-name.tsx';
import listClasses from '../../ui/record-list.module.css';
import { RecordList } from '../../ui/record-list.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type QueueTab, queueQuery } from './api.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';

const t = texts.list;

/** Search and one page of the queue; what is assigned to oneself stands out. */
export function QueueList({ tab, params }: { tab: QueueTab; params: ListParams }) {
  const userId = useUser()?.id;
  const query = useQuery(queueQuery(tab, params.page, params.search));
  const isMine = (record: StaffRegistration) => record.assignedOperatorId === userId;
  const emptyText = params.search !== '' ? t.emptySearch : tab === 'mine' ? t.emptyMine : undefined;
  return (
    <>
      <div className={listClasses.toolbar}>
        <SearchBox
          label={t.search}
          placeholder={t.placeholder}
          value={params.typed}
          onChange={params.setTyped}
        />
      </div>
      <RecordList
        label={t.label}
        query={query}
        params={params}
        pageSize={STAFF_PAGE_SIZE}
        columns={columns(isMine)}
        card={(record) => <QueueCard record={record} mine={isMine(record)} />}
        highlighted={isMine}
        empty={t.empty}
        emptyText={emptyText}
        failed={t.failed}
        failedText={t.failedText}
      />
    </>
  );
}

function columns(isMine: (record: StaffRegistration) => boolean): DataTableColumn<StaffRegistration>[] {
  return [
    { accessor: 'title', title: t.title, render: (r) => <TitleCell record={r} mine={isMine(r)} /> },
    { accessor: 'applicantName', title: t.applicant, render: (r) => <Applicant record={r} /> },
    {
      accessor: 'assignedOperator',
      title: t.operator,
      render: (r) => <PersonName person={r.assignedOperator} none={t.unassigned} />,
    },
    { accessor: 'createdAt', title: t.created, noWrap: true, render: (r) => formatDate(r.createdAt) },
    {
      accessor: 'statusUpdatedAt',
      title: t.updated,
      width: 170,
      render: (r) => formatDateTime(r.statusUpdatedAt),
    },
    { accessor: 'status', title: t.status, render: (r) => <StatusBadge status={r.status} /> },
    {
      accessor: 'actions',
      title: <span className={classes.hidden}>{t.actions}</span>,
      noWrap: true,
      render: (r) => <DetailsLink record={r} />,
    },
  ];
}

function TitleCell({ record, mine }: { record: StaffRegistration; mine: boolean }) {
  return (
    <div className={classes.titleCell}>
      <span className={classes.title}>{record.title}</span>
      {mine && <span className={classes.mine}>{t.mine}</span>}
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
      to={`/operator/registrations/${record.id}`}
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
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <TitleCell record={record} mine={mine} />
        <StatusBadge status={record.status} />
      </div>
      <Applicant record={record} />
      <PersonName person={record.assignedOperator} none={t.unassigned} />
      <div className={classes.cardFoot}>
        <span>
          {t.updated}: {formatDateTime(record.statusUpdatedAt)}
        </span>
        <DetailsLink record={record} />
      </div>
    </div>
  );
}
