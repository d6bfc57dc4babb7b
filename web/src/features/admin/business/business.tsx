import type { Figures, Span } from '@g2/gateway/contract/business-metrics';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { failedToLoad } from '../../../lib/failures.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TabPanel, TabRow } from '../../../ui/tab-row.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { useErrorToast } from '../../../ui/toast-store.ts';
import { Backlog } from './backlog-panel.tsx';
import classes from './business.module.css';
import { MoneyPanel } from './money-panel.tsx';
import { CashSeries, FlowSeries } from './series-panels.tsx';
import { OperatorsPanel, StagesPanel } from './tables.tsx';
import { texts as t } from './texts.ts';
import { asBefore, wholeDay } from './words.ts';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import type { AnalyticsPeriod } from '@g2/gateway/contract/admin';
import { spansOf } from '@g2/gateway/contract/business-metrics';
import { SegmentedControl } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useId } from 'react';
import { formatInteger } from '../../../lib/format.ts';
import { Panel } from '../../../ui/facts.tsx';
import { percent1, share } from '../analytics/figures.ts';

/** The sections of the business figures, by their URL parameter; the first one is the default. */
export const BUSINESS_SECTIONS = ['dinheiro', 'operacao', 'funil'] as const;
export type BusinessSection = (typeof BUSINESS_SECTIONS)[number];

interface BusinessProps {
  readonly query: UseQueryResult<Figures>;
  readonly section: BusinessSection;
  readonly onSection: (section: string | null) => void;
  readonly onSpan: (span: Span) => void;
}

/** The business figures in sections: money, operation and funnel. They load and fail on their own. */
export function Business({ query, section, onSection, onSpan }: BusinessProps) {
  useErrorToast(query.error, t.failed, t.failedText);
  return (
    <Tabs className={classes.business} value={section} keepMounted={false} onChange={onSection}>
      <TabRow label={t.sections.label} selected={section}>
        {BUSINESS_SECTIONS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t.sections[name]}
          </Tabs.Tab>
        ))}
      </TabRow>
      <TabPanel value={section}>
        {failedToLoad(query) && (
          <EmptyState
            alert
            title={t.failed}
            text={t.failedText}
            icon={<IconPlugConnectedX size={28} aria-hidden />}
          >
            <Button size="sm" onClick={() => void query.refetch()}>
              {ui.retry}
            </Button>
          </EmptyState>
        )}
        {query.isPending && <BusinessSkeleton />}
        {query.data && (
          <Parts figures={query.data} section={section} outdated={query.isPlaceholderData} onSpan={onSpan} />
        )}
      </TabPanel>
    </Tabs>
  );
}

interface PartsProps {
  readonly figures: Figures;
  readonly section: BusinessSection;
  readonly outdated: boolean;
  readonly onSpan: (span: Span) => void;
}

function Parts({ figures, section, outdated, onSpan }: PartsProps) {
  const { from, to, period, span, money, flow } = figures;
  const spans = <SpanChoice period={period} span={span} onChange={onSpan} />;
  return (
    <div className={classes.parts} aria-busy={outdated}>
      <p className="g2-meta">{t.window(wholeDay(from), wholeDay(to), asBefore(period))}</p>
      {section === 'dinheiro' && (
        <>
          <MoneyPanel money={money} period={period} />
          {money && (
            <>
              {spans}
              <CashSeries money={money} span={span} period={period} />
            </>
          )}
        </>
      )}
      {section === 'operacao' && (
        <>
          <Backlog days={figures.backlog} before={figures.backlogBefore} period={period} />
          <div className={classes.pair}>
            <StagesPanel stages={figures.stages} />
            <OperatorsPanel operators={figures.operators} />
          </div>
        </>
      )}
      {section === 'funil' && (
        <>
          {spans}
          <div className={classes.pair}>
            <FunnelPanel steps={figures.funnel} />
            <FlowSeries flow={flow} span={span} period={period} />
          </div>
        </>
      )}
    </div>
  );
}

function BusinessSkeleton() {
  return (
    <div className={classes.parts} role="status" aria-label={t.loading}>
      <Skeleton height={420} radius="lg" />
      <div className={classes.pair}>
        <Skeleton height={370} radius="lg" />
        <Skeleton height={370} radius="lg" />
      </div>
    </div>
  );
}

interface SpanChoiceProps {
  readonly period: AnalyticsPeriod;
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

/** Choice of day, week or month for the series, where the period offers more than one. */
function SpanChoice({ period, span, onChange }: SpanChoiceProps) {
  const id = useId();
  const spans = spansOf(period);
  if (spans.length < 2) return null;
  return (
    <div className={classes.spans}>
      <span id={id}>{t.span}</span>
      <SegmentedControl<Span>
        size="sm"
        classNames={{
          root: classes.spanList ?? '',
          indicator: classes.spanChosen ?? '',
          label: classes.spanLabel ?? '',
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
function FunnelPanel({ steps }: { steps: Figures['funnel'] }) {
  const created = steps[0]?.count ?? 0;
  const createdBefore = steps[0]?.before ?? 0;
  return (
    <Panel title={t.funnel} hint={t.funnelNote}>
      {created === 0 ? (
        <EmptyState title={t.noFunnel} text={t.noFunnelText} icon={<IconFilter size={28} aria-hidden />} />
      ) : (
        <ol className={classes.funnel}>
          {steps.map(({ step, count, before }, i) => (
            <li key={step}>
              <span className={classes.step}>
                <span>{t.funnelSteps[step]}</span>
                <strong>{formatInteger(count)}</strong>
              </span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${share(count, created)}%` }} />
              </span>
              {i > 0 && (
                <span className="g2-meta">
                  {t.ofCreated(percent1(share(count, created)))} · {dropped(steps[i - 1]?.count ?? 0, count)}
                </span>
              )}
              <span className="g2-meta">{earlier(before, createdBefore, i === 0)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

const dropped = (before: number, count: number): string =>
  before === count
    ? t.keptAll
    : t.dropped(formatInteger(before - count), percent1(share(before - count, before)));

const earlier = (count: number, created: number, isFirst: boolean): string =>
  isFirst || created === 0
    ? t.earlier(formatInteger(count))
    : t.earlierOf(formatInteger(count), percent1(share(count, created)));
