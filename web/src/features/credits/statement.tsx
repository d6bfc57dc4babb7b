import type { Page } from '@g2/gateway/contract/common';
import { CLIENT_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { creditCalls } from '@g2/gateway/contract/gen/calls/credits';
import {
  type CreditPurchase,
  type CreditTransaction,
  PURCHASE_STATUS_NAMES,
  type PurchaseStatus,
} from '@g2/gateway/contract/payments';
import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHourglass, IconReceiptOff, IconX } from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/call.ts';
import {
  formatCents,
  formatCreditAmount,
  formatCredits,
  formatDateTime,
  formatSignedCredits,
} from '../../lib/format.ts';
import {
  paymentConfigQuery,
  purchasesQuery,
  refreshCredits,
  transactionsQuery,
} from '../../shared/payment/api.ts';
import { PreparingPanel } from '../../shared/payment/card/card-payment.tsx';
import { VoucherView } from '../../shared/payment/pay/voucher-view.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { texts } from './texts.ts';

const t = texts.statement;

export function TransactionList() {
  const [page, setPage] = useState(1);
  return (
    <StatementPage
      label={t.transactions}
      query={useQuery(transactionsQuery(page))}
      page={page}
      onPage={setPage}
      emptyTitle={t.noTransactions}
      failed={t.transactionsFailed}
      renderRow={(transaction) => <TransactionRow transaction={transaction} />}
    />
  );
}

function TransactionRow({ transaction }: { transaction: CreditTransaction }) {
  const { delta, balanceAfter, reason, createdAt } = transaction;
  return (
    <StatementRow name={reason} detail={formatDateTime(createdAt)}>
      <span className={clsx('font-bold tabular-nums', delta > 0 && 'text-accent')}>
        {formatSignedCredits(delta)}
      </span>
      <span className="g2-meta tabular-nums">
        {t.balanceAfter(formatCreditAmount(balanceAfter))}
        {/* Hidden on a phone, where the reason needs the space. */}
        <span className="whitespace-pre phone:hidden"> {t.creditsUnit}</span>
      </span>
    </StatementRow>
  );
}

const STATUS_STYLES = {
  pending: { Icon: IconHourglass, color: 'text-warning' },
  completed: { Icon: IconCircleCheck, color: 'text-accent' },
  failed: { Icon: IconCircleX, color: 'text-danger' },
  cancelled: { Icon: IconX, color: '' },
} as const satisfies Record<PurchaseStatus, unknown>;

export function PurchaseList() {
  const [page, setPage] = useState(1);
  return (
    <StatementPage
      label={t.purchases}
      query={useQuery(purchasesQuery(page))}
      page={page}
      onPage={setPage}
      emptyTitle={t.noPurchases}
      failed={t.purchasesFailed}
      renderRow={(purchase) => <PurchaseRow purchase={purchase} />}
    />
  );
}

function PurchaseRow({ purchase }: { purchase: CreditPurchase }) {
  const { id, status, completedAt, createdAt, creditsAmount } = purchase;
  const { Icon, color } = STATUS_STYLES[status];
  return (
    <StatementRow
      name={t.packages[purchase.packageType]}
      detail={`${formatDateTime(completedAt ?? createdAt)} · ${formatCredits(creditsAmount)}`}
    >
      <span className="font-bold tabular-nums">{formatCents(purchase.priceInCents)}</span>
      <span className={clsx('g2-inline g2-meta', color)}>
        <Icon size={15} aria-hidden />
        {PURCHASE_STATUS_NAMES[status]}
      </span>
      {status === 'pending' && purchase.paymentIntentStatus === 'requires_action' && (
        <PaymentCodeButton id={id} />
      )}
    </StatementRow>
  );
}

function StatementRow({ name, detail, children }: { name: string; detail: string; children: ReactNode }) {
  return (
    <>
      <div className="grid min-w-0 content-start">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="g2-meta tabular-nums">{detail}</span>
      </div>
      <div className="grid flex-none content-start justify-items-end text-right">{children}</div>
    </>
  );
}

function PaymentCodeButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {t.showCode}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.dialog.purchaseTitle}>
        {isOpen && <PaymentCode id={id} onClose={close} />}
      </Modal>
    </>
  );
}

function PaymentCode({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: config } = useQuery(paymentConfigQuery);
  const query = useQuery({
    queryKey: ['open-purchase', id],
    // Returns the payment code, such as the Pix code, also when another device started the payment.
    queryFn: () => call(creditCalls.getOpenPurchase, { params: { id } }),
    gcTime: 0,
    staleTime: 0,
  });
  const refresh = () => void refreshCredits(client);
  return (
    <QueryFrame query={query} loading={<PreparingPanel />} failed={t.codeFailed}>
      {({ intent }) =>
        intent?.voucher ? (
          <VoucherView
            intent={{ ...intent, voucher: intent.voucher }}
            isDemo={config?.provider === 'simulator'}
            isPaid={false}
            onPaid={refresh}
            onContinue={onClose}
            onCreateAnother={() => {
              refresh();
              onClose();
            }}
          />
        ) : (
          <p>{t.codeUnavailable}</p>
        )
      }
    </QueryFrame>
  );
}

interface StatementPageProps<T> {
  readonly label: string;
  readonly query: UseQueryResult<Page<T>>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly emptyTitle: string;
  readonly failed: string;
  readonly renderRow: (item: T) => ReactNode;
}

const ROW_CLASSES = 'flex justify-between gap-x-5 gap-y-2 py-3';

function StatementPage<T extends { id: string }>(props: StatementPageProps<T>) {
  const { query, renderRow } = props;
  return (
    <QueryFrame query={query} loading={<RowsSkeleton />} failed={props.failed}>
      {({ items, total }) =>
        total === 0 ? (
          <EmptyState
            title={props.emptyTitle}
            text={t.emptyText}
            icon={<IconReceiptOff size={28} aria-hidden />}
          />
        ) : (
          <>
            <ul className="g2-rows" aria-label={props.label} aria-busy={query.isPlaceholderData}>
              {items.map((item) => (
                <li key={item.id} className={ROW_CLASSES}>
                  {renderRow(item)}
                </li>
              ))}
            </ul>
            <Pager page={props.page} pageSize={CLIENT_PAGE_SIZE} total={total} onChange={props.onPage} />
          </>
        )
      }
    </QueryFrame>
  );
}

const RowsSkeleton = () => (
  <div className="g2-rows" role="status" aria-label={t.loading}>
    {[50, 45, 40, 35, 30].map((percent) => (
      <div key={percent} className={ROW_CLASSES}>
        <Skeleton height={18} width={`${percent}%`} radius="sm" />
        <Skeleton height={18} width={90} radius="sm" />
      </div>
    ))}
  </div>
);
