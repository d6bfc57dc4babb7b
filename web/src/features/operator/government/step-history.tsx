import type { GovernmentChange } from '@g2/gateway/contract/government';
import { formatDateTime } from '../../../lib/format.ts';
import classes from './government.module.css';
import { readable } from './step-values.ts';
import { texts } from './texts.ts';

const t = texts.history;

/** Collapsed history of the government step: who changed which fields, newest first. */
export function StepHistory({ changes }: { changes: readonly GovernmentChange[] }) {
  if (changes.length === 0) return null;
  return (
    <details className={classes.history}>
      <summary>{t.title(changes.length)}</summary>
      <ol className="g2-list">
        {changes.map((change) => (
          <li key={`${change.changedAt} ${change.fields[0]?.field}`} className={classes.change}>
            <p className="g2-meta">
              <strong>{change.changedByName ?? texts.dialog.somebody}</strong>{' '}
              <time dateTime={change.changedAt}>{formatDateTime(change.changedAt)}</time>
            </p>
            <ul className="g2-list">
              {change.fields.map((one) => (
                <li key={one.field}>
                  <FieldChange change={one} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  );
}

const names = new Map<string, string>(Object.entries(texts.fields));

function FieldChange({ change: { field, before, after } }: { change: GovernmentChange['fields'][number] }) {
  const name = names.get(field) ?? field;
  if (field === 'file') {
    return (
      <>
        {name}: {after ?? before} {after === null ? t.removed : t.added}
      </>
    );
  }
  return (
    <>
      {name}: {t.from} <del>{before === null ? t.empty : readable(field, before)}</del> {t.to}{' '}
      <ins>{after === null ? t.empty : readable(field, after)}</ins>
    </>
  );
}
