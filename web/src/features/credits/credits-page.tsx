import '../../ui/mantine-forms.ts';
import { Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { latestTransactionsQuery } from '../../shared/payment/api.ts';
import { Panel } from '../../ui/facts.tsx';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { Page } from '../../ui/page.tsx';
import { BalanceCard } from './balance-card.tsx';
import { BuyCreditsDialog } from './buy-credits-dialog.tsx';
import { PurchaseList, TransactionList } from './statement.tsx';
import { texts } from './texts.ts';

const t = texts.statement;

// The chart library is much larger than the page, so it is loaded only when there is data to show.
const BalanceChart = lazyWithPreload(
  () => import('../../shared/payment/balance-chart.tsx').then((m) => m.BalanceChart),
  <div className="h-45" />,
);

export function CreditsPage() {
  const user = useUser();
  const [isBuying, setBuying] = useState(false);
  if (!user) return null;
  return (
    <Page title={t.pageTitle} narrow>
      <Stack>
        <BalanceCard balance={user.credits} onBuy={() => setBuying(true)} />
        <Panel title={t.statementTitle}>
          <Statement />
        </Panel>
      </Stack>
      <BuyCreditsDialog opened={isBuying} onClose={() => setBuying(false)} />
    </Page>
  );
}

/** Balance chart and lists. The chart is omitted without transactions, so a skeleton is shown until they are loaded. */
function Statement() {
  const { data, isPending } = useQuery(latestTransactionsQuery);
  if (isPending) return <Skeleton height={420} radius="md" role="status" aria-label={t.loading} />;
  return (
    <>
      {data !== undefined && data.total > 0 && (
        <figure className="m-0 mb-6">
          <figcaption className="g2-subtitle mb-2">
            {data.total > data.items.length ? t.partialChartTitle(data.items.length) : t.chartTitle}
          </figcaption>
          <BalanceChart transactions={data.items} />
        </figure>
      )}
      <Tabs defaultValue="transactions" keepMounted={false}>
        <Tabs.List aria-label={t.statementTitle}>
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
