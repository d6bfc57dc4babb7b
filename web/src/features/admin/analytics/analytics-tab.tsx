import {
  ANALYTICS_PERIOD_NAMES,
  ANALYTICS_PERIODS,
  type Analytics,
  type AnalyticsPeriod,
  DEFAULT_ANALYTICS_PERIOD,
} from '@g2/gateway/contract/admin';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { IconDownload, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { downloadFile } from '../../../lib/download.ts';
import { formatCents, formatInteger } from '../../../lib/format.ts';
import { messageOf, withQuery } from '../../../lib/http.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import classes from '../admin.module.css';
import { analyticsQuery } from '../api.ts';
import { texts } from '../texts.ts';
import { Distribution, Trend } from './charts.tsx';
import { percent1 } from './figures.ts';
import { Health, Recent } from './panels.tsx';

const t = texts.analytics;

/** Figures of a period, with their export. */
export function AnalyticsTab() {
  const [params, setParams] = useSearchParams();
  const period = ANALYTICS_PERIODS.find((known) => String(known) === params.get('period'));
  const chosen = period ?? DEFAULT_ANALYTICS_PERIOD;
  const query = useQuery(analyticsQuery(chosen));
  useErrorToast(query.error, t.failed, t.failedText);
  const choose = (value: string | null) =>
    setParams(
      value === null || value === String(DEFAULT_ANALYTICS_PERIOD)
        ? { tab: 'analytics' }
        : { tab: 'analytics', period: value },
      { preventScrollReset: true },
    );
  const refresh = async () => {
    const { isSuccess } = await query.refetch();
    if (isSuccess) notify.success(t.refreshed);
  };
  return (
    <Tabs variant="pills" value={String(chosen)} onChange={choose}>
      <div className={classes.analyticsBar}>
        <Tabs.List aria-label={t.period} className={classes.periods}>
          {ANALYTICS_PERIODS.map((days) => (
            <Tabs.Tab key={days} value={String(days)}>
              {ANALYTICS_PERIOD_NAMES[days]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={classes.rowActions}>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconRefresh size={17} aria-hidden />}
            loading={query.isFetching}
            onClick={() => void refresh()}
          >
            {t.refresh}
          </Button>
          <ExportButton period={chosen} />
        </div>
      </div>
      <Tabs.Panel value={String(chosen)}>
        {query.data === undefined && query.isError && (
          <EmptyState
            alert
            title={t.failed}
            text={t.failedText}
            icon={<IconPlugConnectedX size={28} aria-hidden />}
          >
            <Button size="sm" onClick={() => void query.refetch()}>
              {texts.retry}
            </Button>
          </EmptyState>
        )}
        {query.isPending && <Skeleton height={420} radius="lg" aria-label={t.loading} role="status" />}
        {query.data && <Figures data={query.data} outdated={query.isPlaceholderData} />}
      </Tabs.Panel>
    </Tabs>
  );
}

function ExportButton({ period }: { period: AnalyticsPeriod }) {
  const exported = useMutation({
    mutationFn: () =>
      downloadFile(
        withQuery('/api/admin/export', { period }),
        `relatorio-${ANALYTICS_PERIOD_NAMES[period]}.csv`,
      ),
    onSuccess: () => notify.success(t.exported, t.exportedText),
    onError: (error) => notify.error(t.exportFailed, messageOf(error, t.exportFailedText)),
  });
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<IconDownload size={17} aria-hidden />}
      loading={exported.isPending}
      onClick={() => exported.mutate()}
    >
      {t.export}
    </Button>
  );
}

function Figures({ data, outdated }: { data: Analytics; outdated: boolean }) {
  const { kpis } = data;
  return (
    <div className={classes.figures} aria-busy={outdated}>
      <StatGrid
        label={t.kpis}
        stats={[
          { label: t.newRegistrations, value: formatInteger(kpis.newRegistrations) },
          { label: t.revenue, value: formatCents(kpis.revenueCents) },
          { label: t.conversion, value: percent1(kpis.conversionRate), note: t.conversionNote },
          { label: t.processed, value: percent1(kpis.processedRate), note: t.processedNote },
        ]}
      />
      <div className={classes.pair}>
        <Distribution entries={data.distribution} />
        <Trend months={data.trend} />
      </div>
      <div className={classes.pair}>
        <Recent registrations={data.recent} />
        <Health health={data.health} />
      </div>
    </div>
  );
}
