import { ALLOWED_TRANSITIONS, REGISTRATION_STATUSES, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from '../admin.module.css';
import { enhancedStatsQuery } from '../api.ts';
import { texts } from '../texts.ts';

const t = texts.status;

/** One card per status: how many, what it means, where it may lead. */
export function StatusOverview() {
  const { data, isPending } = useQuery(enhancedStatsQuery);
  return (
    <section aria-label={t.overview}>
      <h2 className={classes.sectionTitle}>{t.overview}</h2>
      <ul className={classes.statusCards}>
        {REGISTRATION_STATUSES.map((status) => {
          const next = ALLOWED_TRANSITIONS[status].map((to) => STATUS_NAMES[to]).join(', ');
          const count = data?.statusCounts[status];
          return (
            <li key={status} className={classes.statusCard}>
              <div className={classes.cardHead}>
                <StatusBadge status={status} />
                <strong className={classes.statusCount}>
                  {count !== undefined && formatInteger(count)}
                  {count === undefined && (isPending ? <Skeleton height={24} width={32} /> : UNKNOWN)}
                </strong>
              </div>
              <p>{t.descriptions[status]}</p>
              <p className={classes.small}>{next === '' ? t.final : `${t.leadsTo} ${next}`}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
