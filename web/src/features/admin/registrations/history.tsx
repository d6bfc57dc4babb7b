import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { staffHistoryQuery } from '../../../shared/registration/staff-api.ts';
import { StatusHistory } from '../../../shared/registration/status-history.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { texts } from '../texts.ts';
import classes from './registrations.module.css';

const t = texts.details;

/** Every status change of a registration. */
export function History({ id }: { id: string }) {
  const { data, isPending, isFetching, refetch } = useQuery(staffHistoryQuery(id));
  return (
    <section aria-label={t.history}>
      <h3 className={classes.partTitle}>{t.history}</h3>
      {isPending && <Skeleton height={64} radius="md" />}
      {!isPending && data === undefined && (
        <RetryLine text={t.historyFailed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <StatusHistory entries={data} />}
    </section>
  );
}
