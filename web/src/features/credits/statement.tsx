import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCredits } from '../../lib/format.ts';
import { latestTransactionsQuery } from '../../shared/payment/api.ts';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { PurchaseList } from './purchase-list.tsx';
import classes from './statement.module.css';
import { texts } from './texts.ts';
import { TransactionList } from './transaction-list.tsx';

const t = texts.statement;

// The chart library is many times larger than the page, so it is loaded only when there is data to draw.
const BalanceChart = lazyWithPreload(
  () => import('../../shared/payment/balance-chart.tsx').then((m) => m.BalanceChart),
  <div className={classes.chart} />,
);

/** A chart of the balance (hundredths of a credit), all transactions and all purchases. */
export function Statement({ balance }: { balance: number | null }) {
  return (
    <>
      <p className="g2-note">{t.balance}</p>
      <p className={classes.balance}>{formatCredits(balance)}</p>
      <Chart />
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

/** Omitted without data: the list below contains everything that the chart shows. */
function Chart() {
  const { data } = useQuery(latestTransactionsQuery);
  if (data === undefined || data.total === 0) return null;
  const { length } = data.items;
  return (
    <figure className={classes.chartFrame}>
      <figcaption className={classes.chartTitle}>
        {data.total > length ? t.chartPartial(length) : t.chart}
      </figcaption>
      <BalanceChart transactions={data.items} />
    </figure>
  );
}
