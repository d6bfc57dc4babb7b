import type { Analytics } from '@g2/gateway/contract/admin';
import { Skeleton } from '@mantine/core';
import classes from './analytics.module.css';
import { Distribution, Trend } from './chart-panels.tsx';
import { Health } from './health.tsx';
import { Indicators } from './kpis.tsx';
import { Recent } from './panels.tsx';
import { texts as t } from './texts.ts';

/** All figures of a period; `outdated` while the shown figures are of the previously chosen period. */
export function Figures({ data, outdated }: { data: Analytics; outdated: boolean }) {
  return (
    <div className={classes.figures} aria-busy={outdated}>
      <Indicators data={data} />
      <div className={classes.pair}>
        <Trend months={data.trend} />
        <Distribution entries={data.distribution} />
      </div>
      <div className={classes.pair}>
        <Recent registrations={data.recent} />
        <Health data={data} />
      </div>
    </div>
  );
}

export function FiguresSkeleton() {
  return (
    <div className={classes.figures} role="status" aria-label={t.loading}>
      <Skeleton height={196} radius="lg" />
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
