import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  ALLOWED_TRANSITIONS,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/status-terms';
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
    render: (registration) => formatDateTime(registration.statusUpdatedAt),
  },
];

export function StatusTab() {
  const list = useRegistrationList();
  const selection = useSelection(list.query.data?.items);
  const [dialog, setDialog] = useState<'bulk' | 'assign' | 'protocols' | null>(null);
  const close = () => setDialog(null);
  const deselect = (ids: readonly string[]) =>
    selection.set(selection.records.filter(({ id }) => !ids.includes(id)));
  const openBulkDialog = () =>
    selection.records.length === 0 ? notify.error(t.noSelection, t.noSelectionText) : setDialog('bulk');
  return (
    <>
      <StatusOverview
        status={list.params.get('status')}
        onPick={(status) => list.params.setFilter('status', status)}
      />
      <RegistrationList
        list={list}
        columns={COLUMNS}
        card={(registration) => <RegistrationCard registration={registration} />}
        selection={selection}
        selectionActions={
          <>
            <Button size="sm" onClick={openBulkDialog}>
              {t.bulk}
            </Button>
            <Button size="sm" variant="default" onClick={() => setDialog('assign')}>
              {t.assign.openButton}
            </Button>
          </>
        }
        action={
          selection.records.length === 0 && (
            <>
              <Button variant="default" size="sm" onClick={openBulkDialog}>
                {t.bulk}
              </Button>
              <Button variant="default" size="sm" onClick={() => setDialog('protocols')}>
                {t.protocols.openButton}
              </Button>
            </>
          )
        }
      />
      <BulkDialog
        opened={dialog === 'bulk'}
        registrations={selection.records}
        onClose={close}
        onUpdated={deselect}
      />
      <AssignDialog
        opened={dialog === 'assign'}
        registrations={selection.records}
        onClose={close}
        onAssigned={deselect}
      />
      <ProtocolsDialog opened={dialog === 'protocols'} onClose={close} />
    </>
  );
}

function RegistrationCard({ registration }: { registration: StaffRegistration }) {
  return (
    <div className="g2-tile">
      <span className="font-semibold wrap-anywhere">{registration.title}</span>
      <Applicant registration={registration} />
      <div className="g2-spread min-w-0">
        <StatusBadge status={registration.status} />
        <span className="g2-meta">{formatDateTime(registration.statusUpdatedAt)}</span>
      </div>
    </div>
  );
}

/** A card per status: count, meaning, next statuses. A click filters the list; a second click removes the filter. */
function StatusOverview({ status, onPick }: { status: string; onPick: (status: string) => void }) {
  const { data, isPending } = useQuery(enhancedStatsQuery);
  return (
    <section className="@container" aria-label={t.overview}>
      <h2 className="g2-heading mb-3">{t.overview}</h2>
      <ul className={classes.statuses}>
        {REGISTRATION_STATUSES.map((cardStatus) => (
          <li key={cardStatus}>
            <button
              type="button"
              className={clsx(classes.status, 'grid content-start gap-1.5 w-full p-3 text-sm')}
              aria-pressed={cardStatus === status}
              onClick={() => onPick(cardStatus === status ? '' : cardStatus)}
            >
              <span className="g2-spread flex-nowrap gap-1.5 min-w-0">
                <StatusBadge status={cardStatus} />
                <strong className="min-h-[1lh] text-xl tabular-nums">
                  {data && formatInteger(data.statusCounts[cardStatus])}
                  {!data && (isPending ? <Skeleton height={24} width={32} /> : UNKNOWN)}
                </strong>
              </span>
              <span>{t.descriptions[cardStatus]}</span>
              <span className="g2-meta">{nextStatusesText(cardStatus)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nextStatusesText(status: RegistrationStatus): string {
  const nextStatuses = ALLOWED_TRANSITIONS[status].map((nextStatus) => STATUS_NAMES[nextStatus]).join(', ');
  return nextStatuses === '' ? t.finalStatus : `${t.nextStatuses} ${nextStatuses}`;
}
