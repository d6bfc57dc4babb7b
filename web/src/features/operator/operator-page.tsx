import '../../ui/mantine-forms.ts';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import type { QueueView as ViewName } from '@g2/gateway/contract/queue';
import { ActionIcon, Button, Tabs } from '@mantine/core';
import { IconPlayerTrackNext, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { messageOf } from '../../lib/failures.ts';
import { formatInteger, UNKNOWN } from '../../lib/format.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { useListParams } from '../../lib/list-params.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import { queueStatsQuery, STAFF_REGISTRATIONS } from '../../shared/registration/staff-api.ts';
import { Page, WidePage } from '../../ui/page.tsx';
import { TabRow } from '../../ui/tab-row.tsx';
import { notify, useErrorToast } from '../../ui/toast-store.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { ActionDialog } from './action-dialog.tsx';
import { queuedRegistrationQuery, useActionableCount, useQueueCounts } from './api.ts';
import { refreshStaffQueries } from './carry-out.ts';
import { OpenContacts } from './contacts/open-contacts.tsx';
import { texts as contactTexts } from './contacts/texts.ts';
import {
  DEFAULT_QUEUE_TAB,
  formatViewCount,
  parseQueueUrl,
  QUEUE_TABS,
  type QueueTab,
  type QueueView,
} from './queue.ts';
import { QueueList } from './queue-list.tsx';
import { readQueueSettings } from './queue-settings.ts';
import { CountBadge, ViewsButton } from './queue-views.tsx';
import { texts } from './texts.ts';
import { UndoBar } from './undo-bar.tsx';
import { useActionFlow } from './use-action-flow.ts';

/** The operators' queue. If the URL has no parameters, opens the tab or view of the last visit. */
export function OperatorPage() {
  const { search } = useLocation();
  const [startQuery, setStartQuery] = useState(() => {
    const settings = readQueueSettings();
    return search === '' ? settings.last : '';
  });
  useEffect(() => {
    // After the first navigation, a URL without parameters shows the default tab.
    if (search !== '') setStartQuery('');
  }, [search]);
  if (startQuery !== '' && search === '') return <Navigate to={{ search: startQuery }} replace />;
  return <OperatorQueue />;
}

/** The operator dashboard (spec §2): tabs and views of the queue. */
function OperatorQueue() {
  const params = useListParams();
  const [, setParams] = useSearchParams();
  /** Shows a tab: resets the page number, closes the open registration and leaves the current view. */
  const showTab = (name: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const param of ['tab', 'view', 'page', 'open']) next.delete(param);
        if (name !== DEFAULT_QUEUE_TAB) next.set('tab', name);
        return next;
      },
      { preventScrollReset: true },
    );
  const { tab, view, jurisdiction } = parseQueueUrl(params.key);
  // The action state is kept here, so that a running action survives a change of tab or view.
  const flow = useActionFlow(params.get('open'));
  return (
    <WidePage>
      <Page
        title={texts.title}
        tabTitle={null}
        action={
          <div className="g2-row">
            {/* Only on small screens, where the header does not show this link. */}
            <Button
              component={Link}
              to="/operator/atendimentos"
              variant="default"
              size="sm"
              className="tablet:hidden"
              rightSection={<OpenContacts />}
            >
              {contactTexts.title}
            </Button>
            <NextButton jurisdiction={jurisdiction} />
            <RefreshButton />
          </div>
        }
      >
        <TabTitle listName={view ?? tab} />
        <QueueStats />
        <Tabs
          value={view === null ? tab : null}
          keepMounted={false}
          onChange={(value) => showTab(value ?? DEFAULT_QUEUE_TAB)}
        >
          {/* If space is short, the tabs scroll and the button of the views stays visible. */}
          <div className="flex items-center shadow-[inset_0_-2px_0_var(--g2-line)]">
            <div className="flex-1 min-w-0">
              <TabRow selected={view ?? tab} label={texts.tabs.label}>
                {QUEUE_TABS.map((name) => (
                  <Tabs.Tab key={name} value={name} rightSection={<TabCount name={name} />}>
                    {texts.tabs[name]}
                  </Tabs.Tab>
                ))}
              </TabRow>
            </div>
            <ViewsButton currentView={parseQueueUrl(params.key)} />
          </div>
          {QUEUE_TABS.map((name) => (
            <Tabs.Panel key={name} value={name} className="pt-3">
              <QueueList params={params} flow={flow} />
            </Tabs.Panel>
          ))}
          {view !== null && (
            <section aria-label={texts.views[view]} className="pt-3">
              <QueueList params={params} flow={flow} />
            </section>
          )}
        </Tabs>
        <ActionDialog flow={flow} />
        <UndoBar flow={flow} />
      </Page>
    </WidePage>
  );
}

function RefreshButton() {
  const client = useQueryClient();
  const [isRefreshing, setRefreshing] = useState(false);
  return (
    <ActionIcon
      variant="default"
      size={36}
      loading={isRefreshing}
      aria-label={texts.refresh}
      title={texts.refresh}
      onClick={() => {
        setRefreshing(true);
        void client
          .invalidateQueries({ queryKey: [STAFF_REGISTRATIONS] })
          .finally(() => setRefreshing(false));
      }}
    >
      <IconRefresh size={17} aria-hidden />
    </ActionIcon>
  );
}

/** Shows in the document title how many registrations need staff. A separate component, to limit re-renders. */
function TabTitle({ listName }: { listName: QueueTab | ViewName }) {
  const count = useActionableCount(listName);
  const isCounted = count !== undefined && count > 0;
  useDocumentTitle(isCounted ? texts.views.documentTitle(formatViewCount(listName, count)) : texts.title);
  return null;
}

function TabCount({ name }: { name: QueueTab }) {
  return (
    <CountBadge className="in-aria-selected:bg-accent-soft in-aria-selected:text-accent">
      {formatViewCount(name, useQueueCounts()[name])}
    </CountBadge>
  );
}

/** The four counts of the queue (spec §2), in one row. */
function QueueStats() {
  const t = texts.stats;
  const { data, error } = useQuery(queueStatsQuery);
  useErrorToast(error, t.failed, t.failedText);
  const counts = [
    { label: t.total, value: data?.total },
    { label: t.awaiting, value: data?.awaitingReview, unit: t.awaitingUnit },
    { label: texts.tabs.reviewing, value: data?.inReview },
    { label: texts.views.government, value: data?.inGovernmentProcessing },
  ];
  return (
    <section aria-label={t.label} aria-busy={data === undefined && error === null}>
      <dl className="g2-row gap-y-1 gap-x-6 m-0 mb-2 text-sm">
        {counts.map(({ label, value, unit }) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="m-0 font-semibold tabular-nums">
              {value === undefined ? UNKNOWN : formatInteger(value)}
              {unit !== undefined && value !== undefined && (
                <span className="font-normal text-muted"> {unit}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Takes the longest waiting unassigned registration of the filtered jurisdiction, and opens it. */
function NextButton({ jurisdiction }: Pick<QueueView, 'jurisdiction'>) {
  const client = useQueryClient();
  const key = useIntentKey();
  const { open } = useIdParam('open');
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const body = jurisdiction === '' ? {} : { jurisdiction };
      return key.run(body, (idempotencyKey) => call(operatorCalls.takeNext, { body, idempotencyKey }));
    },
    onSuccess: (takenRegistration) => {
      client.setQueryData(queuedRegistrationQuery(takenRegistration.id).queryKey, takenRegistration);
      open(takenRegistration.id);
      notify.success(texts.take.takenTitle, takenRegistration.title);
    },
    onError: (error) => notify.error(texts.take.nextFailed, messageOf(error, texts.take.failedText)),
    // Not awaited, so that the button is usable again before the refetch ends.
    onSettled: () => void refreshStaffQueries(client),
  });
  useShortcuts({ p: isPending ? undefined : () => mutate() });
  return (
    <Button
      size="sm"
      loading={isPending}
      leftSection={<IconPlayerTrackNext size={17} aria-hidden />}
      aria-keyshortcuts="p"
      title={texts.take.nextHint}
      onClick={() => mutate()}
    >
      {texts.take.next}
    </Button>
  );
}
