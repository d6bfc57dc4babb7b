import type { HistoryEntry } from '@g2/gateway/contract/registrations';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { formatDateTime } from '../../lib/format.ts';
import { STATUS_ICONS } from '../../ui/status-badge.tsx';
import { lasting } from './duration.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';

const t = texts.detail;

/** Every status change, newest first: what it became, how long that lasted, by whom, when, why. */
export function StatusHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return <p className={classes.note}>{t.noHistory}</p>;
  const newest = entries.toReversed();
  return (
    <ol className={classes.plain}>
      {newest.map((entry, index) => (
        <Entry key={entry.id} entry={entry} until={newest[index - 1]?.createdAt ?? null} />
      ))}
    </ol>
  );
}

function Entry({ entry, until }: { entry: HistoryEntry; until: string | null }) {
  const { fromStatus, toStatus, createdAt, changedByName, reason, notes } = entry;
  const Icon = STATUS_ICONS[toStatus];
  return (
    <li className={classes.entry} data-status={toStatus} data-now={until === null || undefined}>
      <span className={classes.entryMark}>
        <Icon size={16} stroke={2} aria-hidden />
      </span>
      <div className={classes.entryBody}>
        <p className={classes.entryHead}>
          <strong>{STATUS_NAMES[toStatus]}</strong>
          <span className={classes.entryFrom}>
            {fromStatus === null ? t.created0 : t.fromStatus(STATUS_NAMES[fromStatus])}
          </span>
          <span className={classes.entryLasting}>
            {until === null ? t.now : t.lasted(lasting(createdAt, until))}
          </span>
        </p>
        <p className={classes.entryMeta}>
          {formatDateTime(createdAt)} · {t.by(changedByName ?? t.system)}
        </p>
        {reason !== null && <Quote name={t.reason} text={reason} />}
        {notes !== null && <Quote name={t.notes} text={notes} />}
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
