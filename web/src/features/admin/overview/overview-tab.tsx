import type { EnhancedStats } from '@g2/gateway/contract/admin';
import { ACTIVE_STATUSES, CONCLUDED_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatInteger, formatPercent } from '../../../lib/format.ts';
import { useRead } from '../../../lib/use-read.ts';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import { useErrorToast } from '../../../ui/toast-store.ts';
import adminClasses from '../admin.module.css';
import { enhancedStatsQuery, sumCounts } from '../api.ts';
import type { AdminTab } from '../texts.ts';
import { texts as common } from '../texts.ts';
import { Doubtful } from './doubtful.tsx';
import { Now } from './now.tsx';
import classes from './overview.module.css';
import { QuickActions } from './quick-actions.tsx';
import { texts as t } from './texts.ts';
import { Waiting } from './waiting.tsx';

/** Summary of the day: four figures, what waits for the staff, and links to the other tabs. */
export function OverviewTab({ onTab }: { onTab: (tab: AdminTab) => void }) {
  const { data, error, isFetching, refetch } = useRead(enhancedStatsQuery);
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
