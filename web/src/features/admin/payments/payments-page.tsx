import '../../../ui/mantine-forms.ts';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Page } from '../../../ui/page.tsx';
import { useVisibleTab } from '../../../ui/use-visible-tab.ts';
import { WidePage } from '../../../ui/wide-page.tsx';
import classes from '../admin.module.css';
import { failedEventsQuery } from './api.ts';
import { EventList } from './event-list.tsx';
import { PaymentList } from './payment-list.tsx';
import { texts } from './texts.ts';

type View = keyof typeof texts.views;

/** Money as admins see it: the payments, and the provider's events with those that failed. The list is `?view=`. */
export function PaymentsPage() {
  const [params, setParams] = useSearchParams();
  const view: View = params.get('view') === 'events' ? 'events' : 'payments';
  const list = useVisibleTab(view);
  const { data: failed = 0 } = useQuery(failedEventsQuery);
  // Page and filter of the list that is left stay behind.
  const go = (next: string | null) =>
    setParams(next === 'events' ? { view: next } : {}, { preventScrollReset: true });
  return (
    <WidePage>
      <Page
        title={texts.title}
        lead={texts.lead}
        action={
          <Link to="/admin" className={classes.link}>
            {texts.back}
          </Link>
        }
      >
        <Tabs value={view} keepMounted={false} onChange={go}>
          <Tabs.List ref={list} aria-label={texts.viewsLabel} className={classes.tabs}>
            <Tabs.Tab value="payments">{texts.views.payments}</Tabs.Tab>
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
          </Tabs.List>
          <Tabs.Panel key={view} value={view} className={classes.panel}>
            {view === 'payments' ? <PaymentList /> : <EventList />}
          </Tabs.Panel>
        </Tabs>
      </Page>
    </WidePage>
  );
}
