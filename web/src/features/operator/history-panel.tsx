import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import { Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { Panel } from '../../ui/facts.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { queuedHistoryQuery } from './api.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';

const t = texts.detail;

/** Every status change, newest first: from, to, by whom, when, why. */
export function HistoryPanel({ id }: { id: string }) {
  const { data, isPending, error } = useQuery(queuedHistoryQuery(id));
  useErrorToast(error, t.failed, t.failedText);
  const entries = data?.items.toReversed() ?? [];
  return (
    <Panel title={t.history}>
      {isPending && <Skeleton height={96} radius="md" aria-label={t.loading} />}
      {!isPending && entries.length === 0 && <p className={classes.note}>{t.noHistory}</p>}
      {entries.length > 0 && (
        <ol className={classes.plain}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  return (
    <li className={classes.entry} data-status={entry.toStatus}>
      <div className={classes.entryHead}>
        {entry.fromStatus === null ? <span>{t.created0}</span> : <StatusBadge status={entry.fromStatus} />}
        <IconArrowRight size={16} aria-label="para" role="img" />
        <StatusBadge status={entry.toStatus} />
      </div>
      <span className={classes.entryMeta}>
        {formatDateTime(entry.createdAt)} · {t.by(entry.changedByName ?? t.system)}
      </span>
      {entry.reason !== null && <Quote name={t.reason} text={entry.reason} />}
      {entry.notes !== null && <Quote name={t.notes} text={entry.notes} />}
    </li>
  );
}

function Quote({ name, text }: { name: string; text: string }) {
  return (
    <p className={classes.quote}>
      <strong>{name}:</strong> {text}
    </p>
  );
}
