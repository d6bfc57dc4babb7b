import {
  ANALYTICS_PERIOD_NAMES,
  ANALYTICS_PERIODS,
  type AnalyticsPeriod,
  DEFAULT_ANALYTICS_PERIOD,
} from '@g2/gateway/contract/admin';
import { type Span, spanOf, spansOf } from '@g2/gateway/contract/business-metrics';
import { Button, Tabs } from '@mantine/core';
import { IconDownload, IconPlugConnectedX, IconRefresh, IconX } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { failedToLoad } from '../../../lib/failures.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { notify, useErrorToast } from '../../../ui/toast-store.ts';
import { analyticsQuery, figuresQuery } from '../api.ts';
import { BUSINESS_SECTIONS, Business, type BusinessSection } from '../business/business.tsx';
import classes from './analytics.module.css';
import { type Export, ExportStatus, useExport } from './export.tsx';
import { Figures, FiguresSkeleton } from './figures-view.tsx';
import { texts as t } from './texts.ts';

/** Figures of a period (`?period=`, by default 30 days), with their export. */
export function AnalyticsTab() {
  const { period, span, section, choose, chooseSpan, chooseSection } = useChosen();
  const query = useQuery(analyticsQuery(period));
  const business = useQuery(figuresQuery(period, span));
  useErrorToast(query.error, t.failed, t.failedText);
  const exported = useExport(period);
  return (
    <Tabs variant="pills" value={String(period)} onChange={choose}>
      <div className={classes.bar}>
        <Tabs.List aria-label={t.period} className={classes.periods}>
          {ANALYTICS_PERIODS.map((days) => (
            <Tabs.Tab key={days} value={String(days)}>
              {ANALYTICS_PERIOD_NAMES[days]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className="g2-row">
          <RefreshButton queries={[query, business]} />
          <ExportButton exported={exported} />
        </div>
      </div>
      <ExportStatus state={exported.state} onRetry={exported.start} onDismiss={exported.dismiss} />
      <Tabs.Panel value={String(period)}>
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
        {query.isPending && <FiguresSkeleton />}
        {query.data && <Figures data={query.data} outdated={query.isPlaceholderData} />}
        <Business query={business} section={section} onSection={chooseSection} onSpan={chooseSpan} />
      </Tabs.Panel>
    </Tabs>
  );
}

function RefreshButton({ queries }: { queries: readonly UseQueryResult[] }) {
  const refresh = async () => {
    const read = await Promise.all(queries.map((query) => query.refetch()));
    if (read.every(({ isSuccess }) => isSuccess)) notify.success(t.refreshed);
  };
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconRefresh size={17} aria-hidden />}
      loading={queries.some((query) => query.isFetching)}
      onClick={() => void refresh()}
    >
      {t.refresh}
    </Button>
  );
}

/** One button both starts and cancels the export, so that it keeps the keyboard focus. */
function ExportButton({ exported }: { exported: Export }) {
  const running = exported.state.step === 'running';
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={running ? <IconX size={17} aria-hidden /> : <IconDownload size={17} aria-hidden />}
      onClick={running ? exported.cancel : exported.start}
    >
      {running ? t.export.cancel : t.export.button}
    </Button>
  );
}

interface Chosen {
  readonly period: AnalyticsPeriod;
  /** The chosen span; undefined for the period's default. */
  readonly span: Span | undefined;
  readonly section: BusinessSection;
  readonly choose: (period: string | null) => void;
  readonly chooseSpan: (span: Span) => void;
  readonly chooseSection: (section: string | null) => void;
}

const sectionOf = (asked: string | null): BusinessSection =>
  BUSINESS_SECTIONS.find((one) => one === asked) ?? BUSINESS_SECTIONS[0];

/** Period, span of the series and section, from the URL. An unknown value and a default count as absent. */
function useChosen(): Chosen {
  const [params, setParams] = useSearchParams();
  const period =
    ANALYTICS_PERIODS.find((days) => String(days) === params.get('period')) ?? DEFAULT_ANALYTICS_PERIOD;
  const span = unusual(period, params.get('span'));
  const section = sectionOf(params.get('secao'));
  const go = (to: AnalyticsPeriod, by: Span | undefined, shown: BusinessSection) =>
    setParams(
      {
        tab: 'analytics',
        ...(to !== DEFAULT_ANALYTICS_PERIOD && { period: String(to) }),
        ...(by && { span: by }),
        ...(shown !== BUSINESS_SECTIONS[0] && { secao: shown }),
      },
      { preventScrollReset: true },
    );
  return {
    period,
    span,
    section,
    choose(value) {
      const days = ANALYTICS_PERIODS.find((one) => String(one) === value) ?? DEFAULT_ANALYTICS_PERIOD;
      go(days, unusual(days, params.get('span')), section);
    },
    chooseSpan: (by) => go(period, unusual(period, by), section),
    chooseSection: (value) => go(period, span, sectionOf(value)),
  };
}

/** The requested span if the period offers it and it is not the period's default. */
const unusual = (period: AnalyticsPeriod, asked: string | null): Span | undefined =>
  spansOf(period).find((span) => span === asked && span !== spanOf(period));
