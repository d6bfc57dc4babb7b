import { CLIENT_PAGE_SIZE, type Page } from '@g2/gateway/contract/common';
import {
  type CreditPurchase,
  type CreditTransaction,
  PURCHASE_STATUS_NAMES,
  type PurchaseStatus,
} from '@g2/gateway/contract/payments';
import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHourglass, IconReceiptOff, IconX } from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failedToLoad } from '../../lib/failures.ts';
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
import { Preparing } from '../../shared/payment/card/card-payment.tsx';
import { VoucherView } from '../../shared/payment/pay/voucher-view.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { readOpenPurchase } from './api.ts';
import classes from './statement.module.css';
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
      empty={t.noTransactions}
      failed={t.transactionsFailed}
      row={(transaction) => <TransactionRow transaction={transaction} />}
    />
  );
}

function TransactionRow({ transaction }: { transaction: CreditTransaction }) {
  const { delta, balanceAfter, reason, createdAt } = transaction;
  return (
    <>
      <div className={classes.what}>
        <span className={classes.reason}>{reason}</span>
        <span className={classes.when}>{formatDateTime(createdAt)}</span>
      </div>
      <div className={classes.howMuch}>
        <span className={classes.amount} data-sign={delta > 0 ? 'in' : 'out'}>
          {formatSignedCredits(delta)}
        </span>
        <span className={classes.when}>
          {t.after(formatCreditAmount(balanceAfter))}
          <span className={classes.unit}> {t.unit}</span>
        </span>
      </div>
    </>
  );
}

const ICONS = {
  pending: IconHourglass,
  completed: IconCircleCheck,
  failed: IconCircleX,
  cancelled: IconX,
} as const satisfies Record<PurchaseStatus, typeof IconX>;

export function PurchaseList() {
  const [page, setPage] = useState(1);
  return (
    <StatementPage
      label={t.purchases}
      query={useQuery(purchasesQuery(page))}
      page={page}
      onPage={setPage}
      empty={t.noPurchases}
      failed={t.purchasesFailed}
      row={(purchase) => <PurchaseRow purchase={purchase} />}
    />
  );
}

function PurchaseRow({ purchase }: { purchase: CreditPurchase }) {
  const { id, status } = purchase;
  const Icon = ICONS[status];
  return (
    <>
      <div className={classes.what}>
        <span className={classes.reason}>{t.packages[purchase.packageType]}</span>
        <span className={classes.when}>
          {formatDateTime(purchase.completedAt ?? purchase.createdAt)} ·{' '}
          {formatCredits(purchase.creditsAmount)}
        </span>
      </div>
      <div className={classes.howMuch}>
        <span className={classes.amount}>{formatCents(purchase.priceInCents)}</span>
        <span className={classes.status} data-purchase={status}>
          <Icon size={15} aria-hidden />
          {PURCHASE_STATUS_NAMES[status]}
        </span>
        {status === 'pending' && purchase.paymentIntentStatus === 'requires_action' && (
          <OpenPurchase id={id} />
        )}
      </div>
    </>
  );
}

function OpenPurchase({ id }: { id: string }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
        {t.showCode}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={texts.dialog.total}
        closeButtonProps={{ 'aria-label': ui.close }}
      >
        {opened && <CodeOf id={id} onClose={close} />}
      </Modal>
    </>
  );
}

function CodeOf({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: config } = useQuery(paymentConfigQuery);
  const query = useQuery({
    queryKey: ['open-purchase', id],
    queryFn: () => readOpenPurchase(id),
    gcTime: 0,
    staleTime: 0,
  });
  const { data, isFetching, refetch } = query;
  if (failedToLoad(query)) {
    return <RetryLine text={t.codeFailed} busy={isFetching} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Preparing />;
  const { intent } = data;
  if (!intent?.voucher) return <p>{t.codeGone}</p>;
  const refresh = () => void refreshCredits(client);
  return (
    <VoucherView
      intent={{ ...intent, voucher: intent.voucher }}
      isDemo={config?.provider === 'simulator'}
      isPaid={false}
      onPaid={refresh}
      onContinue={onClose}
      onAgain={() => {
        refresh();
        onClose();
      }}
    />
  );
}

interface StatementPageProps<T> {
  readonly label: string;
  readonly query: UseQueryResult<Page<T>>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly empty: string;
  readonly failed: string;
  readonly row: (item: T) => ReactNode;
}

function StatementPage<T extends { id: string }>(props: StatementPageProps<T>) {
  const { query, row } = props;
  if (query.isPending) return <RowsSkeleton />;
  if (query.data === undefined) {
    return <RetryLine text={props.failed} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  if (query.data.total === 0) {
    const icon = <IconReceiptOff size={28} aria-hidden />;
    return <EmptyState title={props.empty} text={t.emptyText} icon={icon} />;
  }
  return (
    <>
      <ul className="g2-list" aria-label={props.label} aria-busy={query.isPlaceholderData}>
        {query.data.items.map((item) => (
          <li key={item.id} className={classes.row}>
            {row(item)}
          </li>
        ))}
      </ul>
      <Pager page={props.page} pageSize={CLIENT_PAGE_SIZE} total={query.data.total} onChange={props.onPage} />
    </>
  );
}

function RowsSkeleton() {
  return (
    <div className="g2-list" role="status" aria-label={t.loading}>
      {Array.from({ length: 5 }, (_, row) => row).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={18} width={`${50 - row * 5}%`} radius="sm" />
          <Skeleton height={18} width={90} radius="sm" />
        </div>
      ))}
    </div>
  );
}
