import type { Figures, Span } from '@g2/gateway/contract/business-metrics';
import { Button, Skeleton } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { failedToLoad } from '../../../lib/failures.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { useErrorToast } from '../../../ui/toast-store.ts';
import { Backlog } from './backlog-panel.tsx';
import classes from './business.module.css';
import { FunnelPanel } from './funnel-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { CashSeries, FlowSeries } from './series-panels.tsx';
import { SpanChoice } from './span-choice.tsx';
import { OperatorsPanel, StagesPanel } from './tables.tsx';
import { texts as t } from './texts.ts';
import { asBefore, wholeDay } from './words.ts';

interface BusinessProps {
  readonly query: UseQueryResult<Figures>;
  readonly onSpan: (span: Span) => void;
}

/** The business figures: money, flow and durations. This section loads and fails on its own. */
export function Business({ query, onSpan }: BusinessProps) {
  useErrorToast(query.error, t.failed, t.failedText);
  return (
    <div className={classes.business}>
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
      {query.data && <Parts figures={query.data} outdated={query.isPlaceholderData} onSpan={onSpan} />}
    </div>
  );
}

interface PartsProps {
  readonly figures: Figures;
  readonly outdated: boolean;
  readonly onSpan: (span: Span) => void;
}

function Parts({ figures, outdated, onSpan }: PartsProps) {
  const { from, to, period, span, money, flow } = figures;
  return (
    <div className={classes.parts} aria-busy={outdated}>
      <p className={classes.window}>{t.window(wholeDay(from), wholeDay(to), asBefore(period))}</p>
      <MoneyPanel money={money} period={period} />
      <SpanChoice period={period} span={span} onChange={onSpan} />
      <div className={classes.pair}>
        <FlowSeries flow={flow} span={span} period={period} />
        {money && <CashSeries money={money} span={span} period={period} />}
      </div>
      <div className={classes.pair}>
        <FunnelPanel steps={figures.funnel} />
        <StagesPanel stages={figures.stages} />
      </div>
      <Backlog days={figures.backlog} before={figures.backlogBefore} period={period} />
      <OperatorsPanel operators={figures.operators} />
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
