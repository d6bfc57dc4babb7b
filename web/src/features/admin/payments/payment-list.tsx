import {
  type AdminPaymentPage,
  type ListedPayment,
  PAYMENT_ATTENTION_NAMES,
  PAYMENT_ATTENTIONS,
} from '@g2/gateway/contract/payment-admin';
import {
  PAYMENT_KIND_NAMES,
  PAYMENT_KINDS,
  PAYMENT_METHOD_NAMES,
  PAYMENT_STATUS_NAMES,
  PAYMENT_STATUSES,
} from '@g2/gateway/contract/payments';
import { IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCents, formatDateTime, formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { type ListParams, useListParams } from '../../../lib/list-params.ts';
import { keyWithout, useIdParam } from '../../../lib/use-id-param.ts';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { RowIcon } from '../cells.tsx';
import {
  AdminList,
  actionsColumn,
  DAY,
  ExportButton,
  FilterSelects,
  PeriodInputs,
  paramOf,
} from '../list.tsx';
import { type PaymentFilter, paymentsQuery, savePayments } from './api.ts';
import { AlertBadge, alertOf, Payer, PaymentState, ProviderId, Purpose } from './badges.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { texts } from './texts.ts';

const t = texts.payments;
/** URL parameter with the id of the payment in the dialog. */
const OPEN = 'open';

/** Payments of registrations and purchases of credits, with totals and a dialog for one payment. */
export function PaymentList() {
  const params = useListParams();
  const filter = filterOf(params);
  const query = useQuery(paymentsQuery(params.page, filter));
  const opened = useIdParam(OPEN);
  const { data } = query;
  return (
    <>
      <search>
        <ListToolbar params={params} searchLabel={t.search} placeholder={t.searchHint} opens>
          <FilterSelects
            params={params}
            filters={[
              { name: 'kind', ...t.filters.kind, names: PAYMENT_KIND_NAMES },
              { name: 'status', ...t.filters.status, names: PAYMENT_STATUS_NAMES },
              { name: 'attention', ...t.filters.attention, names: PAYMENT_ATTENTION_NAMES },
            ]}
          />
        </ListToolbar>
        <div className="g2-spread items-end mb-4">
          <div className="flex flex-[0_1_392px] gap-3 *:flex-1">
            <PeriodInputs params={params} period={filter} texts={t} />
          </div>
          <ExportButton texts={texts.export} save={() => savePayments(filter)} />
        </div>
      </search>
      <Totals page={data} failed={query.error !== null} />
      <AdminList
        texts={t}
        query={query}
        // The list's key ignores the dialog's URL parameter: an open dialog does not make it another list.
        params={{ ...params, key: keyWithout(params.key, [OPEN]) }}
        narrowed={Object.values(filter).some((one) => one !== '')}
        columns={columnsFor(data?.items ?? [], opened.open)}
        card={(payment) => <Card payment={payment} onOpen={opened.open} />}
        nameOf={nameOf}
        onOpen={({ id }) => opened.open(id)}
        openId={opened.id}
      />
      <PaymentDialog addressed={opened} />
    </>
  );
}

/** Totals over the whole filter, not only this page; says so when they cover just a part. */
function Totals({ page, failed }: { page: AdminPaymentPage | undefined; failed: boolean }) {
  const { totals } = page ?? {};
  const { label, capped, searchCapped, ...names } = texts.totals;
  // On a phone, thousands of millions fit beside another figure.
  const figure = (value: string | undefined) =>
    value === undefined ? undefined : (
      <span className="whitespace-nowrap phone:text-[length:min(var(--g2-text-lg),3.7vw)]">{value}</span>
    );
  const amount = (cents: number | undefined) => figure(cents === undefined ? undefined : formatCents(cents));
  return (
    <>
      <StatGrid
        label={label}
        failed={failed}
        stats={[
          {
            label: names.count,
            value: figure(totals && formatInteger(totals.count)),
            note: names.countNote,
          },
          { label: names.received, value: amount(totals?.received), note: names.receivedNote },
          { label: names.refunded, value: amount(totals?.refunded), note: names.refundedNote },
          { label: names.withCredits, value: amount(totals?.withCredits), note: names.withCreditsNote },
        ]}
      />
      {page?.totalCapped && <p className="g2-warning m-0 mb-3 text-warning text-sm">{capped}</p>}
      {page?.searchCapped && <p className="g2-warning m-0 mb-3 text-warning text-sm">{searchCapped}</p>}
    </>
  );
}

const nameOf = ({ payerName, method, amount }: ListedPayment): string =>
  [payerName, PAYMENT_METHOD_NAMES[method], formatCents(amount)].filter(Boolean).join(', ');

const refunded = ({ refundedAmount }: ListedPayment): string =>
  refundedAmount > 0 ? formatCents(refundedAmount) : UNKNOWN;

type Open = (id: string) => void;

const REFUNDED: Column<ListedPayment> = {
  accessor: 'refundedAmount',
  title: t.refunded,
  textAlign: 'right',
  noWrap: true,
  render: refunded,
};
const FLAG: Column<ListedPayment> = {
  accessor: 'flag',
  title: t.flag,
  render: (p) => (alertOf(p) === null ? UNKNOWN : <AlertBadge payment={p} />),
};

/** Leaves out the columns that are empty in every row of the page. */
function columnsFor(items: readonly ListedPayment[], onOpen: Open): Column<ListedPayment>[] {
  return [
    { accessor: 'createdAt', title: t.created, noWrap: true, render: (p) => formatDateTime(p.createdAt) },
    { accessor: 'userId', title: t.payer, render: (p) => <Payer payment={p} /> },
    { accessor: 'registrationId', title: t.purpose, render: (p) => <Purpose payment={p} /> },
    { accessor: 'method', title: t.method, render: (p) => <Method payment={p} /> },
    { accessor: 'status', title: t.status, render: (p) => <PaymentState payment={p} /> },
    {
      accessor: 'amount',
      title: t.amount,
      textAlign: 'right',
      noWrap: true,
      render: (p) => formatCents(p.amount),
    },
    ...(items.some((p) => p.refundedAmount > 0) ? [REFUNDED] : []),
    ...(items.some((p) => alertOf(p) !== null) ? [FLAG] : []),
    {
      accessor: 'settledAt',
      title: t.settled,
      noWrap: true,
      hideBelow: 'lg',
      render: (p) => formatDateTime(p.settledAt),
    },
    actionsColumn<ListedPayment>((p) => <OpenButton payment={p} onOpen={onOpen} />),
  ];
}

const OpenButton = ({ payment, onOpen }: { payment: ListedPayment; onOpen: Open }) => (
  <RowIcon
    label={t.detailsOf(nameOf(payment))}
    tooltip={t.details}
    Icon={IconListDetails}
    onClick={() => onOpen(payment.id)}
  />
);

function Method({ payment }: { payment: ListedPayment }) {
  return (
    <div className="grid gap-0.5 min-w-0">
      <span>{PAYMENT_METHOD_NAMES[payment.method]}</span>
      {payment.stripePaymentIntentId !== null && <ProviderId id={payment.stripePaymentIntentId} />}
    </div>
  );
}

function Card({ payment, onOpen }: { payment: ListedPayment; onOpen: Open }) {
  return (
    <div className="g2-tile">
      <div className="g2-spread min-w-0">
        <span className="font-semibold">{formatCents(payment.amount)}</span>
        <PaymentState payment={payment} />
      </div>
      <Payer payment={payment} />
      <Purpose payment={payment} />
      <Method payment={payment} />
      {(alertOf(payment) !== null || payment.refundedAmount > 0) && (
        <div className="g2-spread min-w-0">
          {payment.refundedAmount > 0 && <span>{t.refundedOf(refunded(payment))}</span>}
          <AlertBadge payment={payment} />
        </div>
      )}
      <div className="g2-spread min-w-0">
        <span className="g2-meta">{formatDateTime(payment.createdAt)}</span>
        <OpenButton payment={payment} onOpen={onOpen} />
      </div>
    </div>
  );
}

/** The filter from the URL; an invalid value counts as absent. */
const filterOf = (params: ListParams): PaymentFilter => ({
  status: PAYMENT_STATUSES.find((known) => known === params.get('status')) ?? '',
  attention: PAYMENT_ATTENTIONS.find((known) => known === params.get('attention')) ?? '',
  kind: PAYMENT_KINDS.find((known) => known === params.get('kind')) ?? '',
  search: params.search,
  from: paramOf(params, 'from', DAY),
  to: paramOf(params, 'to', DAY),
});
