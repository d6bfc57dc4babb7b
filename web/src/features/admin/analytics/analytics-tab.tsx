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
import { PeriodFigures, PeriodFiguresSkeleton } from './figures-view.tsx';
import { texts as t } from './texts.ts';

/** The figures of a period, and their export. The URL parameter `period` has the days; the default is 30. */
export function AnalyticsTab() {
  const { period, span, section, setUrlParam } = useUrlState();
  const query = useQuery(analyticsQuery(period));
  const business = useQuery(figuresQuery(period, span));
  useErrorToast(query.error, t.failed, t.failedText);
  const exportState = useExport(period);
  return (
    <Tabs variant="pills" value={String(period)} onChange={(value) => setUrlParam('period', value)}>
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
          <ExportButton exportState={exportState} />
        </div>
      </div>
      <ExportStatus exportState={exportState} />
      <Tabs.Panel value={String(period)}>
        <QueryFrame
          query={query}
          loading={<PeriodFiguresSkeleton />}
          failed={t.failed}
          failedText={t.failedText}
        >
          {(data) => <PeriodFigures data={data} isOutdated={query.isPlaceholderData} />}
        </QueryFrame>
        <Business
          query={business}
          section={section}
          onSection={(value) => setUrlParam('secao', value)}
          onSpan={(value) => setUrlParam('span', value)}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function RefreshButton({ queries }: { queries: readonly UseQueryResult[] }) {
  const refresh = async () => {
    const results = await Promise.all(queries.map((query) => query.refetch()));
    if (results.every(({ isSuccess }) => isSuccess)) notify.success(t.refreshed);
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

/** Reads period, span of the series and section from the URL. Unknown values and a default span are ignored. */
function urlStateOf(params: URLSearchParams) {
  const period =
    ANALYTICS_PERIODS.find((days) => String(days) === params.get('period')) ?? DEFAULT_ANALYTICS_PERIOD;
  return {
    period,
    /** undefined for the default of the period. */
    span: spansOf(period).find((span) => span === params.get('span') && span !== spanOf(period)),
    section: BUSINESS_SECTIONS.find((section) => section === params.get('secao')) ?? BUSINESS_SECTIONS[0],
  };
}

/** The state in the URL, and a function to change it. The URL leaves out default values. */
function useUrlState() {
  const [params, setParams] = useSearchParams();
  const setUrlParam = (name: 'period' | 'span' | 'secao', value: string | null) => {
    const nextParams = new URLSearchParams(params);
    nextParams.set(name, value ?? '');
    const { period, span, section } = urlStateOf(nextParams);
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
  return { ...urlStateOf(params), setUrlParam };
}

interface ExportOutcome {
  readonly Icon: typeof IconX;
  readonly failed: boolean;
  readonly text: string;
}

/** The export of a period. Only one runs at a time; it is cancellable, and aborted when the page unmounts. */
function useExport(period: AnalyticsPeriod) {
  const { transfer, cancel, start } = useDownload();
  const [outcome, setOutcome] = useState<ExportOutcome | null>(null);
  const runExport = async () => {
    const path = pathOf(adminCalls.exportRegistrations);
    const fallback = t.export.fileName(ANALYTICS_PERIOD_NAMES[period]);
    setOutcome(null);
    try {
      const onStart = () => notify.success(t.export.started, t.export.startedText);
      const file = await start(path, fallback, onStart, { period });
      setOutcome(
        file === null
          ? { Icon: IconCircleX, failed: false, text: t.export.cancelled }
          : {
              Icon: IconCircleCheck,
              failed: false,
              text: t.export.saved(file.name, formatBytes(file.bytes)),
            },
      );
    } catch (error) {
      const text =
        error instanceof IncompleteDownload
          ? t.export.incomplete(formatBytes(error.bytes))
          : reasonOf(error, t.export.failedText);
      notify.error(t.export.failed, text);
      setOutcome({ Icon: IconAlertTriangle, failed: true, text });
    }
  };
  return { transfer, outcome, start: () => void runExport(), cancel, dismiss: () => setOutcome(null) };
}
type ExportState = ReturnType<typeof useExport>;

/** Starts or cancels the export. It is a single button, so that the keyboard focus stays on it. */
function ExportButton({ exportState: { transfer, start, cancel } }: { exportState: ExportState }) {
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

const BOX_CLASSES = 'g2-panel g2-line gap-3 min-h-13 mb-5 py-2 px-3 text-sm';

function ExportStatus({ exportState: { transfer, outcome, start, dismiss } }: { exportState: ExportState }) {
  const exportTexts = t.export;
  if (transfer) {
    return (
      <section className={BOX_CLASSES} aria-label={exportTexts.label}>
        {/* The progress bar is indeterminate, because the file size is not known in advance. */}
        <div className="g2-meter flex-1" role="progressbar" aria-label={exportTexts.progress}>
          <span className={clsx(classes.moving, 'w-2/5')} />
        </div>
        <p className="m-0 tabular-nums">
          {transfer.hasResponse
            ? exportTexts.received(formatBytes(transfer.received))
            : exportTexts.preparing}
        </p>
      </section>
    );
  }
  if (outcome === null) return <div role="status" />;
  const { Icon, failed, text } = outcome;
  return (
    <section className={BOX_CLASSES} role={failed ? 'alert' : 'status'} aria-label={exportTexts.label}>
      <Icon className={failed ? 'text-danger' : 'text-accent'} size={18} aria-hidden />
      <p className="flex-1 m-0 min-w-0 wrap-anywhere">
        {failed && <strong>{exportTexts.failed}</strong>} {text}
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
