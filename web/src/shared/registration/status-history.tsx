import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import clsx from 'clsx';
import { formatDateTime, formatDuration } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { iconOfStatus, nameOfStatus } from './status-badge.tsx';

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
    <li className="g2-step text-sm" data-status={toStatus}>
      <span
        className={clsx('g2-mark', until === null ? 'bg-(--st) text-surface' : 'bg-(--st-soft) text-(--st)')}
      >
        <Icon size={16} stroke={2} aria-hidden />
      </span>
      <div className="grid gap-0.5 min-w-0 pt-1">
        <p className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 m-0">
          <span className="phone:contents">
            <strong className="mr-1.5 font-semibold text-(--st)">{nameOfStatus(toStatus)}</strong>{' '}
            {/* On a phone, the former status has a line of its own. */}
            <span className="g2-meta inline-block phone:row-2 phone:col-span-full">
              {fromStatus === null ? texts.created : texts.from(nameOfStatus(fromStatus))}
            </span>
          </span>
          <span className="g2-meta tabular-nums">
            {until === null ? <Since from={createdAt} /> : texts.lasted(formatDuration(createdAt, until))}
          </span>
        </p>
        <p className="g2-meta">
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
    <p className="m-0 mt-0.5 py-2 px-3 rounded-md bg-sunken whitespace-pre-line wrap-anywhere text-sm">
      <strong>{name}:</strong> {text}
    </p>
  );
}
