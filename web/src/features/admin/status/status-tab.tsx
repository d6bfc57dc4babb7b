import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  ALLOWED_TRANSITIONS,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import { formatDateTime, formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useSelection } from '../../../ui/use-selection.ts';
import classes from '../admin.module.css';
import { enhancedStatsQuery } from '../api.ts';
import {
  APPLICANT_COLUMN,
  Applicant,
  RegistrationList,
  STATUS_COLUMN,
  TITLE_COLUMN,
  useRegistrationList,
} from '../registrations/registration-list.tsx';
import { texts } from '../texts.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { ProtocolsDialog } from './protocols-dialog.tsx';
import { texts as t } from './texts.ts';

const COLUMNS: Column<StaffRegistration>[] = [
  TITLE_COLUMN,
  APPLICANT_COLUMN,
  STATUS_COLUMN,
  {
    accessor: 'statusUpdatedAt',
    title: texts.details.updated,
    sort: 'statusUpdatedAt',
    descendingFirst: true,
    noWrap: true,
    render: (record) => formatDateTime(record.statusUpdatedAt),
  },
];

export function StatusTab() {
  const list = useRegistrationList();
  const selection = useSelection(list.query.data?.items);
  const [dialog, setDialog] = useState<'bulk' | 'assign' | 'protocols' | null>(null);
  const close = () => setDialog(null);
  const done = (ids: readonly string[]) =>
    selection.set(selection.records.filter(({ id }) => !ids.includes(id)));
  const start = () => (selection.records.length === 0 ? notify.error(t.none, t.noneText) : setDialog('bulk'));
  return (
    <>
      <StatusOverview
        status={list.params.get('status')}
        onPick={(status) => list.params.setFilter('status', status)}
      />
      <RegistrationList
        list={list}
        columns={COLUMNS}
        card={(record) => <Card record={record} />}
        selection={selection}
        selectionActions={
          <>
            <Button size="sm" onClick={start}>
              {t.bulk}
            </Button>
            <Button size="sm" variant="default" onClick={() => setDialog('assign')}>
              {t.assign.open}
            </Button>
          </>
        }
        action={
          selection.records.length === 0 && (
            <>
              <Button variant="default" size="sm" onClick={start}>
                {t.bulk}
              </Button>
              <Button variant="default" size="sm" onClick={() => setDialog('protocols')}>
                {t.protocols.open}
              </Button>
            </>
          )
        }
      />
      <BulkDialog opened={dialog === 'bulk'} records={selection.records} onClose={close} onUpdated={done} />
      <AssignDialog
        opened={dialog === 'assign'}
        records={selection.records}
        onClose={close}
        onAssigned={done}
      />
      <ProtocolsDialog opened={dialog === 'protocols'} onClose={close} />
    </>
  );
}

function Card({ record }: { record: StaffRegistration }) {
  return (
    <div className="g2-tile">
      <span className="font-semibold wrap-anywhere">{record.title}</span>
      <Applicant record={record} />
      <div className="g2-spread min-w-0">
        <StatusBadge status={record.status} />
        <span className="g2-meta">{formatDateTime(record.statusUpdatedAt)}</span>
      </div>
    </div>
  );
}

/** One card per status: count, meaning and next statuses. A click filters the list, a second one removes the filter. */
function StatusOverview({ status, onPick }: { status: string; onPick: (status: string) => void }) {
  const { data, isPending } = useQuery(enhancedStatsQuery);
  return (
    <section className="@container" aria-label={t.overview}>
      <h2 className="g2-heading mb-3">{t.overview}</h2>
      <ul className={classes.statuses}>
        {REGISTRATION_STATUSES.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={clsx(classes.status, 'grid content-start gap-1.5 w-full p-3 text-sm')}
              aria-pressed={one === status}
              onClick={() => onPick(one === status ? '' : one)}
            >
              <span className="g2-spread flex-nowrap gap-1.5 min-w-0">
                <StatusBadge status={one} />
                <strong className="min-h-[1lh] text-xl tabular-nums">
                  {data && formatInteger(data.statusCounts[one])}
                  {!data && (isPending ? <Skeleton height={24} width={32} /> : UNKNOWN)}
                </strong>
              </span>
              <span>{t.descriptions[one]}</span>
              <span className="g2-meta">{nextOf(one)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nextOf(status: RegistrationStatus): string {
  const next = ALLOWED_TRANSITIONS[status].map((to) => STATUS_NAMES[to]).join(', ');
  return next === '' ? t.final : `${t.leadsTo} ${next}`;
}
