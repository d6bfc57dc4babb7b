import {
  IconChartBar,
  IconChevronRight,
  IconCreditCard,
  IconFiles,
  IconHistory,
  IconListCheck,
  IconMessage2Check,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from 'react-router';
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

/** Links to the most used tabs (spec §2), the payments, the ready reasons and the audit trail. */
export function QuickActions({ onTab }: { onTab: (tab: AdminTab) => void }) {
  return (
    <Panel title={t.quick}>
      <ul className={classes.lines}>
        {QUICK.map(({ tab, Icon }) => (
          <li key={tab}>
            <button type="button" className={classes.line} onClick={() => onTab(tab)}>
              <Action Icon={Icon} words={t.quickActions[tab]} />
            </button>
          </li>
        ))}
        <li>
          <Link to="/admin/payments" className={classes.line}>
            <Action Icon={IconCreditCard} words={t.payments} />
          </Link>
        </li>
        <li>
          <Link to="/admin/motivos" className={classes.line}>
            <Action Icon={IconMessage2Check} words={t.reasons} />
          </Link>
        </li>
        <li>
          <Link to="/admin/trilha" className={classes.line}>
            <Action Icon={IconHistory} words={t.trail} />
          </Link>
        </li>
      </ul>
    </Panel>
  );
}

interface ActionProps {
  readonly Icon: typeof IconUsers;
  readonly words: readonly [name: string, text: string];
}

function Action({ Icon, words: [name, text] }: ActionProps) {
  return (
    <>
      <Icon className={classes.actionIcon} size={22} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        <span className={classes.name}>{name}</span> <span className="g2-meta">{text}</span>
      </span>
      <IconChevronRight className={classes.chevron} size={18} aria-hidden />
    </>
  );
}
