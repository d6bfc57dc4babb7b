import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LinkRow } from '../../ui/link-row.tsx';
import { Page, WidePage } from '../../ui/page.tsx';
import { ADMIN_TABS, type AdminTab, texts } from './texts.ts';

const t = texts.pages;
const tabPath = (tab: AdminTab): string => (tab === 'overview' ? '/admin' : `/admin?tab=${tab}`);
const TABS = ADMIN_TABS.map((tab) => ({ name: texts.tabs[tab], to: tabPath(tab) }));

/** The admin pages outside the tabs of the panel. */
const PAGES = [
  { name: t.payments, to: '/admin/payments' },
  { name: t.accounts, to: '/admin/users' },
  { name: t.approvals, to: '/admin/aprovacoes' },
  { name: t.reasons, to: '/admin/motivos' },
  { name: t.trail, to: '/admin/trilha' },
] as const;
type AdminPagePath = (typeof PAGES)[number]['to'];

/** The row scrolls by itself; the menu beside it stays in view. */
const ROW = 'flex items-center shadow-[inset_0_-2px_0_var(--g2-line)]';

interface SectionPageProps {
  readonly title: string;
  readonly lead: string;
  readonly action?: ReactNode;
  readonly current: AdminPagePath;
  readonly children: ReactNode;
}

/** A page outside the panel, with the navigation between all admin sections: the page is beside the six tabs. */
export function SectionPage({ current, children, ...page }: SectionPageProps) {
  const shown = [...TABS, ...PAGES.filter(({ to }) => to === current)];
  return (
    <WidePage>
      <Page {...page}>
        <nav aria-label={texts.tabsLabel} className={clsx(ROW, 'mb-5')}>
          <LinkRow links={shown} current={current} />
          <MorePages current={current} />
        </nav>
        {children}
      </Page>
    </WidePage>
  );
}

/** The same navigation inside the panel, where the first six sections are tabs. */
export function PanelSections({ tabs }: { tabs: ReactNode }) {
  return (
    <div className={ROW}>
      {tabs}
      <MorePages />
    </div>
  );
}

function MorePages({ current }: { current?: AdminPagePath }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          className="flex-none"
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {texts.morePages}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.pagesLabel}>
        {PAGES.map(({ name, to }) => (
          <Menu.Item key={to} component={Link} to={to} aria-current={to === current ? 'page' : undefined}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
