import { IconCalendarPlus, IconDatabase, IconFileCertificate, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failedToLoad } from '../../lib/failures.ts';
import { formatBytes, formatInteger } from '../../lib/format.ts';
import { statsQuery } from '../../shared/registration/api.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import { StatGrid } from '../../ui/stat-grid.tsx';
import { texts } from './texts.ts';

export function StatCards() {
  const query = useQuery(statsQuery);
  const { data, isFetching, refetch } = query;
  const hasFailed = failedToLoad(query);
  const t = texts.stats;
  const recentCount = data?.recentRegistrations ?? 0;
  const jurisdictionCount = data?.uniqueJurisdictions ?? 0;
  const isLoaded = data !== undefined;
  const stats = [
    {
      label: t.total,
      icon: <IconFileCertificate size={17} aria-hidden />,
      value: data && formatInteger(data.totalRegistrations),
      note: recentCount > 0 ? t.countThisMonth(formatInteger(recentCount)) : '',
      strong: true,
    },
    {
      label: t.recent,
      icon: <IconCalendarPlus size={17} aria-hidden />,
      value: data && formatInteger(recentCount),
      note: isLoaded ? (recentCount > 0 ? t.active : t.idle) : '',
      strong: recentCount > 0,
    },
    {
      label: t.size,
      icon: <IconDatabase size={17} aria-hidden />,
      value: data && formatBytes(data.totalFileSize),
      // On a phone this note takes two lines, so it is shown even before the data, to avoid a layout shift.
      note: t.sizeNote,
    },
    {
      label: t.jurisdictions,
      icon: <IconWorld size={17} aria-hidden />,
      value: data && formatInteger(jurisdictionCount),
      note: isLoaded ? (jurisdictionCount === 1 ? t.territory : t.territories) : '',
    },
  ];
  return (
    <>
      <StatGrid label={t.label} stats={stats} failed={hasFailed} slim />
      {hasFailed && <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />}
    </>
  );
}
