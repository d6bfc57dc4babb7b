import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { type RegistrationStatus, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Loader, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { whyNot } from '../status-change.ts';
import { texts } from '../texts.ts';
import type { BulkRow } from './bulk.ts';
import classes from './status.module.css';

const t = texts.status;

/** How far the whole has come, and each registration with what became of it. */
export function BulkRows({ rows, running }: { rows: readonly BulkRow[]; running: boolean }) {
  const over = rows.filter(({ state }) => state === 'done' || state === 'failed').length;
  return (
    <>
      <div>
        <p className={classes.progressText} role="status">
          {running ? t.progress(over, rows.length) : t.summary(count(rows, 'done'), count(rows, 'failed'))}
        </p>
        <Progress
          value={(over / rows.length) * 100}
          {...(!running && count(rows, 'failed') > 0 && { color: 'red' })}
          aria-label={t.progressLabel}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul className={classes.rows} aria-label={t.results} tabIndex={0}>
        {rows.map((row) => (
          <Row key={row.record.id} row={row} />
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

function Row({ row: { record, state, why } }: { row: BulkRow }) {
  return (
    <li className={classes.row} data-state={state}>
      <span className={classes.mark}>{MARKS[state]}</span>
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>{record.title}</span>
        <span className={classes.rowNote}>
          {state === 'failed'
            ? `${t.rowFailed(record.id)}: ${why}`
            : t.rowStates[state](STATUS_NAMES[record.status])}
        </span>
      </div>
      <StatusBadge status={record.status} />
    </li>
  );
}

interface SelectedRecordsProps {
  readonly records: readonly StaffRegistration[];
  readonly to: RegistrationStatus | undefined;
  readonly userId: string | undefined;
}

/** What is selected, and, once a status is chosen, what of it will not be sent and why. */
export function SelectedRecords({ records, to, userId }: SelectedRecordsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ul className={classes.picked} aria-label={t.picked} tabIndex={0}>
      {records.map((record) => {
        const why = to === undefined ? null : whyNot(record, to, userId);
        return (
          <li key={record.id} className={classes.pickedRow} data-refused={why !== null || undefined}>
            <div className={classes.rowText}>
              <span className={classes.rowTitle}>{record.title}</span>
              {why !== null && <span className={classes.rowNote}>{t.notSent(why)}</span>}
            </div>
            <StatusBadge status={record.status} />
          </li>
        );
      })}
    </ul>
  );
}
