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
import { type EventRow, groupedByPayment } from './group-events.ts';
import { texts } from './texts.ts';

const t = texts.events;
const NAMES: Readonly<Record<string, string>> = t.names;
const TITLE = 'font-semibold wrap-anywhere [td_&]:min-w-35';

/** The provider's webhook events; an event without effect can be replayed. */
export function EventList() {
  const params = useListParams();
  const status = WEBHOOK_STATUSES.find((known) => known === params.get('status')) ?? '';
  const query = useQuery({ ...webhookEventsQuery(params.page, status), select: inRows });
  const { data: failed = 0 } = useQuery(failedEventsQuery);
  const actions = useReplays();
  return (
    <>
      <div className="g2-row gap-y-3 gap-x-2 mb-4">
        <FilterSelects
          params={params}
          filters={[{ name: 'status', label: t.filter, any: t.any, names: WEBHOOK_STATUS_NAMES }]}
        />
      </div>
      {failed > 0 && status === '' && (
        <p className="g2-row m-0 mb-3 text-danger text-sm">
          {t.failedNote(failed)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => params.setFilter('status', 'failed')}>
            {t.onlyFailed}
          </Button>
        </p>
      )}
      <AdminList
        texts={t}
        query={query}
        params={params}
        narrowed={status !== ''}
        columns={columns(actions)}
        card={(event) => <Card event={event} actions={actions} />}
        nameOf={({ eventType, status: state }) =>
          `${NAMES[eventType] ?? eventType}, ${WEBHOOK_STATUS_NAMES[state]}`
        }
      />
    </>
  );
}

const inRows = (page: Page<WebhookEvent>) => ({ ...page, items: groupedByPayment(page.items) });

function columns(actions: Actions): Column<EventRow>[] {
  return [
    { accessor: 'eventType', title: t.type, render: (e) => <Type event={e} /> },
    { accessor: 'status', title: t.status, render: (e) => <EventBadge status={e.status} /> },
    {
      accessor: 'errorMessage',
      title: t.error,
      render: (e) => {
        const replay = actions.replays.get(e.id);
        const none = e.errorMessage === null && e.decline === null && replay === undefined;
        return none ? UNKNOWN : <Fault event={e} replay={replay} />;
      },
    },
    {
      accessor: 'receivedAt',
      title: t.received,
      noWrap: true,
      render: (e) => formatDateTime(e.receivedAt),
    },
    { accessor: 'processedAt', title: t.processed, noWrap: true, render: processed },
    {
      accessor: 'registrationId',
      title: t.registration,
      render: (e) => (e.registrationId === null ? UNKNOWN : <RegistrationLink id={e.registrationId} />),
    },
    actionsColumn<EventRow>((e) => <ReplayButton event={e} actions={actions} />),
  ];
}

const processed = ({ processedAt }: WebhookEvent): string =>
  processedAt === null ? t.notProcessed : formatDateTime(processedAt);

/** An event's meaning and its type, which may wrap only at its dots. */
function Type({ event }: { event: EventRow }) {
  const name = NAMES[event.eventType];
  const [family, ...rest] = event.eventType.split('.');
  return (
    <div className="grid gap-0.5 min-w-0">
      {name !== undefined && <span className={TITLE}>{name}</span>}
      <span className={name === undefined ? TITLE : 'g2-meta'}>
        {family}
        {rest.map((part) => (
          <Fragment key={part}>
            <wbr />.{part}
          </Fragment>
        ))}
      </span>
      {event.paymentIntentId !== null && <ProviderId id={event.paymentIntentId} />}
      {event.others.length > 0 && (
        <details>
          <summary className="min-h-6 text-accent text-sm cursor-pointer">
            {t.others(event.others.length)}
          </summary>
          <ul className="g2-list">
            {event.others.map(({ id, eventType, receivedAt }) => (
              <li key={id} className="g2-meta">
                {NAMES[eventType] ?? eventType} · {formatDateTime(receivedAt)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/**
 * Why an event had no effect, or the outcome of its replay. The outcome is in the row, because a toast would be gone
 * when the admin looks at the next row.
 */
function Fault({ event, replay }: { event: WebhookEvent; replay: Replay | undefined }) {
  const { errorMessage, decline, status } = event;
  const { running, applied, again } = texts.replay;
  if (replay === undefined) {
    const text = errorMessage ?? (decline && declineReason(decline));
    return text && <Note danger={errorMessage !== null && status === 'failed'}>{text}</Note>;
  }
  if (replay.step === 'running') return <Note>{running}</Note>;
  const failed = replay.step === 'failed';
  const Icon = failed ? IconAlertTriangle : IconCircleCheck;
  return (
    <span className={clsx('flex gap-1.5 min-w-35 text-sm', failed ? 'text-danger' : 'text-accent')}>
      <Icon className="flex-none mt-0.5" size={16} aria-hidden />
      <span>{failed ? again(replay.why) : applied}</span>
    </span>
  );
}

const Note = ({ danger = false, children }: { danger?: boolean; children: string }) => (
  <span className={clsx('g2-note block min-w-35', danger && 'text-danger')}>{children}</span>
);

function Card({ event, actions }: { event: EventRow; actions: Actions }) {
  return (
    <div className="g2-tile">
      <div className="g2-spread min-w-0">
        <EventBadge status={event.status} />
        <span className="g2-meta">{formatDateTime(event.receivedAt)}</span>
      </div>
      <Type event={event} />
      <Fault event={event} replay={actions.replays.get(event.id)} />
      <div className="g2-spread min-w-0">
        {event.registrationId !== null && <RegistrationLink id={event.registrationId} />}
        <ReplayButton event={event} actions={actions} />
      </div>
    </div>
  );
}

type Replay = { readonly step: 'running' | 'applied' } | { readonly step: 'failed'; readonly why: string };

/** Replays of events. Each has its own state, so a slow one does not block the others. */
function useReplays() {
  const [replays, setReplays] = useState<ReadonlyMap<string, Replay>>(new Map());
  const { mutateAsync } = useReplay();
  const note = (id: string, replay: Replay) => setReplays((current) => new Map(current).set(id, replay));
  const run = async (id: string) => {
    note(id, { step: 'running' });
    try {
      note(id, announce(await mutateAsync(id)));
    } catch (error) {
      const why = reasonOf(error, texts.replay.failedText);
      notify.error(texts.replay.failed, why);
      note(id, { step: 'failed', why });
    }
  };
  return { replays, replay: (id: string) => void run(id) };
}
type Actions = ReturnType<typeof useReplays>;

function announce(event: WebhookEvent): Replay {
  const { done, doneText, refused, refusedText } = texts.replay;
  if (event.status !== 'failed') {
    notify.success(done, doneText);
    return { step: 'applied' };
  }
  const why = event.errorMessage ?? refusedText;
  notify.error(refused, why);
  return { step: 'failed', why };
}

function ReplayButton({ event, actions }: { event: WebhookEvent; actions: Actions }) {
  if (event.status === 'processed') return null;
  return (
    <RowButton
      label={t.replayOf(event.eventType, event.paymentIntentId ?? event.id)}
      loading={actions.replays.get(event.id)?.step === 'running'}
      onClick={() => actions.replay(event.id)}
    >
      {t.replay}
    </RowButton>
  );
}
