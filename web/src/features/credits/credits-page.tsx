import '../../ui/mantine-forms.ts';
import type { CreditTransaction } from '@g2/gateway/contract/payments';
import { Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCreditAmount, formatDateTime, formatSignedCredits } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { latestTransactionsQuery, transactionsQuery } from '../../shared/payment/api.ts';
import { Panel } from '../../ui/facts.tsx';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { Page } from '../../ui/page.tsx';
import { BalanceCard } from './balance-card.tsx';
import { BuyCreditsDialog } from './buy-credits-dialog.tsx';
import { PurchaseList } from './purchase-list.tsx';
import classes from './statement.module.css';
import { StatementPage } from './statement-page.tsx';
import { texts } from './texts.ts';

const t = texts.statement;

// The chart library is many times larger than the page, so it is loaded only when there is data to draw.
const BalanceChart = lazyWithPreload(
  () => import('../../shared/payment/balance-chart.tsx').then((m) => m.BalanceChart),
  <div className={classes.chart} />,
);

/** The account's credits: balance, chart of the balance, transactions and purchases. */
export function CreditsPage() {
  const user = useUser();
  const [buying, setBuying] = useState(false);
  if (!user) return null;
  return (
    <Page title={t.page} narrow>
      <Stack gap="md">
        <BalanceCard balance={user.credits} onBuy={() => setBuying(true)} />
        <Panel title={t.title}>
          <Statement />
        </Panel>
      </Stack>
      <BuyCreditsDialog opened={buying} onClose={() => setBuying(false)} />
    </Page>
  );
}

/** Without transactions the chart is omitted: whether it is shown decides the layout, so a placeholder waits for it. */
function Statement() {
  const { data, isPending } = useQuery(latestTransactionsQuery);
  if (isPending) return <Skeleton height={420} radius="md" role="status" aria-label={t.loading} />;
  return (
    <>
      {data !== undefined && data.total > 0 && (
        <figure className={classes.chartFrame}>
          <figcaption className={classes.chartTitle}>
            {data.total > data.items.length ? t.chartPartial(data.items.length) : t.chart}
          </figcaption>
          <BalanceChart transactions={data.items} />
        </figure>
      )}
      <Tabs defaultValue="transactions" keepMounted={false}>
        <Tabs.List aria-label={t.title}>
          <Tabs.Tab value="transactions">{t.transactions}</Tabs.Tab>
          <Tabs.Tab value="purchases">{t.purchases}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="transactions" pt="md">
          <TransactionList />
        </Tabs.Panel>
        <Tabs.Panel value="purchases" pt="md">
          <PurchaseList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function TransactionList() {
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
