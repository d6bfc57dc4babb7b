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
import { FigureTable, Pair, PairSkeleton, ScrollArea } from '../analytics/chart-panels.tsx';
import { percentWithDecimal, share } from '../analytics/figures.ts';
import { MoneyPanel } from './money-panel.tsx';
import { comparedToPrevious, duration, fullDayLabel } from './phrases.ts';
import { Backlog, CashSeries, FlowSeries } from './series-panels.tsx';
import { texts as t } from './texts.ts';

/** The sections of the business figures, as values of the URL parameter. The first is the default. */
export const BUSINESS_SECTIONS = ['dinheiro', 'operacao', 'funil'] as const;

interface BusinessProps {
  readonly query: UseQueryResult<Figures>;
  readonly section: (typeof BUSINESS_SECTIONS)[number];
  readonly onSection: (section: string | null) => void;
  readonly onSpan: (span: Span) => void;
}

/** The business figures in three sections: money, operation and funnel. They load independently of the rest. */
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
                {t.periodNote(
                  fullDayLabel(figures.from),
                  fullDayLabel(figures.to),
                  comparedToPrevious(figures.period),
                )}
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

/** Choice of day, week or month for the series, if the period offers more than one. */
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

/** The number of registrations created in the period that have reached each step. */
function FunnelPanel({ funnel: steps }: Figures) {
  const created = steps[0]?.count ?? 0;
  const previousCreated = steps[0]?.before ?? 0;
  return (
    <Panel title={t.funnel} hint={t.funnelNote}>
      {created === 0 ? (
        <EmptyState title={t.noFunnel} text={t.noFunnelText} icon={<IconFilter size={28} aria-hidden />} />
      ) : (
        <ol className="g2-list grid gap-3">
          {steps.map(({ step, count, before: previousCount }, index) => (
            <li key={step} className="grid gap-1">
              <span className="flex justify-between gap-2 tabular-nums">
                <span>{t.funnelSteps[step]}</span>
                <strong>{formatInteger(count)}</strong>
              </span>
              <span className="g2-meter" aria-hidden>
                <span style={{ width: `${share(count, created)}%` }} />
              </span>
              {index > 0 && (
                <span className="g2-meta">
                  {t.shareOfCreated(percentWithDecimal(share(count, created)))} ·{' '}
                  {lossText(steps[index - 1]?.count ?? 0, count)}
                </span>
              )}
              <span className="g2-meta">{previousText(previousCount, previousCreated, index === 0)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

const lossText = (previousStepCount: number, count: number): string => {
  const lost = previousStepCount - count;
  return lost === 0
    ? t.noLoss
    : t.loss(formatInteger(lost), percentWithDecimal(share(lost, previousStepCount)));
};

const previousText = (count: number, created: number, isFirst: boolean): string =>
  isFirst || created === 0
    ? t.previousCount(formatInteger(count))
    : t.previousCountAndShare(formatInteger(count), percentWithDecimal(share(count, created)));

/** A figure, and below it the figure of the previous period. */
const withPreviousValue = (current: string, previous: string): ReactNode => (
  <>
    {current} <span className="g2-meta block whitespace-nowrap">{t.previousValue(previous)}</span>
  </>
);
const cellsWithPrevious = (current: readonly string[], previous: readonly string[]): ReactNode[] =>
  current.map((figure, index) => withPreviousValue(figure, previous[index] ?? ''));

const StagesPanel = ({ stages }: Figures) => (
  <Panel title={t.stages} hint={t.stagesNote}>
    <ScrollArea label={t.stages} isFullHeight>
      <FigureTable
        caption={t.stages}
        headings={[t.stage, t.count, t.median, t.p90]}
        rows={stages.map(({ stage, before: previous, ...current }) => ({
          key: stage,
          cells: [t.stageNames[stage], ...cellsWithPrevious(stageFigures(current), stageFigures(previous))],
        }))}
      />
    </ScrollArea>
  </Panel>
);

type StageFigures = Figures['stages'][number]['before'];

const stageFigures = ({ count, medianSeconds, p90Seconds }: StageFigures): string[] => [
  formatInteger(count),
  duration(medianSeconds),
  duration(p90Seconds),
];

const OperatorsPanel = ({ operators }: Figures) => (
  <Panel title={t.operators} hint={t.operatorsNote}>
    {operators.length === 0 ? (
      <EmptyState title={t.noOperators} text={t.noOperatorsText} icon={<IconUsers size={28} aria-hidden />} />
    ) : (
      <ScrollArea label={t.operators}>
        <FigureTable
          caption={t.operators}
          headings={[t.operator, t.steps, t.reviews, t.corrections, t.correctionRate]}
          rows={operators.map(({ operatorId, name, before: previous, ...current }) => ({
            key: operatorId,
            cells: [
              name ?? t.unknownOperator,
              ...cellsWithPrevious(operatorFigures(current), operatorFigures(previous)),
            ],
          }))}
        />
      </ScrollArea>
    )}
  </Panel>
);

type OperatorFigures = Figures['operators'][number]['before'];

const operatorFigures = ({ steps, reviewed, corrections }: OperatorFigures): string[] => [
  formatInteger(steps),
  formatInteger(reviewed),
  formatInteger(corrections),
  reviewed === 0 ? UNKNOWN : percentWithDecimal(share(corrections, reviewed)),
];
