import {
  ANALYTICS_PERIOD_NAMES,
  ANALYTICS_PERIODS,
  type AnalyticsPeriod,
  DEFAULT_ANALYTICS_PERIOD,
} from '@g2/gateway/contract/admin';
import { type Span, spanOf, spansOf } from '@g2/gateway/contract/business-metrics';
import { adminCalls } from '@g2/gateway/contract/gen/calls/admin';
import { Button, CloseButton, Tabs } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconDownload,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { pathOf } from '../../../lib/call.ts';
import { IncompleteDownload, type ReceivedFile, useDownload } from '../../../lib/download.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { formatBytes } from '../../../lib/format.ts';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { notify, useErrorToast } from '../../../ui/toast-store.ts';
import { analyticsQuery, figuresQuery } from '../api.ts';
import { BUSINESS_SECTIONS, Business, type BusinessSection } from '../business/business.tsx';
import classes from './analytics.module.css';
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
      <ExportStatus exported={exported} />
      <Tabs.Panel value={String(period)}>
        <QueryFrame query={query} loading={<FiguresSkeleton />} failed={t.failed} failedText={t.failedText}>
          {(data) => <Figures data={data} outdated={query.isPlaceholderData} />}
        </QueryFrame>
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

const sectionOf = (asked: string | null): BusinessSection =>
  BUSINESS_SECTIONS.find((one) => one === asked) ?? BUSINESS_SECTIONS[0];

/** Period, span of the series and section, from the URL. An unknown value and a default count as absent. */
function useChosen() {
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
    /** The chosen span; undefined for the period's default. */
    span,
    section,
    choose: (value: string | null) => {
      const days = ANALYTICS_PERIODS.find((one) => String(one) === value) ?? DEFAULT_ANALYTICS_PERIOD;
      go(days, unusual(days, params.get('span')), section);
    },
    chooseSpan: (by: Span) => go(period, unusual(period, by), section),
    chooseSection: (value: string | null) => go(period, span, sectionOf(value)),
  };
}

/** The requested span if the period offers it and it is not the period's default. */
const unusual = (period: AnalyticsPeriod, asked: string | null): Span | undefined =>
  spansOf(period).find((span) => span === asked && span !== spanOf(period));

type ExportState =
  | { readonly step: 'idle' | 'cancelled' }
  /** `bytes` is null until the server responds. */
  | { readonly step: 'running'; readonly bytes: number | null }
  | ({ readonly step: 'saved' } & ReceivedFile)
  | { readonly step: 'failed'; readonly text: string };

/** The export of a period: one at a time, cancellable, and aborted when the page unmounts. */
function useExport(period: AnalyticsPeriod) {
  const { transfer, cancel, start } = useDownload();
  const [outcome, setOutcome] = useState<ExportState>({ step: 'idle' });
  const run = async () => {
    const path = pathOf(adminCalls.exportRegistrations);
    const fallback = t.export.fileName(ANALYTICS_PERIOD_NAMES[period]);
    setOutcome({ step: 'idle' });
    try {
      const began = () => notify.success(t.export.started, t.export.startedText);
      const saved = await start(path, fallback, began, { period });
      setOutcome(saved === null ? { step: 'cancelled' } : { step: 'saved', ...saved });
    } catch (error) {
      const text =
        error instanceof IncompleteDownload
          ? t.export.broken(formatBytes(error.bytes))
          : reasonOf(error, t.export.failedText);
      notify.error(t.export.failed, text);
      setOutcome({ step: 'failed', text });
    }
  };
  const running: ExportState | null = transfer && {
    step: 'running',
    bytes: transfer.answered ? transfer.received : null,
  };
  return {
    state: running ?? outcome,
    start: () => void run(),
    cancel,
    dismiss: () => setOutcome({ step: 'idle' }),
  };
}
type Export = ReturnType<typeof useExport>;

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

function ExportStatus({ exported: { state, start, dismiss } }: { exported: Export }) {
  const words = t.export;
  if (state.step === 'idle') return <div role="status" />;
  if (state.step === 'running') {
    return (
      <section className={classes.export} aria-label={words.label}>
        {/* The file size is unknown in advance, so the progress bar is indeterminate. */}
        <div className={classes.moving} role="progressbar" aria-label={words.progress} />
        <p className={classes.bytes}>
          {state.bytes === null ? words.preparing : words.received(formatBytes(state.bytes))}
        </p>
      </section>
    );
  }
  const failed = state.step === 'failed';
  return (
    <section
      className={classes.export}
      role={failed ? 'alert' : 'status'}
      aria-label={words.label}
      data-failed={failed || undefined}
    >
      <Outcome state={state} />
      {failed && (
        <Button size="xs" variant="default" onClick={start}>
          {ui.retry}
        </Button>
      )}
      <CloseButton aria-label={ui.close} onClick={dismiss} />
    </section>
  );
}

function Outcome({ state }: { state: Exclude<ExportState, { step: 'idle' | 'running' }> }) {
  if (state.step === 'failed') {
    return (
      <>
        <IconAlertTriangle size={18} aria-hidden />
        <p>
          <strong>{t.export.failed}</strong> {state.text}
        </p>
      </>
    );
  }
  if (state.step === 'saved') {
    return (
      <>
        <IconCircleCheck size={18} aria-hidden />
        <p>{t.export.saved(state.name, formatBytes(state.bytes))}</p>
      </>
    );
  }
  return (
    <>
      <IconCircleX size={18} aria-hidden />
      <p>{t.export.cancelled}</p>
    </>
  );
}
