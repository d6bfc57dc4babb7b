import type { Figures } from '@g2/gateway/contract/figures';
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
import { OperatorsPanel, StagesPanel } from './tables.tsx';
import { texts as t } from './texts.ts';
import { wholeDay } from './words.ts';

/** What an owner runs the business by: money, flow, times; it loads and fails by itself. */
export function Business({ query }: { query: UseQueryResult<Figures> }) {
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
      {query.data && <Parts figures={query.data} outdated={query.isPlaceholderData} />}
    </div>
  );
}

function Parts({ figures, outdated }: { figures: Figures; outdated: boolean }) {
  const { from, to, period, span, money, flow } = figures;
  return (
    <div className={classes.parts} aria-busy={outdated}>
      <p className={classes.window}>{t.window(wholeDay(from), wholeDay(to))}</p>
      <MoneyPanel money={money} period={period} />
      <div className={classes.pair}>
        <FlowSeries flow={flow} span={span} period={period} />
        {money && <CashSeries series={money.series} span={span} />}
      </div>
      <div className={classes.pair}>
        <FunnelPanel steps={figures.funnel} />
        <StagesPanel stages={figures.stages} />
      </div>
      <Backlog days={figures.backlog} />
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
