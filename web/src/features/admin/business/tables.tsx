import type { Figures } from '@g2/gateway/contract/business-metrics';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { Scroll } from '../analytics/chart-panels.tsx';
import { percent1, share } from '../analytics/figures.ts';
import classes from './business.module.css';
import { texts as t } from './texts.ts';
import { duration } from './words.ts';

interface TableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

export const FigureTable = ({ caption, heads, rows }: TableProps) => (
  <table className={classes.table}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [first, ...rest] }) => (
        <tr key={key}>
          <th scope="row">{first}</th>
          {rest.map((cell, i) => (
            <td key={heads[i + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

interface SeriesTableProps<Name extends string> {
  readonly caption: string;
  /** Heading of the label column. */
  readonly first: string;
  readonly series: readonly { readonly name: Name; readonly label: string }[];
  readonly rows: readonly ({ readonly label: string } & Readonly<Record<Name, number>>)[];
  readonly write: (value: number) => string;
}

/** The data of a chart as a table. */
export function SeriesTable<Name extends string>(props: SeriesTableProps<Name>) {
  const { caption, first, series, rows, write } = props;
  return (
    <FigureTable
      caption={caption}
      heads={[first, ...series.map(({ label }) => label)]}
      rows={rows.map((row) => ({
        key: row.label,
        cells: [row.label, ...series.map(({ name }) => write(row[name]))],
      }))}
    />
  );
}

interface TotalsProps {
  readonly totals: readonly { readonly name: string; readonly value: string; readonly beside: string }[];
}

/** Totals of a period, each with that of the previous period. */
export const Totals = ({ totals }: TotalsProps) => (
  <dl className={classes.totals}>
    {totals.map(({ name, value, beside }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
        <dd className={classes.beside}>{beside}</dd>
      </div>
    ))}
  </dl>
);

/** A figure, and below it that of the previous period. */
const beside = (now: string, before: string): ReactNode => (
  <>
    {now} <span className={classes.was}>{t.was(before)}</span>
  </>
);

type Stage = Figures['stages'][number];

/** Duration of each stage. */
export const StagesPanel = ({ stages }: { stages: Figures['stages'] }) => (
  <Panel title={t.stages} hint={t.stagesNote}>
    <Scroll label={t.stages} whole>
      <FigureTable
        caption={t.stages}
        heads={[t.stage, t.n, t.median, t.p90]}
        rows={stages.map(({ stage, before, ...now }) => ({
          key: stage,
          cells: [
            t.stageNames[stage],
            ...timesOf(now).map((time, i) => beside(time, timesOf(before)[i] ?? '')),
          ],
        }))}
      />
    </Scroll>
  </Panel>
);

const timesOf = ({ count, medianSeconds, p90Seconds }: Stage['before']): string[] => [
  formatInteger(count),
  duration(medianSeconds),
  duration(p90Seconds),
];

export const OperatorsPanel = ({ operators }: { operators: Figures['operators'] }) => (
  <Panel title={t.operators} hint={t.operatorsNote}>
    {operators.length === 0 ? (
      <EmptyState title={t.noOperators} text={t.noOperatorsText} icon={<IconUsers size={28} aria-hidden />} />
    ) : (
      <Scroll label={t.operators}>
        <FigureTable
          caption={t.operators}
          heads={[t.operator, t.steps, t.reviewed, t.corrections, t.rate]}
          rows={operators.map(({ operatorId, name, before, ...now }) => ({
            key: operatorId,
            cells: [
              name ?? t.unknown,
              ...workOf(now).map((done, i) => beside(done, workOf(before)[i] ?? '')),
            ],
          }))}
        />
      </Scroll>
    )}
  </Panel>
);

const workOf = ({ steps, reviewed, corrections }: Figures['operators'][number]['before']): string[] => [
  formatInteger(steps),
  formatInteger(reviewed),
  formatInteger(corrections),
  reviewed === 0 ? UNKNOWN : percent1(share(corrections, reviewed)),
];
