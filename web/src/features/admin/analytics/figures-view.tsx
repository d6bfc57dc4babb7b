import type { Analytics } from '@g2/gateway/contract/admin';
import { Skeleton } from '@mantine/core';
import { formatCents, formatInteger } from '../../../lib/format.ts';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import classes from './analytics.module.css';
import { Distribution, Trend } from './chart-panels.tsx';
import { percent1 } from './figures.ts';
import { Health, Recent } from './panels.tsx';
import { texts as t } from './texts.ts';

/** All figures of a period; `outdated` while those of another one are on their way. */
export function Figures({ data, outdated }: { data: Analytics; outdated: boolean }) {
  const { kpis } = data;
  const last = t.last[data.period];
  return (
    <div className={classes.figures} aria-busy={outdated}>
      <StatGrid
        label={t.kpis}
        stats={[
          { label: t.newRegistrations, value: formatInteger(kpis.newRegistrations), note: last },
          {
            label: t.revenue,
            value: <span className={classes.money}>{formatCents(kpis.revenueCents)}</span>,
            note: last,
          },
          { label: t.conversion, value: percent1(kpis.conversionRate), note: t.conversionNote },
          { label: t.processed, value: percent1(kpis.processedRate), note: t.processedNote },
        ]}
      />
      <div className={classes.pair}>
        <Trend months={data.trend} />
        <Distribution entries={data.distribution} />
      </div>
      <div className={classes.pair}>
        <Recent registrations={data.recent} />
        <Health health={data.health} />
      </div>
    </div>
  );
}

/** The shape of what is to come. */
export function FiguresSkeleton() {
  return (
    <div className={classes.figures} role="status" aria-label={t.loading}>
      <Skeleton height={112} radius="lg" />
      <div className={classes.pair}>
        <Skeleton height={370} radius="lg" />
        <Skeleton height={370} radius="lg" />
      </div>
      <div className={classes.pair}>
        <Skeleton height={250} radius="lg" />
        <Skeleton height={250} radius="lg" />
      </div>
    </div>
  );
}
