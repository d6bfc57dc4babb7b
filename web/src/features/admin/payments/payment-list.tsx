import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { type AdminPayment, PAYMENT_METHOD_NAMES } from '@g2/gateway/contract/payments';
import { useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { RecordList } from '../../../ui/record-list.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import classes from '../admin.module.css';
import { paymentsQuery } from './api.ts';
import { FlagBadge, PaymentBadge, RegistrationLink } from './badges.tsx';
import { texts } from './texts.ts';

const t = texts.payments;

/** Every registration's payment; those refunded or disputed carry an alert. */
export function PaymentList() {
  const params = useListParams();
  const query = useQuery(paymentsQuery(params.page));
  useErrorToast(query.error, t.failed, t.failedText);
  return (
    <RecordList
      label={t.label}
      query={query}
      params={params}
      pageSize={STAFF_PAGE_SIZE}
      columns={COLUMNS}
      card={(payment) => <Card payment={payment} />}
      empty={t.empty}
      failed={t.failed}
      failedText={t.failedText}
    />
  );
}

const refunded = ({ refundedAmount }: AdminPayment): string =>
  refundedAmount > 0 ? formatCents(refundedAmount) : t.notRefunded;

const COLUMNS: DataTableColumn<AdminPayment>[] = [
  { accessor: 'createdAt', title: t.created, noWrap: true, render: (p) => formatDateTime(p.createdAt) },
  { accessor: 'method', title: t.method, render: (p) => <Method payment={p} /> },
  { accessor: 'status', title: t.status, render: (p) => <PaymentBadge status={p.status} /> },
  {
    accessor: 'amount',
    title: t.amount,
    textAlign: 'right',
    render: (p) => <span className={classes.number}>{formatCents(p.amount)}</span>,
  },
  {
    accessor: 'refundedAmount',
    title: t.refunded,
    textAlign: 'right',
    render: (p) => <span className={classes.number}>{refunded(p)}</span>,
  },
  {
    accessor: 'flag',
    title: t.flag,
    render: (p) =>
      p.flag === null ? <span className={classes.small}>{t.noFlag}</span> : <FlagBadge flag={p.flag} />,
  },
  { accessor: 'settledAt', title: t.settled, noWrap: true, render: (p) => formatDateTime(p.settledAt) },
  {
    accessor: 'registrationId',
    title: t.registration,
    render: (p) => <RegistrationLink id={p.registrationId} />,
  },
];

function Method({ payment }: { payment: AdminPayment }) {
  return (
    <div className={classes.method}>
      <span>{PAYMENT_METHOD_NAMES[payment.method]}</span>
      {payment.stripePaymentIntentId !== null && (
        <code className={classes.code} title={payment.stripePaymentIntentId}>
          {payment.stripePaymentIntentId}
        </code>
      )}
    </div>
  );
}

function Card({ payment }: { payment: AdminPayment }) {
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <span className={classes.strong}>{formatCents(payment.amount)}</span>
        <PaymentBadge status={payment.status} />
      </div>
      <Method payment={payment} />
      {(payment.flag !== null || payment.refundedAmount > 0) && (
        <div className={classes.cardHead}>
          {payment.refundedAmount > 0 && <span>{t.refundedOf(refunded(payment))}</span>}
          {payment.flag !== null && <FlagBadge flag={payment.flag} />}
        </div>
      )}
      <div className={classes.cardHead}>
        <span className={classes.small}>{formatDateTime(payment.createdAt)}</span>
        <RegistrationLink id={payment.registrationId} />
      </div>
    </div>
  );
}
