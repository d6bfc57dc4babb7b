import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import { formatDateTime, formatDuration } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { iconOfStatus, nameOfStatus } from './status-badge.tsx';
import classes from './status-history.module.css';

/** Author shown for a status change made by the system. */
export const SYSTEM = 'Sistema';

const texts = {
  none: 'Nenhum histórico disponível',
  since: (time: string) => `há ${time}`,
  lasted: (time: string) => `durou ${time}`,
  from: (status: string) => `antes: ${status}`,
  by: (name: string) => `por ${name}`,
  created: 'Registro criado',
  reason: 'Motivo',
  notes: 'Notas',
} as const;

interface StatusHistoryProps {
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[];
  /** False if the staff's notes are shown elsewhere on the page. */
  readonly notes?: boolean;
}

/** Status changes, newest first: new status, duration, author, time and reason. */
export function StatusHistory({ entries, notes = true }: StatusHistoryProps) {
  if (entries.length === 0) return <p className="g2-note">{texts.none}</p>;
  const newest = entries.toReversed();
  return (
    <ol className="g2-list">
      {newest.map((entry, index) => (
        <Entry key={entry.id} entry={entry} until={newest[index - 1]?.createdAt ?? null} withNotes={notes} />
      ))}
    </ol>
  );
}

interface EntryProps {
  readonly entry: HistoryEntry;
  /** End of the status, ISO time; null for the current status. */
  readonly until: string | null;
  readonly withNotes: boolean;
}

function Entry({ entry, until, withNotes }: EntryProps) {
  const { fromStatus, toStatus, createdAt, changedByName, reason, notes } = entry;
  const Icon = iconOfStatus(toStatus);
  return (
    <li className={classes.entry} data-status={toStatus} data-now={until === null || undefined}>
      <span className={classes.mark}>
        <Icon size={16} stroke={2} aria-hidden />
      </span>
      <div className={classes.body}>
        <p className={classes.head}>
          <span className={classes.what}>
            <strong>{nameOfStatus(toStatus)}</strong>{' '}
            <span className={classes.from}>
              {fromStatus === null ? texts.created : texts.from(nameOfStatus(fromStatus))}
            </span>
          </span>
          <span className={classes.lasting}>
            {until === null ? <Since from={createdAt} /> : texts.lasted(formatDuration(createdAt, until))}
          </span>
        </p>
        <p className={classes.meta}>
          {formatDateTime(createdAt)} · {texts.by(changedByName ?? SYSTEM)}
        </p>
        {reason !== null && <Quote name={texts.reason} text={reason} />}
        {withNotes && notes !== null && <Quote name={texts.notes} text={notes} />}
      </div>
    </li>
  );
}

/** Time in the current status; keeps counting while the page is open. */
function Since({ from }: { from: string }) {
  return texts.since(formatDuration(from, useNow()));
}

function Quote({ name, text }: { name: string; text: string }) {
  return (
    <p className={classes.quote}>
      <strong>{name}:</strong> {text}
    </p>
  );
}
