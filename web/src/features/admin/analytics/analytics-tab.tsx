import {
  ANALYTICS_PERIOD_NAMES,
  ANALYTICS_PERIODS,
  type AnalyticsPeriod,
  DEFAULT_ANALYTICS_PERIOD,
} from '@g2/gateway/contract/admin';
import { spanOf, spansOf } from '@g2/gateway/contract/business-metrics';
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
import clsx from 'clsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { pathOf } from '../../../lib/call.ts';
import { IncompleteDownload, useDownload } from '../../../lib/download.ts';
import { reasonOf } from '../../../lib/failures.ts';
import { formatBytes } from '../../../lib/format.ts';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { notify, useErrorToast } from '../../../ui/toast-store.ts';
import classes from '../admin.module.css';
import { analyticsQuery, figuresQuery } from '../api.ts';
import { BUSINESS_SECTIONS, Business } from '../business/business.tsx';
import { Figures, FiguresSkeleton } from './figures-view.tsx';
import { texts as t } from './texts.ts';

/** Figures of a period (`?period=`, by default 30 days), with their export. */
export function AnalyticsTab() {
  const { period, span, section, change } = useUrlState();
  const query = useQuery(analyticsQuery(period));
  const business = useQuery(figuresQuery(period, span));
  useErrorToast(query.error, t.failed, t.failedText);
  const exported = useExport(period);
  return (
    <Tabs variant="pills" value={String(period)} onChange={(value) => change('period', value)}>
      <div className="g2-spread mb-5">
        <Tabs.List aria-label={t.period}>
          {ANALYTICS_PERIODS.map((days) => (
            <Tabs.Tab
              key={days}
              value={String(days)}
              className="py-2 px-3 font-semibold data-active:text-on-accent"
            >
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
        <Business
          query={business}
          section={section}
          onSection={(value) => change('secao', value)}
          onSpan={(value) => change('span', value)}
        />
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

/** Period, span of the series and section. An unknown value and a default span count as absent. */
function stateOf(params: URLSearchParams) {
  const period =
    ANALYTICS_PERIODS.find((days) => String(days) === params.get('period')) ?? DEFAULT_ANALYTICS_PERIOD;
  return {
    period,
    /** undefined for the period's default. */
    span: spansOf(period).find((span) => span === params.get('span') && span !== spanOf(period)),
    section: BUSINESS_SECTIONS.find((section) => section === params.get('secao')) ?? BUSINESS_SECTIONS[0],
  };
}

/** The state in the URL, which leaves out defaults. */
function useUrlState() {
  const [params, setParams] = useSearchParams();
  const change = (name: 'period' | 'span' | 'secao', value: string | null) => {
    const next = new URLSearchParams(params);
    next.set(name, value ?? '');
    const { period, span, section } = stateOf(next);
    setParams(
      {
        tab: 'analytics',
        ...(period !== DEFAULT_ANALYTICS_PERIOD && { period: String(period) }),
        ...(span && { span }),
        ...(section !== BUSINESS_SECTIONS[0] && { secao: section }),
      },
      { preventScrollReset: true },
    );
  };
  return { ...stateOf(params), change };
}

interface Outcome {
  readonly Icon: typeof IconX;
  readonly failed: boolean;
  readonly text: string;
}

/** The export of a period: one at a time, cancellable, and aborted when the page unmounts. */
function useExport(period: AnalyticsPeriod) {
  const { transfer, cancel, start } = useDownload();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = async () => {
    const path = pathOf(adminCalls.exportRegistrations);
    const fallback = t.export.fileName(ANALYTICS_PERIOD_NAMES[period]);
    setOutcome(null);
    try {
      const began = () => notify.success(t.export.started, t.export.startedText);
      const saved = await start(path, fallback, began, { period });
      setOutcome(
        saved === null
          ? { Icon: IconCircleX, failed: false, text: t.export.cancelled }
          : {
              Icon: IconCircleCheck,
              failed: false,
              text: t.export.saved(saved.name, formatBytes(saved.bytes)),
            },
      );
    } catch (error) {
      const text =
        error instanceof IncompleteDownload
          ? t.export.broken(formatBytes(error.bytes))
          : reasonOf(error, t.export.failedText);
      notify.error(t.export.failed, text);
      setOutcome({ Icon: IconAlertTriangle, failed: true, text });
    }
  };
  return { transfer, outcome, start: () => void run(), cancel, dismiss: () => setOutcome(null) };
}
type Export = ReturnType<typeof useExport>;

/** One button both starts and cancels the export, so that it keeps the keyboard focus. */
function ExportButton({ exported: { transfer, start, cancel } }: { exported: Export }) {
  const Icon = transfer ? IconX : IconDownload;
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<Icon size={17} aria-hidden />}
      onClick={transfer ? cancel : start}
    >
      {transfer ? t.export.cancel : t.export.button}
    </Button>
  );
}

const BOX = 'g2-panel g2-line gap-3 min-h-13 mb-5 py-2 px-3 text-sm';

function ExportStatus({ exported: { transfer, outcome, start, dismiss } }: { exported: Export }) {
  const words = t.export;
  if (transfer) {
    return (
      <section className={BOX} aria-label={words.label}>
        {/* The file size is unknown in advance, so the progress bar is indeterminate. */}
        <div className="g2-meter flex-1" role="progressbar" aria-label={words.progress}>
          <span className={clsx(classes.moving, 'w-2/5')} />
        </div>
        <p className="m-0 tabular-nums">
          {transfer.answered ? words.received(formatBytes(transfer.received)) : words.preparing}
        </p>
      </section>
    );
  }
  if (outcome === null) return <div role="status" />;
  const { Icon, failed, text } = outcome;
  return (
    <section className={BOX} role={failed ? 'alert' : 'status'} aria-label={words.label}>
      <Icon className={failed ? 'text-danger' : 'text-accent'} size={18} aria-hidden />
      <p className="flex-1 m-0 min-w-0 wrap-anywhere">
        {failed && <strong>{words.failed}</strong>} {text}
      </p>
      {failed && (
        <Button size="xs" variant="default" onClick={start}>
          {ui.retry}
        </Button>
      )}
      <CloseButton aria-label={ui.close} onClick={dismiss} />
    </section>
  );
}
