import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { AWAITING_ANALYSIS_STATUSES, CONCLUDED_STATUSES } from '@g2/gateway/contract/status-terms';
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
type DialogOpeners = Pick<RegistrationListState, 'openDetails' | 'openStatusDialog'>;

const ACTIONS = [
  { opener: 'openDetails', name: t.details, label: t.detailsOf, Icon: IconListDetails },
  { opener: 'openStatusDialog', name: t.update, label: t.updateOf, Icon: IconStatusChange },
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
          card={(registration) => <RegistrationCard registration={registration} openers={list} />}
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

function columns(openers: DialogOpeners): Column<StaffRegistration>[] {
  return [
    TITLE_COLUMN,
    APPLICANT_COLUMN,
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
    STATUS_COLUMN,
    {
      accessor: 'createdAt',
      title: t.created,
      sort: 'createdAt',
      descendingFirst: true,
      noWrap: true,
      render: (registration) => formatDate(registration.createdAt),
    },
    {
      accessor: 'actions',
      title: texts.actions,
      textAlign: 'right',
      render: (registration) => <RowActions registration={registration} openers={openers} />,
    },
  ];
}

interface RegistrationActionsProps {
  readonly registration: StaffRegistration;
  readonly openers: DialogOpeners;
}

/** The actions on a table row, as icons. On a card, they are buttons with text. */
function RowActions({ registration, openers }: RegistrationActionsProps) {
  return (
    <div className="flex justify-end gap-1">
      {ACTIONS.map(({ opener, label, Icon }) => (
        <RowIcon
          key={opener}
          label={label(registration.title)}
          Icon={Icon}
          onClick={() => openers[opener](registration)}
        />
      ))}
    </div>
  );
}

function RegistrationCard({ registration, openers }: RegistrationActionsProps) {
  return (
    <div className="g2-tile">
      <div className="g2-spread min-w-0">
        <span className="font-semibold wrap-anywhere">{registration.title}</span>
        <StatusBadge status={registration.status} />
      </div>
      <Applicant registration={registration} />
      <div className="g2-spread min-w-0">
        <PersonName person={registration.assignedOperator} placeholder={t.unassigned} />
        <span className="g2-meta">{formatDate(registration.createdAt)}</span>
      </div>
      <div className="g2-row">
        {ACTIONS.map(({ opener, label, name }) => (
          <RowButton
            key={opener}
            label={label(registration.title)}
            onClick={() => openers[opener](registration)}
          >
            {name}
          </RowButton>
        ))}
      </div>
    </div>
  );
}
