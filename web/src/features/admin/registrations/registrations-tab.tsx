import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { AWAITING_ANALYSIS_STATUSES, CONCLUDED_STATUSES } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { formatDate, formatInteger } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import classes from '../admin.module.css';
import { enhancedStatsQuery, registrationsQuery } from '../api.ts';
import { sumCounts } from '../counts.ts';
import { texts } from '../texts.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { RegistrationFilters } from './registration-filters.tsx';
import { StatusDialog } from './status-dialog.tsx';

const t = texts.registrations;
type Open = { readonly record: StaffRegistration; readonly kind: 'details' | 'status' };

/** All registrations, each with its details, assignment and status. */
export function RegistrationsTab() {
  const params = useListParams();
  const status = params.get('status');
  const query = useQuery(registrationsQuery(params.page, params.search, status));
  useErrorToast(query.error, texts.loadRegistrations, texts.loadRegistrationsText);
  const [open, setOpen] = useState<Open | null>(null);
  // The dialog shows what the list has learnt since; a record that left the list stays as it was.
  const shown = query.data?.items.find((record) => record.id === open?.record.id) ?? open?.record ?? null;
  const close = () => setOpen(null);
  return (
    <>
      <Counters />
      <RegistrationFilters params={params} />
      <RecordList
        label={t.label}
        query={query}
        params={params}
        pageSize={STAFF_PAGE_SIZE}
        columns={columns(setOpen)}
        card={(record) => <Card record={record} onOpen={setOpen} />}
        empty={t.empty}
        emptyText={params.search !== '' || status !== '' ? t.emptyText : undefined}
        failed={texts.loadRegistrations}
        failedText={texts.loadRegistrationsText}
      />
      <DetailsDialog registration={open?.kind === 'details' ? shown : null} onClose={close} />
      <StatusDialog registration={open?.kind === 'status' ? shown : null} onClose={close} />
    </>
  );
}

function Counters() {
  const { data, error } = useQuery(enhancedStatsQuery);
  const counts = data?.statusCounts;
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatInteger(value));
  return (
    <StatGrid
      label={t.counters}
      failed={error !== null}
      stats={[
        { label: t.total, value: shown(data?.registrations.total) },
        { label: t.awaiting, value: shown(counts && sumCounts(counts, AWAITING_ANALYSIS_STATUSES)) },
        { label: t.concluded, value: shown(counts && sumCounts(counts, CONCLUDED_STATUSES)) },
      ]}
    />
  );
}

function columns(onOpen: (open: Open) => void): DataTableColumn<StaffRegistration>[] {
  return [
    { accessor: 'title', title: t.name, render: (r) => <span className={classes.strong}>{r.title}</span> },
    { accessor: 'applicantName', title: t.applicant, render: (r) => <Applicant record={r} /> },
    {
      accessor: 'assignedOperator',
      title: t.operator,
      render: (r) => <PersonName person={r.assignedOperator} none={t.unassigned} />,
    },
    { accessor: 'status', title: t.status, render: (r) => <StatusBadge status={r.status} /> },
    { accessor: 'createdAt', title: t.created, noWrap: true, render: (r) => formatDate(r.createdAt) },
    {
      accessor: 'actions',
      title: texts.actions,
      textAlign: 'right',
      render: (r) => <RowActions record={r} onOpen={onOpen} />,
    },
  ];
}

function Applicant({ record }: { record: StaffRegistration }) {
  return (
    <div className={classes.stacked}>
      <span>{record.applicantName}</span>
      <span className={classes.small}>{record.applicantEmail}</span>
    </div>
  );
}

function RowActions({ record, onOpen }: { record: StaffRegistration; onOpen: (open: Open) => void }) {
  return (
    <div className={classes.rowActions}>
      <Button
        size="xs"
        variant="default"
        aria-label={t.detailsOf(record.title)}
        onClick={() => onOpen({ record, kind: 'details' })}
      >
        {t.details}
      </Button>
      <Button
        size="xs"
        variant="outline"
        aria-label={t.updateOf(record.title)}
        onClick={() => onOpen({ record, kind: 'status' })}
      >
        {t.update}
      </Button>
    </div>
  );
}

function Card({ record, onOpen }: { record: StaffRegistration; onOpen: (open: Open) => void }) {
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <span className={classes.strong}>{record.title}</span>
        <StatusBadge status={record.status} />
      </div>
      <Applicant record={record} />
      <div className={classes.cardHead}>
        <PersonName person={record.assignedOperator} none={t.unassigned} />
        <span className={classes.small}>{formatDate(record.createdAt)}</span>
      </div>
      <RowActions record={record} onOpen={onOpen} />
    </div>
  );
}
