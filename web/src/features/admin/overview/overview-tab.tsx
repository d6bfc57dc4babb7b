import type { EnhancedStats } from '@g2/gateway/contract/admin';
import type { DoubtfulCertificates } from '@g2/gateway/contract/certificates';
import { ACTIVE_STATUSES, CONCLUDED_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { IconChartBar, IconChevronRight, IconFiles, IconListCheck, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../../lib/failures.ts';
import { formatDate, formatInteger, formatPercent } from '../../../lib/format.ts';
import { useEagerQuery } from '../../../lib/use-eager-query.ts';
import { Panel } from '../../../ui/facts.tsx';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { useErrorToast } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { doubtfulQuery, enhancedStatsQuery, sumCounts } from '../api.ts';
import { type Decision, DecisionDialog } from '../registrations/decision-dialog.tsx';
import type { AdminTab } from '../texts.ts';
import { texts as common } from '../texts.ts';
import { Now } from './now.tsx';
import classes from './overview.module.css';
import { texts as t } from './texts.ts';
import { Waiting } from './waiting.tsx';

/** Summary of the day: four figures, what waits for the staff, and links to the other tabs. */
export function OverviewTab({ onTab }: { onTab: (tab: AdminTab) => void }) {
  const { data, error, isFetching, refetch } = useEagerQuery(enhancedStatsQuery);
  useErrorToast(error, common.loadStats, common.loadStatsText);
  const failed = error !== null && data === undefined;
  return (
    <>
      <StatGrid label={t.label} failed={failed} stats={stats(data)} />
      {failed && (
        <div className={classes.failed} role="alert">
          <span>{common.loadStatsText}</span>
          <Button size="sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
            {ui.retry}
          </Button>
        </div>
      )}
      <Now />
      <Doubtful />
      <div className={classes.columns}>
        <Waiting counts={data?.statusCounts} failed={failed} />
        <QuickActions onTab={onTab} />
      </div>
    </>
  );
}

function stats(data: EnhancedStats | undefined) {
  const sum = (statuses: readonly RegistrationStatus[]) => data && sumCounts(data.statusCounts, statuses);
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatInteger(value));
  const total = data?.registrations.total ?? 0;
  const concluded = sum(CONCLUDED_STATUSES);
  // While the figures load, the empty notes keep their space.
  return [
    {
      label: t.users,
      value: shown(data?.users.total),
      note: (
        <>
          <span className={classes.noteText}>{data && usersNote(data.users)}</span>
          <span className={classes.noteLink}>
            <Link to="/admin/users" className={adminClasses.link}>
              {t.usersLink}
            </Link>
          </span>
        </>
      ),
    },
    {
      label: t.active,
      value: shown(sum(ACTIVE_STATUSES)),
      note: data ? t.activeNote(formatInteger(data.registrations.recent)) : '',
    },
    {
      label: t.total,
      value: shown(data?.registrations.total),
      note: data ? t.totalNote(formatInteger(data.statusCounts.certificate_issued)) : '',
    },
    {
      label: t.completed,
      value: shown(concluded),
      note:
        concluded === undefined
          ? ''
          : t.completedNote(formatPercent(total === 0 ? 0 : Math.round((concluded / total) * 1000) / 10)),
    },
  ];
}

/** The remaining users, neither admins nor clients, are operators. */
const usersNote = ({ total, admins, clients }: EnhancedStats['users']): string =>
  t.usersNote(formatInteger(admins), formatInteger(clients), formatInteger(total - admins - clients));

const QUICK = [
  { tab: 'users', Icon: IconUsers },
  { tab: 'registrations', Icon: IconFiles },
  { tab: 'analytics', Icon: IconChartBar },
  { tab: 'status', Icon: IconListCheck },
] as const;

/** Buttons to the most used tabs (spec §2). */
function QuickActions({ onTab }: { onTab: (tab: AdminTab) => void }) {
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

type Item = DoubtfulCertificates['items'][number];

/** Certificates with a refunded or disputed payment that need an admin's decision; renders nothing without any. */
function Doubtful() {
  const query = useQuery(doubtfulQuery);
  const [asked, setAsked] = useState<{ item: Item; decision: Decision }>();
  const [opened, setOpened] = useState(false);
  const ask = (item: Item, decision: Decision) => {
    setAsked({ item, decision });
    setOpened(true);
  };
  const items = query.data?.items ?? [];
  const failed = failedToLoad(query);
  if (items.length === 0 && !failed && !opened) return null;
  return (
    <div className={classes.doubtful}>
      <Panel title={t.doubtful.title}>
        {failed ? (
          <div className={classes.failed} role="alert">
            <span>{t.doubtful.failed}</span>
            <Button
              size="sm"
              variant="default"
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {ui.retry}
            </Button>
          </div>
        ) : (
          <>
            <p className="g2-meta">{t.doubtful.lead}</p>
            <ul className={classes.doubts}>
              {items.map((item) => (
                <Doubt key={item.number} item={item} onDecide={(decision) => ask(item, decision)} />
              ))}
            </ul>
          </>
        )}
      </Panel>
      {asked && (
        <DecisionDialog
          key={`${asked.item.number} ${asked.decision}`}
          decision={asked.decision}
          number={asked.item.number}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  );
}

function Doubt({ item, onDecide }: { item: Item; onDecide: (decision: Decision) => void }) {
  const { number, registrationId, title, flag, since } = item;
  const what = flag === 'disputed' ? t.doubtful.what.disputed : t.doubtful.what.refunded;
  return (
    <li className={classes.doubt}>
      <div className={classes.words}>
        <Link className={adminClasses.link} to={`/admin?tab=registrations&open=${registrationId}`}>
          {number}
        </Link>
        <span>{title}</span>
        <span className="g2-meta">{t.doubtful.since(what, formatDate(since))}</span>
      </div>
      <div className={classes.decisions}>
        {(['keep', 'revoke'] as const).map((decision) => (
          <Button
            key={decision}
            size="sm"
            variant="default"
            {...(decision === 'revoke' && { color: 'red' })}
            onClick={() => onDecide(decision)}
            aria-label={`${t.doubtful[decision]} ${number}`}
          >
            {t.doubtful[decision]}
          </Button>
        ))}
      </div>
    </li>
  );
}
