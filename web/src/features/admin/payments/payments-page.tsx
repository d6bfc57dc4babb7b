import '../../../ui/mantine-forms.ts';
import type { UnpaidFile } from '@g2/gateway/contract/unpaid-files';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../../lib/failures.ts';
import { formatCents, formatDate, formatDateTime, formatInteger } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import type { Column } from '../../../ui/record-table.tsx';
import { TabPanel, TabRow } from '../../../ui/tab-row.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { accountPath, Badge, RecordLink, RowButton } from '../cells.tsx';
import { AdminList, actionsColumn } from '../list.tsx';
import { SectionPage } from '../sections.tsx';
import { failedEventsQuery, unpaidFilesQuery, useSendReminder } from './api.ts';
import { RegistrationLink } from './badges.tsx';
import { EventList } from './event-list.tsx';
import { PaymentList } from './payment-list.tsx';
import { texts } from './texts.ts';

const t = texts.unpaid;

const VIEWS = ['payments', 'unpaid', 'events'] as const;
const LIST_BY_VIEW = { payments: <PaymentList />, unpaid: <UnpaidList />, events: <EventList /> } as const;

/** Payments, unpaid files and webhook events, for admins. The URL parameter `view` selects the list. */
export function PaymentsPage() {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((value) => value === params.get('view')) ?? 'payments';
  const { data: failedCount = 0 } = useQuery(failedEventsQuery);
  // Drops page and filter of the previous list from the URL.
  const showView = (name: string | null) =>
    setParams(name === null || name === 'payments' ? {} : { view: name }, { preventScrollReset: true });
  return (
    <SectionPage title={texts.title} lead={texts.lead} current="/admin/payments">
      <Tabs value={view} keepMounted={false} onChange={showView}>
        <TabRow selected={view} label={texts.viewsLabel}>
          {VIEWS.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                name === 'events' &&
                failedCount > 0 && <Badge tone="danger">{texts.failedCount(failedCount)}</Badge>
              }
            >
              {texts.views[name]}
            </Tabs.Tab>
          ))}
        </TabRow>
        <TabPanel key={view} value={view}>
          {LIST_BY_VIEW[view]}
        </TabPanel>
      </Tabs>
    </SectionPage>
  );
}

/** Registrations with a file but no payment, newest first, each with a button to remind the owner by e-mail. */
function UnpaidList() {
  const params = useListParams();
  const query = useQuery(unpaidFilesQuery(params.page));
  const totals = query.data?.totals;
  return (
    <>
      <p className="g2-note">{t.lead}</p>
      {/* The possible income from all unpaid files. The line reserves its height while loading. */}
      <p className="min-h-[1.45em] m-0 mb-4 tabular-nums">
        {totals && (
          <>
            <strong>
              {t.totalAmount(totals.count, formatInteger(totals.count), formatCents(totals.amount))}
            </strong>{' '}
            <span className="g2-meta">{t.totalAmountNote}</span>
          </>
        )}
      </p>
      <AdminList
        texts={t}
        query={query}
        params={params}
        columns={COLUMNS}
        card={(file) => <UnpaidFileCard file={file} />}
        nameOf={({ title }) => title}
      />
    </>
  );
}

const COLUMNS: Column<UnpaidFile>[] = [
  { accessor: 'title', title: t.registration, render: (file) => <FileCell file={file} /> },
  { accessor: 'applicantName', title: t.client, render: (file) => <ClientLink file={file} /> },
  { accessor: 'amount', title: t.amount, noWrap: true, render: ({ amount }) => formatCents(amount) },
  {
    accessor: 'fileAttachedAt',
    title: t.storedAt,
    noWrap: true,
    render: ({ fileAttachedAt }) => formatDateTime(fileAttachedAt),
  },
  {
    accessor: 'expiresAt',
    title: t.expiresAt,
    noWrap: true,
    render: ({ expiresAt }) => formatDate(expiresAt),
  },
  actionsColumn<UnpaidFile>((file) => <ReminderButton file={file} />),
];

const FileCell = ({ file: { id, title, fileName } }: { file: UnpaidFile }) => (
  <div className="grid gap-0.5 min-w-0">
    <span className="font-semibold wrap-anywhere [td_&]:min-w-35">{title}</span>
    <span className="g2-meta">{fileName}</span>
    <RegistrationLink id={id} />
  </div>
);

const ClientLink = ({ file: { userId, applicantName } }: { file: UnpaidFile }) => (
  <RecordLink to={accountPath(userId)}>{applicantName}</RecordLink>
);

/** Sends a reminder. It shows the date of the last reminder and is disabled for a week after it. */
function ReminderButton({ file }: { file: UnpaidFile }) {
  const reminder = useSendReminder();
  const { remindedAt, remindableFrom } = file;
  const isTooEarly = remindableFrom !== null && new Date(remindableFrom) > new Date();
  const send = () =>
    reminder.mutate(file.id, {
      onSuccess: () => notify.success(t.sent, t.sentText(file.applicantName)),
      onError: (error) => notify.error(t.notSent, messageOf(error, t.notSentText)),
    });
  return (
    <div className="grid justify-items-start gap-1 [td_&]:min-w-30">
      <RowButton
        label={t.remindOf(file.title)}
        loading={reminder.isPending}
        disabled={isTooEarly}
        onClick={send}
      >
        {t.remind}
      </RowButton>
      {remindedAt !== null && <span className="g2-meta">{t.remindedOn(formatDate(remindedAt))}</span>}
    </div>
  );
}

function UnpaidFileCard({ file }: { file: UnpaidFile }) {
  return (
    <div className="g2-tile">
      <div className="g2-spread min-w-0">
        <ClientLink file={file} />
        <span>{formatCents(file.amount)}</span>
      </div>
      <FileCell file={file} />
      <span className="g2-meta">{t.storedOn(formatDateTime(file.fileAttachedAt))}</span>
      {file.expiresAt !== null && <span className="g2-meta">{t.expiresOn(formatDate(file.expiresAt))}</span>}
      <ReminderButton file={file} />
    </div>
  );
}
