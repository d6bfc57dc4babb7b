import '../../ui/mantine-forms.ts';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Page, WidePage } from '../../ui/page.tsx';
import { TabPanel, TabRow } from '../../ui/tab-row.tsx';
import { AnalyticsTab } from './analytics/analytics-tab.tsx';
import { CreditsTab } from './credits/credits-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { RegistrationsTab } from './registrations/registrations-tab.tsx';
import { PanelSections } from './sections.tsx';
import { StatusTab } from './status/status-tab.tsx';
import { ADMIN_TABS, type AdminTab, texts } from './texts.ts';
import { UsersTab } from './users/users-tab.tsx';

/** The admin panel (spec §2). The tab is `?tab=`; without it or with an unknown one, the overview is shown. */
export function AdminPage() {
  const [params, setParams] = useSearchParams();
  const tab = ADMIN_TABS.find((known) => known === params.get('tab')) ?? 'overview';
  // Drops search, filters and page of the previous tab from the URL.
  const go = (next: string | null) =>
    setParams(next === null || next === 'overview' ? {} : { tab: next }, { preventScrollReset: true });
  const contents: Record<AdminTab, ReactNode> = {
    overview: <OverviewTab onTab={go} />,
    users: <UsersTab />,
    registrations: <RegistrationsTab />,
    analytics: <AnalyticsTab />,
    status: <StatusTab />,
    credits: <CreditsTab />,
  };
  return (
    <WidePage>
      <Page title={texts.title} lead={texts.lead}>
        <Tabs value={tab} keepMounted={false} onChange={go}>
          <PanelSections
            tabs={
              <TabRow selected={tab} label={texts.tabsLabel}>
                {ADMIN_TABS.map((name) => (
                  <Tabs.Tab key={name} value={name}>
                    {texts.tabs[name]}
                  </Tabs.Tab>
                ))}
              </TabRow>
            }
          />
          <TabPanel key={tab} value={tab}>
            {contents[tab]}
          </TabPanel>
        </Tabs>
      </Page>
    </WidePage>
  );
}
