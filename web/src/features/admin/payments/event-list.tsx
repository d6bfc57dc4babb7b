import type { Page } from '@g2/gateway/contract/common';
import { WEBHOOK_STATUS_NAMES, WEBHOOK_STATUSES, type WebhookEvent } from '@g2/gateway/contract/payments';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Fragment, useState } from 'react';
import { reasonOf } from '../../../lib/failures.ts';
import { formatDateTime, UNKNOWN } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import type { Column } from '../../../ui/record-table.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { RowButton } from '../cells.tsx';
import { AdminList, actionsColumn, FilterSelects } from '../list.tsx';
import { failedEventsQuery, useReplay, webhookEventsQuery } from './api.ts';
import { declineReason, EventBadge, ProviderId, RegistrationLink } from './badges.tsx';
import { type EventRow, groupByPayment } from './group-events.ts';
import { texts } from './texts.ts';

const t = texts.events;
const EVENT_NAMES: Readonly<Record<string, string>> = t.names;
const TITLE_CLASSES = 'font-semibold wrap-anywhere [td_&]:min-w-35';

/** The provider's webhook events. An event that was not applied can be replayed. */
export function EventList() {
  const params = useListParams();
  const status = WEBHOOK_STATUSES.find((value) => value === params.get('status')) ?? '';
  const query = useQuery({ ...webhookEventsQuery(params.page, status), select: groupItems });
  const { data: failedCount = 0 } = useQuery(failedEventsQuery);
  const actions = useReplays();
  return (
    <>
      <div className="g2-row gap-y-3 gap-x-2 mb-4">
        <FilterSelects
          params={params}
          filters={[
            {
              name: 'status',
              label: t.filterStatus,
              anyLabel: t.anyStatus,
              optionLabels: WEBHOOK_STATUS_NAMES,
            },
          ]}
        />
      </div>
      {failedCount > 0 && status === '' && (
        <p className="g2-row m-0 mb-3 text-danger text-sm">
          {t.failedNote(failedCount)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => params.setFilter('status', 'failed')}>
            {t.onlyFailed}
          </Button>
        </p>
      )}
      <AdminList
        texts={t}
        query={query}
        params={params}
        isFiltered={status !== ''}
        columns={columns(actions)}
        card={(event) => <EventCard event={event} actions={actions} />}
        nameOf={({ eventType, status: eventStatus }) =>
          `${EVENT_NAMES[eventType] ?? eventType}, ${WEBHOOK_STATUS_NAMES[eventStatus]}`
        }
      />
    </>
  );
}

const groupItems = (page: Page<WebhookEvent>) => ({ ...page, items: groupByPayment(page.items) });

function columns(actions: ReplayActions): Column<EventRow>[] {
  return [
    { accessor: 'eventType', title: t.type, render: (row) => <EventType event={row} /> },
    { accessor: 'status', title: t.status, render: (row) => <EventBadge status={row.status} /> },
    {
      accessor: 'errorMessage',
      title: t.error,
      render: (row) => {
        const replay = actions.replays.get(row.id);
        const isEmpty = row.errorMessage === null && row.decline === null && replay === undefined;
        return isEmpty ? UNKNOWN : <EventOutcome event={row} replay={replay} />;
      },
    },
    {
      accessor: 'receivedAt',
      title: t.received,
      noWrap: true,
      render: (row) => formatDateTime(row.receivedAt),
    },
    { accessor: 'processedAt', title: t.processed, noWrap: true, render: processedText },
    {
      accessor: 'registrationId',
      title: t.registration,
      render: (row) => (row.registrationId === null ? UNKNOWN : <RegistrationLink id={row.registrationId} />),
    },
    actionsColumn<EventRow>((row) => <ReplayButton event={row} actions={actions} />),
  ];
}

const processedText = ({ processedAt }: WebhookEvent): string =>
  processedAt === null ? t.notProcessed : formatDateTime(processedAt);

/** The Portuguese name of an event and its type, which may wrap only at its dots. */
function EventType({ event }: { event: EventRow }) {
  const name = EVENT_NAMES[event.eventType];
  const [family, ...rest] = event.eventType.split('.');
  return (
    <div className="grid gap-0.5 min-w-0">
      {name !== undefined && <span className={TITLE_CLASSES}>{name}</span>}
      <span className={name === undefined ? TITLE_CLASSES : 'g2-meta'}>
        {family}
        {rest.map((part) => (
          <Fragment key={part}>
            <wbr />.{part}
          </Fragment>
        ))}
      </span>
      {event.paymentIntentId !== null && <ProviderId id={event.paymentIntentId} />}
      {event.relatedEvents.length > 0 && (
        <details>
          <summary className="min-h-6 text-accent text-sm cursor-pointer">
            {t.relatedEvents(event.relatedEvents.length)}
          </summary>
          <ul className="g2-list">
            {event.relatedEvents.map(({ id, eventType, receivedAt }) => (
              <li key={id} className="g2-meta">
                {EVENT_NAMES[eventType] ?? eventType} · {formatDateTime(receivedAt)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** An event's error, or the outcome of its replay, which stays in the row because a toast disappears. */
function EventOutcome({ event, replay }: { event: WebhookEvent; replay: ReplayState | undefined }) {
  const { errorMessage, decline, status } = event;
  const { running, applied, failedAgain } = texts.replay;
  if (replay === undefined) {
    const text = errorMessage ?? (decline && declineReason(decline));
    return text && <Note danger={errorMessage !== null && status === 'failed'}>{text}</Note>;
  }
  if (replay.state === 'running') return <Note>{running}</Note>;
  const failed = replay.state === 'failed';
  const Icon = failed ? IconAlertTriangle : IconCircleCheck;
  return (
    <span className={clsx('flex gap-1.5 min-w-35 text-sm', failed ? 'text-danger' : 'text-accent')}>
      <Icon className="flex-none mt-0.5" size={16} aria-hidden />
      <span>{failed ? failedAgain(replay.reason) : applied}</span>
    </span>
  );
}

const Note = ({ danger = false, children }: { danger?: boolean; children: string }) => (
  <span className={clsx('g2-note block min-w-35', danger && 'text-danger')}>{children}</span>
);

function EventCard({ event, actions }: { event: EventRow; actions: ReplayActions }) {
  return (
    <div className="g2-tile">
      <div className="g2-spread min-w-0">
        <EventBadge status={event.status} />
        <span className="g2-meta">{formatDateTime(event.receivedAt)}</span>
      </div>
      <EventType event={event} />
      <EventOutcome event={event} replay={actions.replays.get(event.id)} />
      <div className="g2-spread min-w-0">
        {event.registrationId !== null && <RegistrationLink id={event.registrationId} />}
        <ReplayButton event={event} actions={actions} />
      </div>
    </div>
  );
}

type ReplayState =
  | { readonly state: 'running' | 'applied' }
  | { readonly state: 'failed'; readonly reason: string };

/** The replays of events. Each has its own state, so that a slow replay does not block the others. */
function useReplays() {
  const [replays, setReplays] = useState<ReadonlyMap<string, ReplayState>>(new Map());
  const { mutateAsync } = useReplay();
  const setReplay = (id: string, replay: ReplayState) =>
    setReplays((current) => new Map(current).set(id, replay));
  const startReplay = async (id: string) => {
    setReplay(id, { state: 'running' });
    try {
      setReplay(id, notifyOutcome(await mutateAsync(id)));
    } catch (error) {
      const reason = reasonOf(error, texts.replay.failedText);
      notify.error(texts.replay.failed, reason);
      setReplay(id, { state: 'failed', reason });
    }
  };
  return { replays, replay: (id: string) => void startReplay(id) };
}
type ReplayActions = ReturnType<typeof useReplays>;

function notifyOutcome(event: WebhookEvent): ReplayState {
  const { done, doneText, refused, refusedText } = texts.replay;
  if (event.status !== 'failed') {
    notify.success(done, doneText);
    return { state: 'applied' };
  }
  const reason = event.errorMessage ?? refusedText;
  notify.error(refused, reason);
  return { state: 'failed', reason };
}

function ReplayButton({ event, actions }: { event: WebhookEvent; actions: ReplayActions }) {
  if (event.status === 'processed') return null;
  return (
    <RowButton
      label={t.replayOf(event.eventType, event.paymentIntentId ?? event.id)}
      loading={actions.replays.get(event.id)?.state === 'running'}
      onClick={() => actions.replay(event.id)}
    >
      {t.replay}
    </RowButton>
  );
}
