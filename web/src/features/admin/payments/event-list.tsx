import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { WEBHOOK_STATUS_NAMES, WEBHOOK_STATUSES, type WebhookEvent } from '@g2/gateway/contract/payments';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { formatDateTime } from '../../../lib/format.ts';
import { messageOf } from '../../../lib/http.ts';
import { useListParams } from '../../../lib/list-params.ts';
import listClasses from '../../../ui/record-list.module.css';
import { RecordList } from '../../../ui/record-list.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import classes from '../admin.module.css';
import { useReplay, webhookEventsQuery } from './api.ts';
import { EventBadge, RegistrationLink } from './badges.tsx';
import { texts } from './texts.ts';

const t = texts.events;
const ANY = 'any';
const OPTIONS = [
  { value: ANY, label: t.any },
  ...WEBHOOK_STATUSES.map((value) => ({ value, label: WEBHOOK_STATUS_NAMES[value] })),
];

/** What the provider told; a failed event can be worked on again. */
export function EventList() {
  const params = useListParams();
  const status = WEBHOOK_STATUSES.find((known) => known === params.get('status')) ?? '';
  const query = useQuery(webhookEventsQuery(params.page, status));
  useErrorToast(query.error, t.failed, t.failedText);
  const replay = useReplay(tellOutcome, (error) =>
    notify.error(texts.replay.failed, messageOf(error, texts.replay.failedText)),
  );
  const actions: Actions = { running: replay.isPending ? replay.variables : null, onReplay: replay.mutate };
  return (
    <>
      <div className={listClasses.toolbar}>
        <Select
          className={classes.filter}
          aria-label={t.filter}
          data={OPTIONS}
          value={status === '' ? ANY : status}
          onChange={(value) => params.setFilter('status', value === ANY || value === null ? '' : value)}
        />
      </div>
      <RecordList
        label={t.label}
        query={query}
        params={params}
        pageSize={STAFF_PAGE_SIZE}
        columns={columns(actions)}
        card={(event) => <Card event={event} actions={actions} />}
        empty={t.empty}
        emptyText={status === '' ? undefined : t.emptyText}
        failed={t.failed}
        failedText={t.failedText}
      />
    </>
  );
}

function tellOutcome(event: WebhookEvent): void {
  const { done, doneText, refused, refusedText } = texts.replay;
  if (event.status === 'failed') notify.error(refused, event.errorMessage ?? refusedText);
  else notify.success(done, doneText);
}

interface Actions {
  /** The event being worked on. */
  readonly running: string | null;
  readonly onReplay: (id: string) => void;
}

function columns(actions: Actions): DataTableColumn<WebhookEvent>[] {
  return [
    { accessor: 'eventType', title: t.type, render: (e) => <Type event={e} /> },
    { accessor: 'status', title: t.status, render: (e) => <EventBadge status={e.status} /> },
    { accessor: 'errorMessage', title: t.error, render: (e) => <Fault event={e} /> },
    {
      accessor: 'processedAt',
      title: t.processed,
      noWrap: true,
      render: (e) => (e.processedAt === null ? t.notProcessed : formatDateTime(e.processedAt)),
    },
    {
      accessor: 'registrationId',
      title: t.registration,
      render: (e) => e.registrationId !== null && <RegistrationLink id={e.registrationId} />,
    },
    {
      accessor: 'actions',
      title: '',
      textAlign: 'right',
      render: (e) => <ReplayButton event={e} actions={actions} />,
    },
  ];
}

function Type({ event }: { event: WebhookEvent }) {
  return (
    <div className={classes.method}>
      <span className={classes.strong}>{event.eventType}</span>
      {event.paymentIntentId !== null && (
        <code className={classes.code} title={event.paymentIntentId}>
          {event.paymentIntentId}
        </code>
      )}
    </div>
  );
}

function Fault({ event }: { event: WebhookEvent }) {
  if (event.errorMessage === null) return null;
  return (
    <span className={classes.fault} data-final={event.status === 'failed' || undefined}>
      {event.errorMessage}
    </span>
  );
}

function ReplayButton({ event, actions }: { event: WebhookEvent; actions: Actions }) {
  if (event.status === 'processed') return null;
  return (
    <Button
      size="xs"
      variant="outline"
      aria-label={t.replayOf(event.eventType, event.paymentIntentId ?? event.id)}
      loading={actions.running === event.id}
      disabled={actions.running !== null && actions.running !== event.id}
      onClick={() => actions.onReplay(event.id)}
    >
      {t.replay}
    </Button>
  );
}

function Card({ event, actions }: { event: WebhookEvent; actions: Actions }) {
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <EventBadge status={event.status} />
        <span className={classes.small}>
          {event.processedAt === null ? t.notProcessed : formatDateTime(event.processedAt)}
        </span>
      </div>
      <Type event={event} />
      <Fault event={event} />
      <div className={classes.cardHead}>
        {event.registrationId !== null && <RegistrationLink id={event.registrationId} />}
        <ReplayButton event={event} actions={actions} />
      </div>
    </div>
  );
}
