import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { type Figures, type Span, spansOf } from '@g2/gateway/contract/business-metrics';
import { SegmentedControl, Skeleton, Tabs } from '@mantine/core';
import { IconFilter, IconUsers } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { TabPanel, TabRow } from '../../../ui/tab-row.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import { FigureTable, Pair, PairSkeleton, Scroll } from '../analytics/chart-panels.tsx';
import { percent1, share } from '../analytics/figures.ts';
import { MoneyPanel } from './money-panel.tsx';
import { asBefore, duration, wholeDay } from './phrases.ts';
import { Backlog, CashSeries, FlowSeries } from './series-panels.tsx';
import { texts as t } from './texts.ts';

/** The sections of the business figures, by their URL parameter; the first one is the default. */
export const BUSINESS_SECTIONS = ['dinheiro', 'operacao', 'funil'] as const;

interface BusinessProps {
  readonly query: UseQueryResult<Figures>;
  readonly section: (typeof BUSINESS_SECTIONS)[number];
  readonly onSection: (section: string | null) => void;
  readonly onSpan: (span: Span) => void;
}

/** The business figures in sections: money, operation and funnel. They load and fail on their own. */
export function Business({ query, section, onSection, onSpan }: BusinessProps) {
  useErrorToast(query.error, t.failed, t.failedText);
  return (
    <Tabs className="mt-6" value={section} keepMounted={false} onChange={onSection}>
      <TabRow label={t.sections.label} selected={section}>
        {BUSINESS_SECTIONS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t.sections[name]}
          </Tabs.Tab>
        ))}
      </TabRow>
      <TabPanel value={section}>
        <QueryFrame query={query} loading={<BusinessSkeleton />} failed={t.failed} failedText={t.failedText}>
          {(figures) => (
            <div className="grid grid-cols-1 gap-4" aria-busy={query.isPlaceholderData}>
              <p className="g2-meta">
                {t.window(wholeDay(figures.from), wholeDay(figures.to), asBefore(figures.period))}
              </p>
              {section === 'dinheiro' && (
                <>
                  <MoneyPanel {...figures} />
                  {figures.money !== null && <SpanChoice {...figures} onChange={onSpan} />}
                  <CashSeries {...figures} />
                </>
              )}
              {section === 'operacao' && (
                <>
                  <Backlog {...figures} />
                  <Pair>
                    <StagesPanel {...figures} />
                    <OperatorsPanel {...figures} />
                  </Pair>
                </>
              )}
              {section === 'funil' && (
                <>
                  <SpanChoice {...figures} onChange={onSpan} />
                  <Pair>
                    <FunnelPanel {...figures} />
                    <FlowSeries {...figures} />
                  </Pair>
                </>
              )}
            </div>
          )}
        </QueryFrame>
      </TabPanel>
    </Tabs>
  );
}

function BusinessSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4" role="status" aria-label={t.loading}>
      <Skeleton height={420} radius="lg" />
      <PairSkeleton height={370} />
    </div>
  );
}

/** Choice of day, week or month for the series, where the period offers more than one. */
function SpanChoice({ period, span, onChange }: Figures & { onChange: (span: Span) => void }) {
  const id = useId();
  const spans = spansOf(period);
  if (spans.length < 2) return null;
  return (
    <div className="g2-row justify-end text-sm text-muted">
      <span id={id}>{t.span}</span>
      <SegmentedControl<Span>
        size="sm"
        classNames={{
          root: 'bg-sunken',
          indicator: 'bg-accent',
          label: 'data-active:text-on-accent',
        }}
        aria-labelledby={id}
        value={span}
        onChange={onChange}
        data={spans.map((value) => ({ value, label: t.spans[value] }))}
      />
    </div>
  );
}

/** How far the registrations created in the period have come, step by step. */
function FunnelPanel({ funnel: steps }: Figures) {
  const created = steps[0]?.count ?? 0;
  const createdBefore = steps[0]?.before ?? 0;
  return (
    <Panel title={t.funnel} hint={t.funnelNote}>
      {created === 0 ? (
        <EmptyState title={t.noFunnel} text={t.noFunnelText} icon={<IconFilter size={28} aria-hidden />} />
      ) : (
        <ol className="g2-list grid gap-3">
          {steps.map(({ step, count, before }, i) => (
            <li key={step} className="grid gap-1">
              <span className="flex justify-between gap-2 tabular-nums">
                <span>{t.funnelSteps[step]}</span>
                <strong>{formatInteger(count)}</strong>
              </span>
              <span className="g2-meter" aria-hidden>
                <span style={{ width: `${share(count, created)}%` }} />
              </span>
              {i > 0 && (
                <span className="g2-meta">
                  {t.ofCreated(percent1(share(count, created)))} · {lossOf(steps[i - 1]?.count ?? 0, count)}
                </span>
              )}
              <span className="g2-meta">{earlierText(before, createdBefore, i === 0)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

const lossOf = (before: number, count: number): string =>
  before === count
    ? t.keptAll
    : t.dropped(formatInteger(before - count), percent1(share(before - count, before)));

const earlierText = (count: number, created: number, isFirst: boolean): string =>
  isFirst || created === 0
    ? t.earlier(formatInteger(count))
    : t.earlierOf(formatInteger(count), percent1(share(count, created)));

/** A figure, and below it that of the previous period. */
const beside = (now: string, before: string): ReactNode => (
  <>
    {now} <span className="g2-meta block whitespace-nowrap">{t.was(before)}</span>
  </>
);
const withBefore = (now: readonly string[], before: readonly string[]): ReactNode[] =>
  now.map((figure, i) => beside(figure, before[i] ?? ''));

const StagesPanel = ({ stages }: Figures) => (
  <Panel title={t.stages} hint={t.stagesNote}>
    <Scroll label={t.stages} whole>
      <FigureTable
        caption={t.stages}
        heads={[t.stage, t.n, t.median, t.p90]}
        rows={stages.map(({ stage, before, ...now }) => ({
          key: stage,
          cells: [t.stageNames[stage], ...withBefore(timesOf(now), timesOf(before))],
        }))}
      />
    </Scroll>
  </Panel>
);

const timesOf = ({ count, medianSeconds, p90Seconds }: Figures['stages'][number]['before']): string[] => [
  formatInteger(count),
  duration(medianSeconds),
  duration(p90Seconds),
];

const OperatorsPanel = ({ operators }: Figures) => (
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
            cells: [name ?? t.unknown, ...withBefore(workOf(now), workOf(before))],
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
