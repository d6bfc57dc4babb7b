import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Loader, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { expectedUserId } from '../../../lib/identity.ts';
import { useUser } from '../../../lib/session.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../api.ts';
import { type Act, AT_ONCE, type BulkLook, type BulkRow, eachBounded, type Fate } from './bulk.ts';
import classes from './status.module.css';
import { texts as t } from './texts.ts';

/** A running or finished bulk change; `rows` is null before it starts. */
export interface Bulk {
  readonly rows: readonly BulkRow[] | null;
  readonly look: BulkLook;
  readonly running: boolean;
  readonly start: (records: readonly StaffRegistration[], act: Act) => void;
  /** Retries the failed rows and starts the stopped ones. */
  readonly retry: () => void;
  readonly stop: () => void;
  /** Discards the rows, after `onLeave`. */
  readonly leave: () => void;
}

/**
 * Sends one change per registration (spec §7), a few in parallel, and keeps the state of each row.
 * @param onLeave receives the ids of the changed registrations when all are changed or the dialog is closed
 */
export function useBulk(look: BulkLook, onLeave: (ids: readonly string[]) => void): Bulk {
  const userId = useUser()?.id;
  const [rows, setRows] = useState<readonly BulkRow[] | null>(null);
  const act = useRef<Act | null>(null);
  const stopped = useRef(false);
  const put = (row: BulkRow) =>
    setRows((now) => now?.map((one) => (one.record.id === row.record.id ? row : one)) ?? null);
  const leave = (over: readonly BulkRow[]) => {
    onLeave(over.filter(({ state }) => state === 'done').map(({ record }) => record.id));
    setRows(null);
  };

  const send = useAdminMutation(
    'registrations',
    async ({ todo, carryOut }: { todo: readonly BulkRow[]; carryOut: Act }) => {
      stopped.current = false;
      const over: BulkRow[] = [];
      const one = async (row: BulkRow) => {
        put({ ...row, state: 'running' });
        const changed = await carryOut(row);
        over.push(changed);
        put(changed);
      };
      await eachBounded(todo, AT_ONCE, one, () => stopped.current || expectedUserId() !== userId);
      return over;
    },
    { onSuccess: (over, { todo }) => notifyOutcome(look, over, todo.length) },
  );
  const run = (todo: readonly BulkRow[]) => {
    const carryOut = act.current;
    if (carryOut === null || todo.length === 0) return;
    send.mutate(
      { todo, carryOut },
      {
        onSuccess: (over) => {
          if (over.length === todo.length && over.every(({ state }) => state === 'done')) leave(over);
        },
      },
    );
  };
  return {
    rows,
    look,
    running: send.isPending,
    start: (records, carryOut) => {
      act.current = carryOut;
      const fresh = records.map((record): BulkRow => ({ record, state: 'waiting', why: '' }));
      setRows(fresh);
      run(fresh);
    },
    retry: () => run((rows ?? []).filter(({ state }) => state !== 'done')),
    stop: () => {
      stopped.current = true;
    },
    leave: () => leave(rows ?? []),
  };
}

function notifyOutcome(look: BulkLook, over: readonly BulkRow[], wanted: number): void {
  const failed = over.filter(({ state }) => state === 'failed');
  const [first] = failed;
  if (first !== undefined) {
    const one =
      failed.length === 1 ? look.rowFailed(first.record.id) : look.failedText(failed.length, wanted);
    notify.error(look.failed, one);
  } else if (over.length > 0) notify.success(look.done, look.doneText(over.length));
}

interface BulkModalProps {
  readonly opened: boolean;
  readonly title: string;
  readonly bulk: Bulk;
  /** The form shown before the change starts. */
  readonly children: ReactNode;
}

/** A dialog with the form of a bulk change, and then the outcome of each row. */
export function BulkModal({ opened, title, bulk, children }: BulkModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={bulk.leave}
      title={title}
      size={640}
      // A running change is stopped by its own button only, not by a stray click.
      closeOnClickOutside={!bulk.running}
      closeOnEscape={!bulk.running}
      withCloseButton={!bulk.running}
    >
      {bulk.rows === null ? children : <BulkResults bulk={bulk} />}
    </Modal>
  );
}

/** The outcome of each row, with buttons to stop the rest or to retry what failed. */
export function BulkResults({ bulk: { rows: all, look, running, stop, retry, leave } }: { bulk: Bulk }) {
  const rows = all ?? [];
  const count = (state: BulkRow['state']) => rows.filter((row) => row.state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  const left = rows.length - done;
  const top = useRef<HTMLDivElement>(null);
  // The form may have been scrolled down; show the results from the top.
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1} className={dialogClasses.form}>
      <div>
        <p className={classes.progressText} role="status">
          {running ? t.progress(done + failed, rows.length) : t.summary(done, failed)}
        </p>
        <Progress
          value={((done + failed) / rows.length) * 100}
          {...(!running && failed > 0 && { color: 'red' })}
          aria-label={look.progressLabel}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul className={classes.rows} aria-label={t.results} tabIndex={0}>
        {rows.map((row) => (
          <ResultRow
            key={row.record.id}
            state={row.state}
            title={row.record.title}
            note={noteOf(row, look)}
            beside={look.badge(row.record)}
          />
        ))}
      </ul>
      <div className={dialogClasses.actions}>
        {running && (
          <Button variant="default" onClick={stop}>
            {t.stop}
          </Button>
        )}
        {!running && left > 0 && (
          <Button variant="default" onClick={retry}>
            {t.retryRows(left)}
          </Button>
        )}
        {!running && <Button onClick={leave}>{t.close}</Button>}
      </div>
    </div>
  );
}

const MARKS: Record<BulkRow['state'], ReactNode> = {
  waiting: <IconCircle size={20} aria-hidden />,
  running: <Loader size={18} aria-hidden />,
  done: <IconCircleCheck size={20} aria-hidden />,
  failed: <IconAlertTriangle size={20} aria-hidden />,
};

const noteOf = ({ record, state, why }: BulkRow, look: BulkLook): string =>
  state === 'failed' ? `${look.rowFailed(record.id)}: ${why}` : look.rowStates[state](record);

interface ResultRowProps {
  readonly state: BulkRow['state'];
  readonly title: string;
  readonly note: string;
  readonly beside: ReactNode;
}

export function ResultRow({ state, title, note, beside }: ResultRowProps) {
  return (
    <li className={classes.row} data-state={state}>
      <span className={classes.mark}>{MARKS[state]}</span>
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>{title}</span>
        <span className={classes.rowNote}>{note}</span>
      </div>
      {beside}
    </li>
  );
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
