import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Loader, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import type { BulkLook, BulkRow } from './bulk.ts';
import classes from './status.module.css';
import type { Bulk } from './use-bulk.ts';

const t = texts.status;

export function BulkRows({ bulk: { rows: all, look, running } }: { bulk: Bulk }) {
  const rows = all ?? [];
  const over = rows.filter(({ state }) => state === 'done' || state === 'failed').length;
  return (
    <>
      <div>
        <p className={classes.progressText} role="status">
          {running ? t.progress(over, rows.length) : look.summary(count(rows, 'done'), count(rows, 'failed'))}
        </p>
        <Progress
          value={(over / rows.length) * 100}
          {...(!running && count(rows, 'failed') > 0 && { color: 'red' })}
          aria-label={look.progressLabel}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul className={classes.rows} aria-label={t.results} tabIndex={0}>
        {rows.map((row) => (
          <Row key={row.record.id} row={row} look={look} />
        ))}
      </ul>
    </>
  );
}

const count = (rows: readonly BulkRow[], state: BulkRow['state']): number =>
  rows.filter((row) => row.state === state).length;

const MARKS: Record<BulkRow['state'], ReactNode> = {
  waiting: <IconCircle size={20} aria-hidden />,
  running: <Loader size={18} aria-hidden />,
  done: <IconCircleCheck size={20} aria-hidden />,
  failed: <IconAlertTriangle size={20} aria-hidden />,
};

function Row({ row: { record, state, why }, look }: { row: BulkRow; look: BulkLook }) {
  return (
    <li className={classes.row} data-state={state}>
      <span className={classes.mark}>{MARKS[state]}</span>
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>{record.title}</span>
        <span className={classes.rowNote}>
          {state === 'failed' ? `${look.rowFailed(record.id)}: ${why}` : look.rowStates[state](record)}
        </span>
      </div>
      {look.badge(record)}
    </li>
  );
}

/** What would happen to a selected record. */
export interface Fate {
  readonly note: string;
  readonly isSent: boolean;
}

interface SelectedRecordsProps {
  readonly records: readonly StaffRegistration[];
  /** null when there is nothing to note about the record. */
  readonly fate: (record: StaffRegistration) => Fate | null;
  readonly badge: (record: StaffRegistration) => ReactNode;
}

/** The selected records; once a target is chosen, also what happens to each and which will not be sent. */
export function SelectedRecords({ records, fate, badge }: SelectedRecordsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ul className={classes.picked} aria-label={t.picked} tabIndex={0}>
      {records.map((record) => {
        const of = fate(record);
        return (
          <li key={record.id} className={classes.pickedRow} data-refused={of?.isSent === false || undefined}>
            <div className={classes.rowText}>
              <span className={classes.rowTitle}>{record.title}</span>
              {of !== null && (
                <span className={classes.rowNote}>{of.isSent ? of.note : t.notSent(of.note)}</span>
              )}
            </div>
            {badge(record)}
          </li>
        );
      })}
    </ul>
  );
}
