import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import { lasting } from '../lib/duration.ts';
import { formatDateTime } from '../lib/format.ts';
import { iconOfStatus, nameOfStatus } from './status-badge.tsx';
import classes from './status-history.module.css';

/** Who changed a status when nobody did. */
export const SYSTEM = 'Sistema';

const texts = {
  none: 'Nenhum histórico disponível',
  now: 'agora',
  lasted: (time: string) => `durou ${time}`,
  from: (status: string) => `antes: ${status}`,
  by: (name: string) => `por ${name}`,
  created: 'Registro criado',
  reason: 'Motivo',
  notes: 'Notas',
} as const;

/** Every status change, newest first: what it became, how long that lasted, by whom, when, why. `entries` oldest first. */
export function StatusHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return <p className={classes.none}>{texts.none}</p>;
  const newest = entries.toReversed();
  return (
    <ol className={classes.entries}>
      {newest.map((entry, index) => (
        <Entry key={entry.id} entry={entry} until={newest[index - 1]?.createdAt ?? null} />
      ))}
    </ol>
  );
}

function Entry({ entry, until }: { entry: HistoryEntry; until: string | null }) {
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
            {until === null ? texts.now : texts.lasted(lasting(createdAt, until))}
          </span>
        </p>
        <p className={classes.meta}>
          {formatDateTime(createdAt)} · {texts.by(changedByName ?? SYSTEM)}
        </p>
        {reason !== null && <Quote name={texts.reason} text={reason} />}
        {notes !== null && <Quote name={texts.notes} text={notes} />}
      </div>
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
