import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import type { UnpaidFile, UnpaidFilePage } from '@g2/gateway/contract/unpaid-files';
import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '../../../lib/failures.ts';
import { formatCents, formatDate, formatDateTime, formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { RecordList } from '../../../ui/record-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { notify, useErrorToast } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { accountPath } from '../users/user-cells.tsx';
import { unpaidFilesQuery, useReminder } from './api.ts';
import { RegistrationLink } from './badges.tsx';
import classes from './payments.module.css';
import { texts } from './texts.ts';

const t = texts.unpaid;

/** Registrations with a stored file and no payment, newest first, each with a button to remind the owner by e-mail. */
export function UnpaidList() {
  const params = useListParams();
  const query = useQuery(unpaidFilesQuery(params.page));
  useErrorToast(query.error, t.failed, t.failedText);
  return (
    <>
      <p className="g2-note">{t.lead}</p>
      <Sum totals={query.data?.totals} />
      <RecordList
        label={t.label}
        query={query}
        params={params}
        pageSize={STAFF_PAGE_SIZE}
        columns={COLUMNS}
        card={(file) => <Card file={file} />}
        nameOf={({ title }) => title}
        empty={t.empty}
        emptyText={t.emptyText}
        failed={t.failed}
        failedText={t.failedText}
      />
    </>
  );
}

/** The possible income of all unpaid files. The line keeps its place while loading. */
const Sum = ({ totals }: { totals: UnpaidFilePage['totals'] | undefined }) => (
  <p className={classes.sum}>
    {totals && (
      <>
        <strong>{t.sum(totals.count, formatInteger(totals.count), formatCents(totals.amount))}</strong>{' '}
        <span className="g2-meta">{t.sumNote}</span>
      </>
    )}
  </p>
);

const COLUMNS: Column<UnpaidFile>[] = [
  { accessor: 'title', title: t.registration, render: (file) => <What file={file} /> },
  { accessor: 'applicantName', title: t.client, render: (file) => <Client file={file} /> },
  { accessor: 'amount', title: t.amount, noWrap: true, render: ({ amount }) => formatCents(amount) },
  {
    accessor: 'fileAttachedAt',
    title: t.stored,
    noWrap: true,
    render: ({ fileAttachedAt }) => formatDateTime(fileAttachedAt),
  },
  { accessor: 'expiresAt', title: t.expires, noWrap: true, render: goes },
  {
    accessor: 'remind',
    title: <VisuallyHidden>{t.actions}</VisuallyHidden>,
    textAlign: 'right',
    render: (file) => <Remind file={file} />,
  },
];

function goes({ expiresAt }: UnpaidFile): string {
  return expiresAt === null ? UNKNOWN : formatDate(expiresAt);
}

const What = ({ file: { id, title, fileName } }: { file: UnpaidFile }) => (
  <div className={classes.method}>
    <span className={classes.type}>{title}</span>
    <span className="g2-meta">{fileName}</span>
    <RegistrationLink id={id} />
  </div>
);

const Client = ({ file: { userId, applicantName } }: { file: UnpaidFile }) => (
  <Link to={accountPath(userId)} className={classes.payer}>
    {applicantName}
  </Link>
);

/** Sends one reminder; within a week of the last one it shows that date instead. */
function Remind({ file }: { file: UnpaidFile }) {
  const reminder = useReminder();
  const { remindedAt, remindableFrom } = file;
  const waits = remindableFrom !== null && new Date(remindableFrom) > new Date();
  const send = () =>
    reminder.mutate(file.id, {
      onSuccess: () => notify.success(t.sent, t.sentText(file.applicantName)),
      onError: (error) => notify.error(t.notSent, messageOf(error, t.notSentText)),
    });
  return (
    <div className={classes.state}>
      <Button
        size="xs"
        variant="default"
        loading={reminder.isPending}
        disabled={waits}
        aria-label={t.remindOf(file.title)}
        onClick={send}
      >
        {t.remind}
      </Button>
      {remindedAt !== null && <span className="g2-meta">{t.reminded(formatDate(remindedAt))}</span>}
    </div>
  );
}

function Card({ file }: { file: UnpaidFile }) {
  return (
    <div className="g2-tile">
      <div className={adminClasses.cardHead}>
        <Client file={file} />
        <span>{formatCents(file.amount)}</span>
      </div>
      <What file={file} />
      <span className="g2-meta">{t.storedOn(formatDateTime(file.fileAttachedAt))}</span>
      {file.expiresAt !== null && <span className="g2-meta">{t.goesOn(formatDate(file.expiresAt))}</span>}
      <Remind file={file} />
    </div>
  );
}
