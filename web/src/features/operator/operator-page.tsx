import '../../ui/mantine-forms.ts';
import { Button, Tabs } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatInteger, UNKNOWN } from '../../lib/format.ts';
import { useListParams } from '../../lib/list-params.ts';
import { Page, WidePage } from '../../ui/page.tsx';
import { StatGrid } from '../../ui/stat-grid.tsx';
import { TabPanel, TabRow } from '../../ui/tab-row.tsx';
import { useErrorToast } from '../../ui/toast-store.ts';
import { ActionDialog } from './action-dialog.tsx';
import { assignedCountQuery, queueStatsQuery, useRefreshQueue } from './api.ts';
import classes from './operator-page.module.css';
import { DEFAULT_QUEUE_TAB, QUEUE_TABS, type QueueTab, queueView } from './queue.ts';
import { QueueList } from './queue-list.tsx';
import { texts } from './texts.ts';
import { type ActionFlow, useActionFlow } from './use-action-flow.ts';

/** The operators' queue (spec §2, "Operator dashboard"). */
export function OperatorPage() {
  const params = useListParams();
  const showTab = useTabChange();
  const { tab } = queueView(params.key);
  const counts = useCounts();
  // Above the tabs: what is under way goes on when one looks at another list.
  const flow = useActionFlow();
  useCloseWithRecord(flow, params.get('open'));
  return (
    <WidePage>
      <Page title={texts.title} lead={texts.lead} action={<RefreshButton />}>
        <QueueStats />
        <Tabs value={tab} keepMounted={false} onChange={(value) => showTab(value ?? DEFAULT_QUEUE_TAB)}>
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

/** Back, or a link, that shows another record takes the dialog about this one away; its texts are kept. */
function useCloseWithRecord({ close }: ActionFlow, openId: string): void {
  const before = useRef(openId);
  useEffect(() => {
    if (before.current === openId) return;
    before.current = openId;
    close();
  }, [openId, close]);
}

/** Another tab begins at its first page, with nothing open. */
function useTabChange(): (tab: string) => void {
  const [, setParams] = useSearchParams();
  return (tab) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const name of ['tab', 'page', 'open']) next.delete(name);
        if (tab !== DEFAULT_QUEUE_TAB) next.set('tab', tab);
        return next;
      },
      { preventScrollReset: true },
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
        { label: t.awaiting, value: shown(data?.awaitingReview), unit: t.awaitingUnit },
        { label: t.reviewing, value: shown(data?.inReview) },
        { label: t.government, value: shown(data?.inGovernmentProcessing) },
      ]}
    />
  );
}
