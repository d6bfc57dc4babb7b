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
import { queryWithout, useIdParam } from '../../../lib/use-id-param.ts';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { RowIcon } from '../cells.tsx';
import {
  AdminList,
  actionsColumn,
  DAY_PATTERN,
  ExportButton,
  FilterSelects,
  PeriodInputs,
  validParam,
} from '../list.tsx';
import { downloadPayments, type PaymentFilter, paymentsQuery } from './api.ts';
import { AlertBadge, alertOf, Payer, PaymentState, ProviderId, Purpose } from './badges.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { texts } from './texts.ts';

const t = texts.payments;
/** URL parameter with the id of the payment that the dialog shows. */
const OPEN_PARAM = 'open';

/** Payments of registrations and purchases of credits, with their totals and a dialog for a single payment. */
export function PaymentList() {
  const params = useListParams();
  const filter = filterOf(params);
  const query = useQuery(paymentsQuery(params.page, filter));
  const dialogParam = useIdParam(OPEN_PARAM);
  const { data } = query;
  return (
    <>
      <search>
        <ListToolbar params={params} searchLabel={t.search} placeholder={t.searchHint} canOpen>
          <FilterSelects
            params={params}
            filters={[
              { name: 'kind', ...t.filters.kind, optionLabels: PAYMENT_KIND_NAMES },
              { name: 'status', ...t.filters.status, optionLabels: PAYMENT_STATUS_NAMES },
              { name: 'attention', ...t.filters.attention, optionLabels: PAYMENT_ATTENTION_NAMES },
            ]}
          />
        </ListToolbar>
        <div className="g2-spread items-end mb-4">
          <div className="flex flex-[0_1_392px] gap-3 *:flex-1">
            <PeriodInputs params={params} period={filter} texts={t} />
          </div>
          <ExportButton texts={texts.export} download={() => downloadPayments(filter)} />
        </div>
      </search>
      <PaymentTotals page={data} failed={query.error !== null} />
      <AdminList
        texts={t}
        query={query}
        // The key omits the dialog's URL parameter, so that opening the dialog does not count as a new list.
        params={{ ...params, key: queryWithout(params.key, [OPEN_PARAM]) }}
        isFiltered={Object.values(filter).some((value) => value !== '')}
        columns={columnsFor(data?.items ?? [], dialogParam.open)}
        card={(payment) => <PaymentCard payment={payment} onOpen={dialogParam.open} />}
        nameOf={nameOf}
        onOpen={({ id }) => dialogParam.open(id)}
        openId={dialogParam.id}
      />
      <PaymentDialog idParam={dialogParam} />
    </>
  );
}

/** Totals of all filtered payments, not only of this page, and a note if they cover only a part. */
function PaymentTotals({ page, failed }: { page: AdminPaymentPage | undefined; failed: boolean }) {
  const { totals } = page ?? {};
  const { label, capped, searchCapped, ...statTexts } = texts.totals;
  // The font is smaller on phones, so that even billions fit beside another figure.
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
            label: statTexts.count,
            value: figure(totals && formatInteger(totals.count)),
            note: statTexts.countNote,
          },
          { label: statTexts.received, value: amount(totals?.received), note: statTexts.receivedNote },
          { label: statTexts.refunded, value: amount(totals?.refunded), note: statTexts.refundedNote },
          {
            label: statTexts.withCredits,
            value: amount(totals?.withCredits),
            note: statTexts.withCreditsNote,
          },
        ]}
      />
      {page?.totalCapped && <p className="g2-warning m-0 mb-3 text-warning text-sm">{capped}</p>}
      {page?.searchCapped && <p className="g2-warning m-0 mb-3 text-warning text-sm">{searchCapped}</p>}
    </>
  );
}

const nameOf = ({ payerName, method, amount }: ListedPayment): string =>
  [payerName, PAYMENT_METHOD_NAMES[method], formatCents(amount)].filter(Boolean).join(', ');

const refundedText = ({ refundedAmount }: ListedPayment): string =>
  refundedAmount > 0 ? formatCents(refundedAmount) : UNKNOWN;

type OnOpen = (id: string) => void;

const REFUNDED_COLUMN: Column<ListedPayment> = {
  accessor: 'refundedAmount',
  title: t.refunded,
  textAlign: 'right',
  noWrap: true,
  render: refundedText,
};
const ALERT_COLUMN: Column<ListedPayment> = {
  accessor: 'flag',
  title: t.alert,
  render: (p) => (alertOf(p) === null ? UNKNOWN : <AlertBadge payment={p} />),
};

/** The columns of the table, without those that are empty in every row of the page. */
function columnsFor(items: readonly ListedPayment[], onOpen: OnOpen): Column<ListedPayment>[] {
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
    ...(items.some((p) => p.refundedAmount > 0) ? [REFUNDED_COLUMN] : []),
    ...(items.some((p) => alertOf(p) !== null) ? [ALERT_COLUMN] : []),
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

const OpenButton = ({ payment, onOpen }: { payment: ListedPayment; onOpen: OnOpen }) => (
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

function PaymentCard({ payment, onOpen }: { payment: ListedPayment; onOpen: OnOpen }) {
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
          {payment.refundedAmount > 0 && <span>{t.refundedOf(refundedText(payment))}</span>}
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

/** The filter in the URL. An invalid value counts as absent. */
const filterOf = (params: ListParams): PaymentFilter => ({
  status: PAYMENT_STATUSES.find((option) => option === params.get('status')) ?? '',
  attention: PAYMENT_ATTENTIONS.find((option) => option === params.get('attention')) ?? '',
  kind: PAYMENT_KINDS.find((option) => option === params.get('kind')) ?? '',
  search: params.search,
  from: validParam(params, 'from', DAY_PATTERN),
  to: validParam(params, 'to', DAY_PATTERN),
});
