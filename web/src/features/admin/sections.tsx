import clsx from 'clsx';
import type { ReactNode } from 'react';
import { LinkRow } from '../../ui/link-row.tsx';
import classes from './sections.module.css';
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

/** Navigation between all admin sections, for the pages outside the panel. */
export function AdminSections({ current }: { current: AdminPagePath }) {
  return (
    <nav aria-label={texts.tabsLabel} className={clsx(classes.sections, classes.alone)}>
      <div className={classes.group}>
        <LinkRow links={TABS} current={undefined} />
      </div>
      <div className={classes.group}>
        <LinkRow links={PAGES} current={current} />
      </div>
    </nav>
  );
}

/** The same navigation inside the panel, where the first six sections are tabs. */
export function PanelSections({ tabs }: { tabs: ReactNode }) {
  return (
    <div className={classes.sections}>
      <div className={classes.group}>{tabs}</div>
      <nav aria-label={texts.pagesLabel} className={classes.group}>
        <LinkRow links={PAGES} current={undefined} />
      </nav>
    </div>
  );
}
