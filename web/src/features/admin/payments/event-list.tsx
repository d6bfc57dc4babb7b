import type { Page } from '@g2/gateway/contract/common';
import { WEBHOOK_STATUS_NAMES, WEBHOOK_STATUSES, type WebhookEvent } from '@g2/gateway/contract/payments';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { reasonOf } from '../../../lib/failures.ts';
import { formatDateTime, UNKNOWN } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import listClasses from '../../../ui/record-list.module.css';
import type { Column } from '../../../ui/record-table.tsx';
import { notify } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { AdminList, FilterSelects } from '../list.tsx';
import { failedEventsQuery, useReplay, webhookEventsQuery } from './api.ts';
import { declineReason, EventBadge, RegistrationLink } from './badges.tsx';
import { collapsed, type EventRow } from './collapse.ts';
import classes from './payments.module.css';
import { texts } from './texts.ts';

const t = texts.events;
const NAMES: Readonly<Record<string, string>> = t.names;

/** The provider's webhook events; an event without effect can be replayed. */
export function EventList() {
  const params = useListParams();
  const status = WEBHOOK_STATUSES.find((known) => known === params.get('status')) ?? '';
  const query = useQuery({ ...webhookEventsQuery(params.page, status), select: inRows });
  const { data: failed = 0 } = useQuery(failedEventsQuery);
  const actions = useReplays();
  return (
    <>
      <div className={listClasses.toolbar}>
        <FilterSelects
          params={params}
          filters={[{ name: 'status', label: t.filter, any: t.any, names: WEBHOOK_STATUS_NAMES }]}
        />
      </div>
      {failed > 0 && status === '' && (
        <p className={classes.failedNote}>
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

const inRows = (page: Page<WebhookEvent>) => ({ ...page, items: collapsed(page.items) });

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
    {
      accessor: 'actions',
      title: <VisuallyHidden>{t.actions}</VisuallyHidden>,
      textAlign: 'right',
      render: (e) => <ReplayButton event={e} actions={actions} />,
    },
  ];
}

const processed = ({ processedAt }: WebhookEvent): string =>
  processedAt === null ? t.notProcessed : formatDateTime(processedAt);

/** An event's meaning and its type, which may wrap only at its dots. */
function Type({ event }: { event: EventRow }) {
  const name = NAMES[event.eventType];
  const [family, ...rest] = event.eventType.split('.');
  return (
    <div className={classes.method}>
      {name !== undefined && <span className={classes.type}>{name}</span>}
      <span className={name === undefined ? classes.type : 'g2-meta'}>
        {family}
        {rest.map((part) => (
          <Fragment key={part}>
            <wbr />.{part}
          </Fragment>
        ))}
      </span>
      {event.paymentIntentId !== null && (
        <code className={classes.code} title={event.paymentIntentId}>
          {event.paymentIntentId}
        </code>
      )}
      {event.others.length > 0 && (
        <details className={classes.others}>
          <summary>{t.others(event.others.length)}</summary>
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

/** Why an event had no effect, or the outcome of its replay. */
function Fault({ event, replay }: { event: WebhookEvent; replay: Replay | undefined }) {
  if (replay !== undefined) return <ReplayOutcome replay={replay} />;
  const { errorMessage, decline } = event;
  if (errorMessage === null && decline !== null) {
    return <span className={classes.fault}>{declineReason(decline)}</span>;
  }
  if (errorMessage === null) return null;
  return (
    <span className={classes.fault} data-final={event.status === 'failed' || undefined}>
      {errorMessage}
    </span>
  );
}

function Card({ event, actions }: { event: EventRow; actions: Actions }) {
  return (
    <div className="g2-tile">
      <div className={adminClasses.cardHead}>
        <EventBadge status={event.status} />
        <span className="g2-meta">{formatDateTime(event.receivedAt)}</span>
      </div>
      <Type event={event} />
      <Fault event={event} replay={actions.replays.get(event.id)} />
      <div className={adminClasses.cardHead}>
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
    <Button
      size="xs"
      variant="default"
      aria-label={t.replayOf(event.eventType, event.paymentIntentId ?? event.id)}
      loading={actions.replays.get(event.id)?.step === 'running'}
      onClick={() => actions.replay(event.id)}
    >
      {t.replay}
    </Button>
  );
}

/** Shown in the row, because a toast would be gone when the admin looks at the next row. */
function ReplayOutcome({ replay }: { replay: Replay }) {
  const { running, applied, again } = texts.replay;
  if (replay.step === 'running') return <span className={classes.fault}>{running}</span>;
  const failed = replay.step === 'failed';
  const Icon = failed ? IconAlertTriangle : IconCircleCheck;
  return (
    <span className={classes.outcome} data-failed={failed || undefined}>
      <Icon size={16} aria-hidden />
      <span>{failed ? again(replay.why) : applied}</span>
    </span>
  );
}
