import { type Page, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { WEBHOOK_STATUS_NAMES, WEBHOOK_STATUSES, type WebhookEvent } from '@g2/gateway/contract/payments';
import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { formatDateTime, UNKNOWN } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { RecordList } from '../../../ui/record-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { failedEventsQuery, webhookEventsQuery } from './api.ts';
import { declineReason, EventBadge, RegistrationLink } from './badges.tsx';
import { collapsed, type EventRow } from './collapse.ts';
import { FilterBar } from './filter-bar.tsx';
import classes from './payments.module.css';
import { type Replay, ReplayButton, ReplayOutcome, useReplays } from './replay.tsx';
import { texts } from './texts.ts';

const t = texts.events;
const NAMES: Readonly<Record<string, string>> = t.names;

/** The provider's webhook events; an event without effect can be replayed. */
export function EventList() {
  const params = useListParams();
  const status = WEBHOOK_STATUSES.find((known) => known === params.get('status')) ?? '';
  const query = useQuery({ ...webhookEventsQuery(params.page, status), select: inRows });
  const { data: failed = 0 } = useQuery(failedEventsQuery);
  useErrorToast(query.error, t.failed, t.failedText);
  const actions = useReplays();
  return (
    <>
      <FilterBar
        params={params}
        filters={[
          { name: 'status', label: t.filter, any: t.any, value: status, names: WEBHOOK_STATUS_NAMES },
        ]}
      />
      {failed > 0 && status === '' && (
        <p className={classes.failedNote}>
          {t.failedNote(failed)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => params.setFilter('status', 'failed')}>
            {t.onlyFailed}
          </Button>
        </p>
      )}
      <RecordList
        label={t.label}
        query={query}
        params={params}
        pageSize={STAFF_PAGE_SIZE}
        columns={columns(actions)}
        card={(event) => <Card event={event} actions={actions} />}
        nameOf={({ eventType, status: state }) =>
          `${NAMES[eventType] ?? eventType}, ${WEBHOOK_STATUS_NAMES[state]}`
        }
        empty={t.empty}
        emptyText={status === '' ? undefined : t.emptyText}
        failed={t.failed}
        failedText={t.failedText}
      />
    </>
  );
}

const inRows = (page: Page<WebhookEvent>) => ({ ...page, items: collapsed(page.items) });

interface Actions {
  readonly replays: ReadonlyMap<string, Replay>;
  readonly replay: (id: string) => void;
}

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
      render: (e) => <ReplayButton event={e} {...actions} />,
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
      <Others events={event.others} />
    </div>
  );
}

/** Collapsed list of the other events for the same payment on this page. */
function Others({ events }: { events: readonly WebhookEvent[] }) {
  if (events.length === 0) return null;
  return (
    <details className={classes.others}>
      <summary>{t.others(events.length)}</summary>
      <ul className="g2-list">
        {events.map(({ id, eventType, receivedAt }) => (
          <li key={id} className="g2-meta">
            {NAMES[eventType] ?? eventType} · {formatDateTime(receivedAt)}
          </li>
        ))}
      </ul>
    </details>
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
        <ReplayButton event={event} {...actions} />
      </div>
    </div>
  );
}
