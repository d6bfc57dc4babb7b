import '../../ui/mantine-forms.ts';
import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatInteger } from '../../lib/format.ts';
import { operatorsQuery } from '../../shared/registration/staff-change.ts';
import { Panel } from '../../ui/facts.tsx';
import { Page, WidePage } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { ListSkeleton } from '../../ui/record-list.tsx';
import { StatGrid } from '../../ui/stat-grid.tsx';
import { TabPanel, TabRow } from '../../ui/tab-row.tsx';
import { texts as ui } from '../../ui/texts.ts';
import adminClasses from './admin.module.css';
import { AnalyticsTab } from './analytics/analytics-tab.tsx';
import { enhancedStatsQuery } from './api.ts';
import { CreditsTab } from './credits/credits-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { RegistrationsTab } from './registrations/registrations-tab.tsx';
import { PanelSections } from './sections.tsx';
import { StatusTab } from './status/status-tab.tsx';
import { ADMIN_TABS, type AdminTab, texts } from './texts.ts';
import { texts as usersTexts } from './users/texts.ts';
import { accountPath } from './users/user-cells.tsx';
import type { UserAction } from './users/user-rules.ts';
import classes from './users/users.module.css';
import { UsersList } from './users/users-list.tsx';

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

const ACTIONS: readonly UserAction[] = ['role', 'remove'];

function UsersTab() {
  return (
    <div className={classes.room}>
      <div className={classes.tab}>
        <OperatorLoads />
        <div className={classes.main}>
          <Counters />
          <UsersList pageSize={STAFF_PAGE_SIZE} actions={ACTIONS} accounts={false}>
            {() => (
              <Button component={Link} to="/admin/users" variant="default" size="sm">
                {usersTexts.manage}
              </Button>
            )}
          </UsersList>
        </div>
      </div>
    </div>
  );
}

function Counters() {
  const { data, error } = useQuery(enhancedStatsQuery);
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatInteger(value));
  return (
    <StatGrid
      label={usersTexts.counters}
      failed={error !== null}
      stats={[
        { label: usersTexts.total, value: shown(data?.users.total) },
        { label: usersTexts.admins, value: shown(data?.users.admins) },
        { label: usersTexts.clients, value: shown(data?.users.clients) },
      ]}
    />
  );
}

/** Operators and admins with their number of assignments, busiest first. */
function OperatorLoads() {
  const { data, isPending, isFetching, refetch } = useQuery(operatorsQuery);
  const most = Math.max(1, ...(data ?? []).map(({ assigned }) => assigned));
  return (
    <div className={classes.loads}>
      <Panel title={usersTexts.operators}>
        <div className={classes.team}>
          {isPending && <ListSkeleton label={usersTexts.operators} rows={1} />}
          {!isPending && data === undefined && (
            <div className={classes.failed} role="alert">
              <p>{usersTexts.failed}</p>
              <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
                {ui.retry}
              </Button>
            </div>
          )}
          {data?.length === 0 && <p className={classes.quiet}>{usersTexts.operatorsEmpty}</p>}
          {data !== undefined && data.length > 0 && (
            // A long list scrolls inside the panel, so that the list of users stays in view.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            <section className={classes.scroll} aria-label={usersTexts.operatorsList} tabIndex={0}>
              <ul className={classes.lines}>
                {data.map((operator) => (
                  <li key={operator.id} className={classes.line}>
                    <Link to={accountPath(operator.id)} className={adminClasses.account}>
                      <PersonName person={operator} none="" />
                    </Link>
                    <span className={classes.quiet}>{usersTexts.assigned(operator.assigned)}</span>
                    <span className={classes.bar} aria-hidden>
                      <span style={{ width: `${(operator.assigned / most) * 100}%` }} />
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </Panel>
    </div>
  );
}
