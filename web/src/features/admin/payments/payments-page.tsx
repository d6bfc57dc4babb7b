import '../../../ui/mantine-forms.ts';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Page, WidePage } from '../../../ui/page.tsx';
import { TabPanel, TabRow } from '../../../ui/tab-row.tsx';
import classes from '../admin.module.css';
import { AdminSections } from '../sections.tsx';
import { failedEventsQuery } from './api.ts';
import { EventList } from './event-list.tsx';
import { PaymentList } from './payment-list.tsx';
import { texts } from './texts.ts';
import { UnpaidList } from './unpaid-list.tsx';

type View = keyof typeof texts.views;
const LISTS: Readonly<Record<View, ReactNode>> = {
  payments: <PaymentList />,
  unpaid: <UnpaidList />,
  events: <EventList />,
};
const VIEWS: readonly View[] = ['payments', 'unpaid', 'events'];

/** Payments, unpaid files and webhook events, for admins. The list is `?view=`. */
export function PaymentsPage() {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((known) => known === params.get('view')) ?? 'payments';
  const { data: failed = 0 } = useQuery(failedEventsQuery);
  // Drops page and filter of the previous list from the URL.
  const go = (next: string | null) =>
    setParams(next === null || next === 'payments' ? {} : { view: next }, { preventScrollReset: true });
  return (
    <WidePage>
      <Page title={texts.title} lead={texts.lead}>
        <AdminSections current="/admin/payments" />
        <Tabs value={view} keepMounted={false} onChange={go}>
          <TabRow selected={view} label={texts.viewsLabel}>
            <Tabs.Tab value="payments">{texts.views.payments}</Tabs.Tab>
            <Tabs.Tab value="unpaid">{texts.views.unpaid}</Tabs.Tab>
            <Tabs.Tab
              value="events"
              rightSection={
                failed > 0 && (
                  <span className={classes.badge} data-tone="danger">
                    {texts.failedCount(failed)}
                  </span>
                )
              }
            >
              {texts.views.events}
            </Tabs.Tab>
          </TabRow>
          <TabPanel key={view} value={view}>
            {LISTS[view]}
          </TabPanel>
        </Tabs>
      </Page>
    </WidePage>
  );
}
