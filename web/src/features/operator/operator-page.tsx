import '../../ui/mantine-forms.ts';
import { Button, Tabs } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInteger, UNKNOWN } from '../../lib/format.ts';
import { useListParams } from '../../lib/list-params.ts';
import { Page } from '../../ui/page.tsx';
import { StatGrid } from '../../ui/stat-grid.tsx';
import { TabPanel, TabRow } from '../../ui/tab-row.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { WidePage } from '../../ui/wide-page.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { assignedCountQuery, queueStatsQuery, useRefreshQueue } from './api.ts';
import classes from './operator-page.module.css';
import { DEFAULT_QUEUE_TAB, QUEUE_TABS, type QueueTab, queueView } from './queue.ts';
import { QueueList } from './queue-list.tsx';
import { texts } from './texts.ts';
import { useActionFlow } from './use-action-flow.ts';

/** The operators' queue (spec §2, "Operator dashboard"). */
export function OperatorPage() {
  const params = useListParams();
  const { tab } = queueView(params.key);
  const counts = useCounts();
  // Above the tabs: what is under way goes on when one looks at another list.
  const flow = useActionFlow();
  return (
    <WidePage>
      <Page title={texts.title} lead={texts.lead} action={<RefreshButton />}>
        <QueueStats />
        <Tabs
          value={tab}
          keepMounted={false}
          onChange={(value) =>
            params.setFilter('tab', value === null || value === DEFAULT_QUEUE_TAB ? '' : value)
          }
        >
          <TabRow selected={tab} label={texts.tabs.label}>
            {QUEUE_TABS.map((name) => (
              <Tabs.Tab key={name} value={name} rightSection={<Count value={counts[name]} />}>
                {texts.tabs[name]}
              </Tabs.Tab>
            ))}
          </TabRow>
          {QUEUE_TABS.map((name) => (
            <TabPanel key={name} value={name}>
              <QueueList params={params} flow={flow} />
            </TabPanel>
          ))}
        </Tabs>
        <ActionDialog flow={flow} />
      </Page>
    </WidePage>
  );
}

function RefreshButton() {
  const refresh = useRefreshQueue();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="default"
      size="sm"
      loading={busy}
      leftSection={<IconRefresh size={17} aria-hidden />}
      onClick={() => {
        setBusy(true);
        void refresh().finally(() => setBusy(false));
      }}
    >
      {texts.refresh}
    </Button>
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
