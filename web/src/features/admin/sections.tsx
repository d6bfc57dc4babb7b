import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ADMIN_MENU, type AdminPagePath } from '../../shared/admin-menu.ts';
import { LinkRow } from '../../ui/link-row.tsx';
import { Page, WidePage } from '../../ui/page.tsx';
import { ADMIN_TABS, type AdminTab, texts } from './texts.ts';

const tabPath = (tab: AdminTab): string => (tab === 'overview' ? '/admin' : `/admin?tab=${tab}`);
const TABS = ADMIN_TABS.map((tab) => ({ name: texts.tabs[tab], to: tabPath(tab) }));

/** Classes of the navigation row. Its links scroll horizontally; the menu beside them stays in view. */
const ROW_CLASSES = 'flex items-center shadow-[inset_0_-2px_0_var(--g2-line)]';

interface SectionPageProps {
  readonly title: string;
  readonly lead: string;
  readonly action?: ReactNode;
  readonly current: AdminPagePath;
  readonly children: ReactNode;
}

/** An admin page outside the panel. Its navigation has the six tabs, this page, and a menu of all other pages. */
export function SectionPage({ current, children, ...page }: SectionPageProps) {
  const links = [...TABS, ...ADMIN_MENU.filter(({ to }) => to === current)];
  return (
    <WidePage>
      <Page {...page}>
        <nav aria-label={texts.tabsLabel} className={clsx(ROW_CLASSES, 'mb-5')}>
          <LinkRow links={links} current={current} />
          <MorePages current={current} />
        </nav>
        {children}
      </Page>
    </WidePage>
  );
}

/** The navigation inside the panel: the six tabs, and a menu of the other admin pages. */
export function PanelSections({ tabs }: { tabs: ReactNode }) {
  return (
    <div className={ROW_CLASSES}>
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
        {ADMIN_MENU.map(({ name, to }) => (
          <Menu.Item key={to} component={Link} to={to} aria-current={to === current ? 'page' : undefined}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
