import type { Analytics } from '@g2/gateway/contract/admin';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { formatInteger } from '../../../lib/format.ts';
import { Panel } from '../../../ui/facts.tsx';
import { texts } from '../texts.ts';
import classes from './charts.module.css';
import { monthLabel, percent1, share } from './figures.ts';

const t = texts.analytics;

/** How many registrations stand in each status. The figures are text; the bars only show them again. */
export function Distribution({ entries }: { entries: Analytics['distribution'] }) {
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...entries.map(({ count }) => count));
  return (
    <Panel title={t.distribution}>
      <ul className={classes.bars}>
        {entries.map(({ status, count }) => (
          <li key={status} data-status={status}>
            <div className={classes.barText}>
              <span>{STATUS_NAMES[status]}</span>
              <span className={classes.barValue}>
                {formatInteger(count)} <small>({percent1(share(count, total))})</small>
              </span>
            </div>
            <div className={classes.track} aria-hidden>
              <div className={classes.fill} style={{ width: `${share(count, most)}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Registrations and certificates of the last six months: a table that looks like columns. */
export function Trend({ months }: { months: Analytics['trend'] }) {
  const most = Math.max(
    1,
    ...months.flatMap(({ registrations, certificates }) => [registrations, certificates]),
  );
  return (
    <Panel title={t.trend}>
      <ul className={classes.legend} aria-hidden>
        <li data-series="registrations">{t.registrations}</li>
        <li data-series="certificates">{t.certificates}</li>
      </ul>
      <ol className={classes.columns}>
        {months.map((month) => (
          <li key={month.month}>
            <div className={classes.pair}>
              <Column series="registrations" name={t.registrations} value={month.registrations} most={most} />
              <Column series="certificates" name={t.certificates} value={month.certificates} most={most} />
            </div>
            <span className={classes.month}>{monthLabel(month.month)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface ColumnProps {
  readonly series: 'registrations' | 'certificates';
  readonly name: string;
  readonly value: number;
  readonly most: number;
}

function Column({ series, name, value, most }: ColumnProps) {
  return (
    <div className={classes.column} data-series={series}>
      <span className={classes.columnValue}>
        <span className={classes.hidden}>{name}: </span>
        {formatInteger(value)}
      </span>
      <div className={classes.columnBar} style={{ height: `${share(value, most)}%` }} aria-hidden />
    </div>
  );
}
