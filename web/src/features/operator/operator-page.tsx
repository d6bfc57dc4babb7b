import '../../ui/mantine-forms.ts';
import { Button, Tabs } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatInteger, UNKNOWN } from '../../lib/format.ts';
import { useListParams } from '../../lib/list-params.ts';
import { Page } from '../../ui/page.tsx';
import { StatGrid } from '../../ui/stat-grid.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useVisibleTab } from '../../ui/use-visible-tab.ts';
import {
  assignedCountQuery,
  DEFAULT_QUEUE_TAB,
  QUEUE_TABS,
  type QueueTab,
  queueStatsQuery,
  useRefreshQueue,
} from './api.ts';
import classes from './operator.module.css';
import { QueueList } from './queue-list.tsx';
import { texts } from './texts.ts';

/** The operators' queue (spec §2, "Operator dashboard"). */
export function OperatorPage() {
  const refresh = useRefreshQueue();
  const params = useListParams();
  const tab = QUEUE_TABS.find((known) => known === params.get('tab')) ?? DEFAULT_QUEUE_TAB;
  const counts = useCounts();
  const list = useVisibleTab(tab);
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      action={
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRefresh size={17} aria-hidden />}
          onClick={() => void refresh()}
        >
          {texts.refresh}
        </Button>
      }
    >
      <QueueStats />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) =>
          params.setFilter('tab', value === null || value === DEFAULT_QUEUE_TAB ? '' : value)
        }
      >
        <Tabs.List ref={list} aria-label={texts.tabs.label} className={classes.tabs}>
          {QUEUE_TABS.map((name) => (
            <Tabs.Tab key={name} value={name} rightSection={<Count value={counts[name]} />}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {QUEUE_TABS.map((name) => (
          <Tabs.Panel key={name} value={name} className={classes.panel}>
            <QueueList tab={name} params={params} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function Count({ value }: { value: number | undefined }) {
  return <span className={classes.count}>{value === undefined ? UNKNOWN : formatInteger(value)}</span>;
}

function useCounts(): Record<QueueTab, number | undefined> {
  const stats = useQuery(queueStatsQuery).data;
  const mine = useQuery(assignedCountQuery).data;
  return { mine, all: stats?.total, paid: stats?.awaitingReview, reviewing: stats?.inReview };
}

function QueueStats() {
  const t = texts.stats;
  const { data, error } = useQuery(queueStatsQuery);
  useErrorToast(error, t.failed, t.failedText);
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatInteger(value));
  return (
    <StatGrid
      label={t.label}
      failed={error !== null}
      stats={[
        { label: t.total, value: shown(data?.total) },
        { label: t.awaiting, value: shown(data?.awaitingReview) },
        { label: t.reviewing, value: shown(data?.inReview) },
        { label: t.government, value: shown(data?.inGovernmentProcessing) },
      ]}
    />
  );
}
