import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import {
  type AdminPayment,
  PAYMENT_KIND_NAMES,
  PAYMENT_KINDS,
  PAYMENT_METHOD_NAMES,
  PAYMENT_STATUSES,
} from '@g2/gateway/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { formatCents, formatDateTime, UNKNOWN } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { RecordList } from '../../../ui/record-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { paymentsQuery } from './api.ts';
import { FlagBadge, PaymentState, RegistrationLink } from './badges.tsx';
import { FilterBar } from './filter-bar.tsx';
import classes from './payments.module.css';
import { texts } from './texts.ts';

const t = texts.payments;

/** Payments of registrations and purchases of credits; those refunded or disputed carry an alert. */
export function PaymentList() {
  const params = useListParams();
  const status = PAYMENT_STATUSES.find((known) => known === params.get('status')) ?? '';
  const kind = PAYMENT_KINDS.find((known) => known === params.get('kind')) ?? '';
  const query = useQuery(paymentsQuery(params.page, status, kind));
  useErrorToast(query.error, t.failed, t.failedText);
  return (
    <>
      <FilterBar
        params={params}
        filters={[
          { name: 'kind', label: t.kindFilter, any: t.anyKind, value: kind, names: PAYMENT_KIND_NAMES },
          { name: 'status', label: t.statusFilter, any: t.anyStatus, value: status, names: t.statuses },
        ]}
      />
      <RecordList
        label={t.label}
        query={query}
        params={params}
        pageSize={STAFF_PAGE_SIZE}
        columns={COLUMNS}
        card={(payment) => <Card payment={payment} />}
        nameOf={({ method, amount }) => `${PAYMENT_METHOD_NAMES[method]}, ${formatCents(amount)}`}
        empty={t.empty}
        emptyText={status === '' && kind === '' ? undefined : t.emptyText}
        failed={t.failed}
        failedText={t.failedText}
      />
    </>
  );
}

const refunded = ({ refundedAmount }: AdminPayment): string =>
  refundedAmount > 0 ? formatCents(refundedAmount) : UNKNOWN;

const COLUMNS: Column<AdminPayment>[] = [
  { accessor: 'createdAt', title: t.created, noWrap: true, render: (p) => formatDateTime(p.createdAt) },
  { accessor: 'method', title: t.method, render: (p) => <Method payment={p} /> },
  { accessor: 'status', title: t.status, render: (p) => <PaymentState payment={p} /> },
  {
    accessor: 'amount',
    title: t.amount,
    textAlign: 'right',
    render: (p) => <span className={adminClasses.number}>{formatCents(p.amount)}</span>,
  },
  {
    accessor: 'refundedAmount',
    title: t.refunded,
    textAlign: 'right',
    render: (p) => <span className={adminClasses.number}>{refunded(p)}</span>,
  },
  { accessor: 'settledAt', title: t.settled, noWrap: true, render: (p) => formatDateTime(p.settledAt) },
  {
    accessor: 'flag',
    title: t.flag,
    render: (p) => (p.flag === null ? UNKNOWN : <FlagBadge flag={p.flag} />),
  },
  {
    accessor: 'registrationId',
    title: t.purpose,
    render: (p) => <Purpose payment={p} />,
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

/** What was paid for. */
function Purpose({ payment: { registrationId, kind } }: { payment: AdminPayment }) {
  if (registrationId === null) return <span className="g2-meta">{PAYMENT_KIND_NAMES[kind]}</span>;
  return <RegistrationLink id={registrationId} />;
}

function Card({ payment }: { payment: AdminPayment }) {
  return (
    <div className="g2-tile">
      <div className={adminClasses.cardHead}>
        <span className={adminClasses.strong}>{formatCents(payment.amount)}</span>
        <PaymentState payment={payment} />
      </div>
      <Method payment={payment} />
      {(payment.flag !== null || payment.refundedAmount > 0) && (
        <div className={adminClasses.cardHead}>
          {payment.refundedAmount > 0 && <span>{t.refundedOf(refunded(payment))}</span>}
          {payment.flag !== null && <FlagBadge flag={payment.flag} />}
        </div>
      )}
      <div className={adminClasses.cardHead}>
        <span className="g2-meta">{formatDateTime(payment.createdAt)}</span>
        <Purpose payment={payment} />
      </div>
    </div>
  );
}
