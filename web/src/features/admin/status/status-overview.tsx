import {
  ALLOWED_TRANSITIONS,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/statuses';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import admin from '../admin.module.css';
import { enhancedStatsQuery } from '../api.ts';
import { texts } from '../texts.ts';
import classes from './status.module.css';

const t = texts.status;

interface StatusOverviewProps {
  /** The status that filters the list below. */
  readonly status: string;
  readonly onPick: (status: string) => void;
}

/** One card per status: count, meaning and next statuses. A click filters the list, a second one removes the filter. */
export function StatusOverview({ status, onPick }: StatusOverviewProps) {
  return (
    <section className={classes.overview} aria-label={t.overview}>
      <h2 className={admin.sectionTitle}>{t.overview}</h2>
      <ul className={classes.cards}>
        {REGISTRATION_STATUSES.map((one) => (
          <li key={one}>
            <StatusCard
              status={one}
              pressed={one === status}
              onClick={() => onPick(one === status ? '' : one)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StatusCardProps {
  readonly status: RegistrationStatus;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

function StatusCard({ status, pressed, onClick }: StatusCardProps) {
  const { data, isPending } = useQuery(enhancedStatsQuery);
  const count = data?.statusCounts[status];
  const next = ALLOWED_TRANSITIONS[status].map((to) => STATUS_NAMES[to]).join(', ');
  return (
    <button type="button" className={classes.card} aria-pressed={pressed} onClick={onClick}>
      <span className={admin.cardHead}>
        <StatusBadge status={status} />
        <strong className={classes.count}>
          {count !== undefined && formatInteger(count)}
          {count === undefined && (isPending ? <Skeleton height={24} width={32} /> : UNKNOWN)}
        </strong>
      </span>
      <span>{t.descriptions[status]}</span>
      <span className="g2-meta">{next === '' ? t.final : `${t.leadsTo} ${next}`}</span>
    </button>
  );
}
