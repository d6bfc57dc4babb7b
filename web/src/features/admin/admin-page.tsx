import '../../ui/mantine-forms.ts';
import type { Operator } from '@g2/gateway/contract/admin';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { formatInteger } from '../../lib/format.ts';
import { operatorsQuery } from '../../shared/registration/staff-change.ts';
import { Panel } from '../../ui/facts.tsx';
import { Page, WidePage } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { ListSkeleton } from '../../ui/record-list.tsx';
import { StatGrid } from '../../ui/stat-grid.tsx';
import { TabPanel, TabRow } from '../../ui/tab-row.tsx';
import classes from './admin.module.css';
import { AnalyticsTab } from './analytics/analytics-tab.tsx';
import { enhancedStatsQuery } from './api.ts';
import { accountPath, NameLink } from './cells.tsx';
import { CreditsTab } from './credits/credits-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { RegistrationsTab } from './registrations/registrations-tab.tsx';
import { PanelSections } from './sections.tsx';
import { StatusTab } from './status/status-tab.tsx';
import { ADMIN_TABS, type AdminTab, texts } from './texts.ts';
import { texts as usersTexts } from './users/texts.ts';
import { UsersList } from './users/users-list.tsx';

/** The admin panel (spec §2). The tab is `?tab=`; without it or with an unknown one, the overview is shown. */
export function AdminPage() {
  const [params, setParams] = useSearchParams();
  const tab = ADMIN_TABS.find((name) => name === params.get('tab')) ?? 'overview';
  // Drops search, filters and page of the previous tab from the URL.
  const openTab = (name: string | null) =>
    setParams(name === null || name === 'overview' ? {} : { tab: name }, { preventScrollReset: true });
  const contents: Record<AdminTab, ReactNode> = {
    overview: <OverviewTab onTab={openTab} />,
    users: <UsersTab />,
    registrations: <RegistrationsTab />,
    analytics: <AnalyticsTab />,
    status: <StatusTab />,
    credits: <CreditsTab />,
  };
  return (
    <WidePage>
      <Page title={texts.title} lead={texts.lead}>
        <Tabs value={tab} keepMounted={false} onChange={openTab}>
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

function UsersTab() {
  return (
    // A container query on the width of the tab places the operators beside or above the list.
    <div className="@container">
      <div className="grid grid-cols-1 gap-6 @min-[1300px]:grid-cols-[minmax(0,1fr)_380px] @min-[1300px]:items-start">
        <OperatorsPanel />
        <div className="min-w-0 @min-[1300px]:-order-1">
          <Counters />
          <UsersList />
        </div>
      </div>
    </div>
  );
}

function Counters() {
  const { data, error } = useQuery(enhancedStatsQuery);
  return (
    <StatGrid
      label={usersTexts.counters}
      failed={error !== null}
      stats={[
        { label: usersTexts.total, value: data && formatInteger(data.users.total) },
        { label: usersTexts.admins, value: data && formatInteger(data.users.admins) },
        { label: usersTexts.clients, value: data && formatInteger(data.users.clients) },
      ]}
    />
  );
}

/** Operators and admins with their numbers of assignments, the largest number first. */
function OperatorsPanel() {
  const query = useQuery(operatorsQuery);
  return (
    <Panel title={usersTexts.operators}>
      {/* The minimum height of two lines keeps the list below from moving when the operators load. */}
      <div className="min-h-19 phone:min-h-16">
        <QueryFrame
          query={query}
          loading={<ListSkeleton label={usersTexts.operators} rows={1} />}
          failed={usersTexts.failed}
        >
          {(operators) =>
            operators.length === 0 ? (
              <p className="g2-meta">{usersTexts.operatorsEmpty}</p>
            ) : (
              <OperatorList operators={operators} />
            )
          }
        </QueryFrame>
      </div>
    </Panel>
  );
}

/** The operators. A long list scrolls inside the panel, so that the list of users stays in view. */
function OperatorList({ operators }: { operators: readonly Operator[] }) {
  const maxAssigned = Math.max(1, ...operators.map(({ assigned }) => assigned));
  return (
    <section
      className="max-h-58 -mx-2 px-2 text-sm overflow-y-auto @min-[1300px]:max-h-140"
      aria-label={usersTexts.operatorsList}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
      tabIndex={0}
    >
      <ul className={classes.operators}>
        {operators.map((operator) => (
          <li
            key={operator.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-y-1.5 gap-x-4 phone:grid-cols-1"
          >
            <NameLink to={accountPath(operator.id)}>
              <PersonName person={operator} placeholder="" />
            </NameLink>
            <span className="g2-meta tabular-nums">{usersTexts.assigned(operator.assigned)}</span>
            <span className="g2-meter col-span-full h-[3px]" aria-hidden>
              <span style={{ width: `${(operator.assigned / maxAssigned) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
