import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { recordHistoryQuery } from '../api.ts';
import { texts } from '../texts.ts';
import classes from './registrations.module.css';

const t = texts.details;

/** Every status change, newest first: to what, when, by whom, why. */
export function History({ id }: { id: string }) {
  const { data, isPending, refetch } = useQuery(recordHistoryQuery(id));
  return (
    <section aria-label={t.history}>
      <h3 className={classes.partTitle}>{t.history}</h3>
      {isPending && <Skeleton height={64} radius="md" />}
      {!isPending && data === undefined && (
        <p className={classes.quiet}>
          {t.historyFailed}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      {data?.length === 0 && <p className={classes.quiet}>{t.noHistory}</p>}
      {data !== undefined && data.length > 0 && (
        <ol className={classes.lines}>
          {data.toReversed().map((entry) => (
            <li key={entry.id} className={classes.entry}>
              <StatusBadge status={entry.toStatus} />
              <span className={classes.quiet}>
                {formatDateTime(entry.createdAt)} · {entry.changedByName ?? t.system}
              </span>
              {[entry.reason, entry.notes].map(
                (text, index) =>
                  text !== null && (
                    <p key={index === 0 ? 'reason' : 'notes'} className={classes.quote}>
                      <strong>{index === 0 ? t.reason : t.notes}</strong> {text}
                    </p>
                  ),
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
