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
  const failed = failedToLoad(query);
  const t = texts.stats;
  const recent = data?.recentRegistrations ?? 0;
  const places = data?.uniqueJurisdictions ?? 0;
  const known = data !== undefined;
  const stats = [
    {
      label: t.total,
      icon: <IconFileCertificate size={17} aria-hidden />,
      value: data && formatInteger(data.totalRegistrations),
      note: recent > 0 ? t.trend(formatInteger(recent)) : '',
      strong: true,
    },
    {
      label: t.recent,
      icon: <IconCalendarPlus size={17} aria-hidden />,
      value: data && formatInteger(recent),
      note: known ? (recent > 0 ? t.active : t.idle) : '',
      strong: recent > 0,
    },
    {
      label: t.size,
      icon: <IconDatabase size={17} aria-hidden />,
      value: data && formatBytes(data.totalFileSize),
      // This note takes two lines on a phone; it is shown from the start, to avoid a layout shift.
      note: t.sizeNote,
    },
    {
      label: t.jurisdictions,
      icon: <IconWorld size={17} aria-hidden />,
      value: data && formatInteger(places),
      note: known ? (places === 1 ? t.territory : t.territories) : '',
    },
  ];
  return (
    <>
      <StatGrid label={t.label} stats={stats} failed={failed} slim />
      {failed && <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />}
    </>
  );
}
