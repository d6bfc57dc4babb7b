import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListParams } from '../../../lib/list-params.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import type { Selection } from '../../../ui/use-selection.ts';
import classes from '../admin.module.css';
import { texts } from '../texts.ts';
import { accountPath } from '../users/user-cells.tsx';
import own from './registrations.module.css';
import type { RegistrationListState } from './use-registration-list.ts';

const t = texts.registrations;

interface RegistrationListProps {
  readonly list: RegistrationListState;
  readonly columns: readonly Column<StaffRegistration>[];
  readonly card: (record: StaffRegistration) => ReactNode;
  readonly selection?: Selection<StaffRegistration>;
  readonly selectionActions?: ReactNode;
  /** Shown beside the filters. */
  readonly action?: ReactNode;
}

/** All registrations: search, filter and sort order, 10 per page, opening the details of one. */
export function RegistrationList(props: RegistrationListProps) {
  const { list, selection } = props;
  return (
    <>
      <ListToolbar
        params={list.params}
        searchLabel={t.search}
        placeholder={t.placeholder}
        opens
        selects={selection !== undefined}
      >
        <StatusFilter params={list.params} />
        {list.userId !== '' && (
          <Button
            variant="default"
            size="sm"
            rightSection={<IconX size={15} aria-hidden />}
            onClick={() => list.params.setFilter('user', '')}
          >
            {t.ofOne}
          </Button>
        )}
        {props.action}
      </ListToolbar>
      <RecordList
        label={t.label}
        query={list.query}
        params={list.params}
        pageSize={STAFF_PAGE_SIZE}
        columns={props.columns}
        card={props.card}
        nameOf={({ title }) => title}
        defaultSort="-createdAt"
        openId={list.openId}
        onOpen={list.openDetails}
        {...(selection && { selection, selectionActions: props.selectionActions })}
        empty={t.empty}
        emptyText={list.narrowed ? t.emptyText : undefined}
        failed={texts.loadRegistrations}
        failedText={texts.loadRegistrationsText}
      />
      {list.dialogs}
    </>
  );
}

/** The first columns of every list of registrations. */
export const TITLE_COLUMN: Column<StaffRegistration> = {
  accessor: 'title',
  title: t.name,
  sort: 'title',
  render: (record) => <span className={classes.strong}>{record.title}</span>,
};
export const APPLICANT_COLUMN: Column<StaffRegistration> = {
  accessor: 'applicantName',
  title: t.applicant,
  sort: 'applicantName',
  render: (record) => <Applicant record={record} />,
};
export const STATUS_COLUMN: Column<StaffRegistration> = {
  accessor: 'status',
  title: t.status,
  sort: 'status',
  render: (record) => (
    <span className={own.status}>
      <StatusBadge status={record.status} />
    </span>
  ),
};

export function Applicant({ record }: { record: StaffRegistration }) {
  return (
    <div className={classes.stacked}>
      <Link to={accountPath(record.userId)} className={classes.account}>
        {record.applicantName}
      </Link>
      <span className="g2-meta">{record.applicantEmail}</span>
    </div>
  );
}

const ANY = 'any';
const OPTIONS = [
  { value: ANY, label: texts.registrations.anyStatus },
  ...REGISTRATION_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] })),
];

/** Filter by status, kept in the URL. */
function StatusFilter({ params }: { params: Pick<ListParams, 'get' | 'setFilter'> }) {
  const status = params.get('status');
  return (
    <Select
      className={own.filter ?? ''}
      aria-label={texts.registrations.filter}
      data={OPTIONS}
      value={status === '' ? ANY : status}
      onChange={(value) => params.setFilter('status', value === ANY || value === null ? '' : value)}
    />
  );
}
