import type { EnhancedStats } from '@g2/gateway/contract/admin';
import { ACTIVE_STATUSES, CONCLUDED_STATUSES, type RegistrationStatus } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { IconChartBar, IconCreditCard, IconFiles, IconListCheck, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatInteger, formatPercent } from '../../../lib/format.ts';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import classes from '../admin.module.css';
import { enhancedStatsQuery } from '../api.ts';
import { sumCounts } from '../counts.ts';
import type { AdminTab } from '../tabs.ts';
import { texts } from '../texts.ts';

const t = texts.overview;
const QUICK = [
  { tab: 'users', Icon: IconUsers },
  { tab: 'registrations', Icon: IconFiles },
  { tab: 'analytics', Icon: IconChartBar },
  { tab: 'status', Icon: IconListCheck },
] as const;

/** Four figures and the ways to the other tabs. */
export function OverviewTab({ onTab }: { onTab: (tab: AdminTab) => void }) {
  const { data, error, refetch } = useQuery(enhancedStatsQuery);
  useErrorToast(error, texts.loadStats, texts.loadStatsText);
  return (
    <>
      <StatGrid label={t.label} failed={error !== null} stats={stats(data)} />
      {error !== null && (
        <Button size="sm" variant="default" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      )}
      <h2 className={classes.sectionTitle}>{t.quick}</h2>
      <div className={classes.quick}>
        {QUICK.map(({ tab, Icon }) => {
          const [name, text] = t.quickActions[tab];
          return (
            <button key={tab} type="button" className={classes.quickAction} onClick={() => onTab(tab)}>
              <Icon size={24} stroke={1.6} aria-hidden />
              <span className={classes.quickName}>{name}</span>
              <span className={classes.quickText}>{text}</span>
            </button>
          );
        })}
        <PaymentsLink />
      </div>
    </>
  );
}

function PaymentsLink() {
  const [name, text] = t.payments;
  return (
    <Link to="/admin/payments" className={classes.quickAction}>
      <IconCreditCard size={24} stroke={1.6} aria-hidden />
      <span className={classes.quickName}>{name}</span>
      <span className={classes.quickText}>{text}</span>
    </Link>
  );
}

function stats(data: EnhancedStats | undefined) {
  const sum = (statuses: readonly RegistrationStatus[]) => data && sumCounts(data.statusCounts, statuses);
  const shown = (value: number | undefined) => (value === undefined ? undefined : formatInteger(value));
  const total = data?.registrations.total ?? 0;
  const concluded = sum(CONCLUDED_STATUSES);
  return [
    {
      label: t.users,
      value: shown(data?.users.total),
      note: (
        <>
          {data && t.usersNote(data.users.admins, data.users.clients)}
          <span className={classes.noteLink}>
            <Link to="/admin/users" className={classes.link}>
              {t.usersLink}
            </Link>
          </span>
        </>
      ),
    },
    {
      label: t.active,
      value: shown(sum(ACTIVE_STATUSES)),
      note: data && t.activeNote(data.registrations.recent),
    },
    {
      label: t.total,
      value: shown(data?.registrations.total),
      note: data && t.totalNote(data.statusCounts.certificate_issued),
    },
    {
      label: t.completed,
      value: shown(concluded),
      note:
        concluded === undefined
          ? undefined
          : t.completedNote(formatPercent(total === 0 ? 0 : Math.round((concluded / total) * 1000) / 10)),
    },
  ];
}
