import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import clsx from 'clsx';
import { formatDateTime, formatDuration } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { iconOfStatus, nameOfStatus } from './status-badge.tsx';

/** Displayed author of a status change that no person made. */
export const SYSTEM_AUTHOR = 'Sistema';

const texts = {
  empty: 'Nenhum histórico disponível',
  durationSoFar: (duration: string) => `há ${duration}`,
  totalDuration: (duration: string) => `durou ${duration}`,
  previousStatus: (status: string) => `antes: ${status}`,
  author: (name: string) => `por ${name}`,
  created: 'Registro criado',
  reason: 'Motivo',
  notes: 'Notas',
} as const;

interface StatusHistoryProps {
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[];
  /** False if the staff's notes are shown elsewhere on the page. */
  readonly showNotes?: boolean;
}

/** Status changes, newest first: new status, duration, author, time and reason. */
export function StatusHistory({ entries, showNotes = true }: StatusHistoryProps) {
  if (entries.length === 0) return <p className="g2-note">{texts.empty}</p>;
  const newestFirst = entries.toReversed();
  return (
    <ol className="g2-list">
      {newestFirst.map((entry, index) => (
        <HistoryListEntry
          key={entry.id}
          entry={entry}
          endedAt={newestFirst[index - 1]?.createdAt ?? null}
          showNotes={showNotes}
        />
      ))}
    </ol>
  );
}

interface HistoryEntryProps {
  readonly entry: HistoryEntry;
  /** When the status ended, ISO time; null for the current status. */
  readonly endedAt: string | null;
  readonly showNotes: boolean;
}

function HistoryListEntry({ entry, endedAt, showNotes }: HistoryEntryProps) {
  const { fromStatus, toStatus, createdAt, changedByName, reason, notes } = entry;
  const Icon = iconOfStatus(toStatus);
  return (
    <li className="g2-step text-sm" data-status={toStatus}>
      <span
        className={clsx(
          'g2-mark',
          endedAt === null ? 'bg-(--st) text-surface' : 'bg-(--st-soft) text-(--st)',
        )}
      >
        <Icon size={16} stroke={2} aria-hidden />
      </span>
      <div className="grid gap-0.5 min-w-0 pt-1">
        <p className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 m-0">
          <span className="phone:contents">
            <strong className="mr-1.5 font-semibold text-(--st)">{nameOfStatus(toStatus)}</strong>{' '}
            {/* On a phone, the previous status is on a separate line. */}
            <span className="g2-meta inline-block phone:row-2 phone:col-span-full">
              {fromStatus === null ? texts.created : texts.previousStatus(nameOfStatus(fromStatus))}
            </span>
          </span>
          <span className="g2-meta tabular-nums">
            {endedAt === null ? (
              <TimeInStatus startedAt={createdAt} />
            ) : (
              texts.totalDuration(formatDuration(createdAt, endedAt))
            )}
          </span>
        </p>
        <p className="g2-meta">
          {formatDateTime(createdAt)} · {texts.author(changedByName ?? SYSTEM_AUTHOR)}
        </p>
        {reason !== null && <LabelledText label={texts.reason} text={reason} />}
        {showNotes && notes !== null && <LabelledText label={texts.notes} text={notes} />}
      </div>
    </li>
  );
}

/** Time in the current status, updated while the page is open. */
function TimeInStatus({ startedAt }: { startedAt: string }) {
  return texts.durationSoFar(formatDuration(startedAt, useNow()));
}

function LabelledText({ label, text }: { label: string; text: string }) {
  return (
    <p className="m-0 mt-0.5 py-2 px-3 rounded-md bg-sunken whitespace-pre-line wrap-anywhere text-sm">
      <strong>{label}:</strong> {text}
    </p>
  );
}
