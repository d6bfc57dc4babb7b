import { IconChartBar, IconChevronRight, IconFiles, IconListCheck, IconUsers } from '@tabler/icons-react';
import { Panel } from '../../../ui/facts.tsx';
import type { AdminTab } from '../texts.ts';
import classes from './overview.module.css';
import { texts as t } from './texts.ts';

const QUICK = [
  { tab: 'users', Icon: IconUsers },
  { tab: 'registrations', Icon: IconFiles },
  { tab: 'analytics', Icon: IconChartBar },
  { tab: 'status', Icon: IconListCheck },
] as const;

/** Buttons to the most used tabs (spec §2). */
export function QuickActions({ onTab }: { onTab: (tab: AdminTab) => void }) {
  return (
    <Panel title={t.quick}>
      <ul className={classes.lines}>
        {QUICK.map(({ tab, Icon }) => (
          <li key={tab}>
            <button type="button" className={classes.line} onClick={() => onTab(tab)}>
              <Icon className={classes.actionIcon} size={22} stroke={1.6} aria-hidden />
              <span className={classes.words}>
                <span className={classes.name}>{t.quickActions[tab][0]}</span>{' '}
                <span className="g2-meta">{t.quickActions[tab][1]}</span>
              </span>
              <IconChevronRight className={classes.chevron} size={18} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
