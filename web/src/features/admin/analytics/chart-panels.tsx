import type { Analytics } from '@g2/gateway/contract/admin';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInteger } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import classes from './charts.module.css';
import { isFlat, monthLabel, percent1, share } from './figures.ts';
import { texts as t } from './texts.ts';

const TrendChart = lazyWithPreload(
  () => import('./charts.tsx').then((m) => m.TrendChart),
  <Skeleton height={280} radius="md" />,
);
const DistributionChart = lazyWithPreload(
  () => import('./charts.tsx').then((m) => m.DistributionChart),
  <Skeleton circle height={156} width={156} />,
);

/** How many registrations stand in each status: a ring, and its figures as a list. */
export function Distribution({ entries }: { entries: Analytics['distribution'] }) {
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel title={t.distribution}>
      <div className={classes.distribution}>
        <DistributionChart entries={entries} />
        <ul className={classes.shares}>
          {entries.map(({ status, count }) => (
            <li key={status}>
              <StatusBadge status={status} />
              <span className={classes.shareValue}>
                <strong>{formatInteger(count)}</strong> <span>{percent1(share(count, total))}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** Registrations and certificates of the last six months: columns, or the table that is always there to be read. */
export function Trend({ months }: { months: Analytics['trend'] }) {
  const [asTable, setAsTable] = useState(false);
  const flat = isFlat(months);
  const toggle = (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
      onClick={() => setAsTable(!asTable)}
    >
      {asTable ? t.asChart : t.asTable}
    </Button>
  );
  return (
    <Panel title={t.trend} action={!flat && toggle}>
      {flat && (
        <div className={classes.flat}>
          <EmptyState title={t.noTrend} text={t.noTrendText} icon={<IconChartBar size={28} aria-hidden />} />
        </div>
      )}
      {!flat && !asTable && <TrendChart months={months} />}
      {asTable ? (
        <TrendTable months={months} />
      ) : (
        <VisuallyHidden>
          <TrendTable months={months} />
        </VisuallyHidden>
      )}
    </Panel>
  );
}

function TrendTable({ months }: { months: Analytics['trend'] }) {
  return (
    <table className={classes.table}>
      <caption>{t.trendTable}</caption>
      <thead>
        <tr>
          <th scope="col">{t.month}</th>
          <th scope="col">{t.registrations}</th>
          <th scope="col">{t.certificates}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, registrations, certificates }) => (
          <tr key={month}>
            <th scope="row">{monthLabel(month)}</th>
            <td>{formatInteger(registrations)}</td>
            <td>{formatInteger(certificates)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
