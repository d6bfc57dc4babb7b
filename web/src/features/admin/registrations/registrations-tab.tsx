import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { AWAITING_ANALYSIS_STATUSES, CONCLUDED_STATUSES } from '@g2/gateway/contract/statuses';
import { Tooltip } from '@mantine/core';
import { IconListDetails, IconStatusChange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatInteger } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { enhancedStatsQuery, sumCounts } from '../api.ts';
import { RowButton, RowIcon } from '../cells.tsx';
import { texts } from '../texts.ts';
import {
  APPLICANT_COLUMN,
  Applicant,
  RegistrationList,
  type RegistrationListState,
  STATUS_COLUMN,
  TITLE_COLUMN,
  useRegistrationList,
} from './registration-list.tsx';

const t = texts.registrations;
type Openers = Pick<RegistrationListState, 'openDetails' | 'openStatus'>;

const ACTIONS = [
  { open: 'openDetails', name: t.details, label: t.detailsOf, Icon: IconListDetails },
  { open: 'openStatus', name: t.update, label: t.updateOf, Icon: IconStatusChange },
] as const;

export function RegistrationsTab() {
  const list = useRegistrationList();
  return (
    <>
      <Counters />
      <Tooltip.Group>
        <RegistrationList
          list={list}
          columns={columns(list)}
          card={(record) => <Card record={record} openers={list} />}
        />
      </Tooltip.Group>
    </>
  );
}

function Counters() {
  const { data, error } = useQuery(enhancedStatsQuery);
  const counts = data?.statusCounts;
  return (
    <StatGrid
      label={t.counters}
      failed={error !== null}
      stats={[
        { label: t.total, value: data && formatInteger(data.registrations.total) },
        {
          label: t.awaiting,
          value: counts && formatInteger(sumCounts(counts, AWAITING_ANALYSIS_STATUSES)),
          note: t.awaitingNote,
        },
        {
          label: t.concluded,
          value: counts && formatInteger(sumCounts(counts, CONCLUDED_STATUSES)),
        },
      ]}
    />
  );
}

function columns(openers: Openers): Column<StaffRegistration>[] {
  return [
    TITLE_COLUMN,
    APPLICANT_COLUMN,
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
    STATUS_COLUMN,
    {
      accessor: 'createdAt',
      title: t.created,
      sort: 'createdAt',
      descendingFirst: true,
      noWrap: true,
      render: (r) => formatDate(r.createdAt),
    },
    {
      accessor: 'actions',
      title: texts.actions,
      textAlign: 'right',
      render: (r) => <RowActions record={r} openers={openers} />,
    },
  ];
}

/** Icons side by side in a table row, buttons with text on a card. */
function RowActions({ record, openers }: { record: StaffRegistration; openers: Openers }) {
  return (
    <div className="flex justify-end gap-1">
      {ACTIONS.map(({ open, label, Icon }) => (
        <RowIcon key={open} label={label(record.title)} Icon={Icon} onClick={() => openers[open](record)} />
      ))}
    </div>
  );
}

function Card({ record, openers }: { record: StaffRegistration; openers: Openers }) {
  return (
    <div className="g2-tile">
      <div className="g2-spread min-w-0">
        <span className="font-semibold wrap-anywhere">{record.title}</span>
        <StatusBadge status={record.status} />
      </div>
      <Applicant record={record} />
      <div className="g2-spread min-w-0">
        <PersonName person={record.assignedOperator} none={t.unassigned} />
        <span className="g2-meta">{formatDate(record.createdAt)}</span>
      </div>
      <div className="g2-row">
        {ACTIONS.map(({ open, label, name }) => (
          <RowButton key={open} label={label(record.title)} onClick={() => openers[open](record)}>
            {name}
          </RowButton>
        ))}
      </div>
    </div>
  );
}
