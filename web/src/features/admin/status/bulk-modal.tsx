import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button, Loader, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { expectedUserId } from '../../../lib/identity.ts';
import { useUser } from '../../../lib/session.ts';
import { changeStatus } from '../../../shared/registration/staff-change.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { readRegistration, useAdminMutation } from '../api.ts';
import { type Act, type BulkRow, type BulkView, type Effect, eachBounded, MAX_PARALLEL } from './bulk.ts';
import { moveRow } from './moves.ts';
import { texts as t } from './texts.ts';

/** A running or finished bulk change; `rows` is null before it starts. */
interface Bulk {
  readonly rows: readonly BulkRow[] | null;
  readonly view: BulkView;
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
export function useBulk(view: BulkView, onLeave: (ids: readonly string[]) => void): Bulk {
  const userId = useUser()?.id;
  const [rows, setRows] = useState<readonly BulkRow[] | null>(null);
  const act = useRef<Act | null>(null);
  const stopped = useRef(false);
  const put = (row: BulkRow) =>
    setRows((now) => now?.map((one) => (one.record.id === row.record.id ? row : one)) ?? null);
  const leave = (finished: readonly BulkRow[]) => {
    onLeave(finished.filter(({ state }) => state === 'done').map(({ record }) => record.id));
    setRows(null);
  };

  const send = useAdminMutation(
    'registrations',
    async ({ todo, carryOut }: { todo: readonly BulkRow[]; carryOut: Act }) => {
      stopped.current = false;
      const finished: BulkRow[] = [];
      const one = async (row: BulkRow) => {
        put({ ...row, state: 'running' });
        const changed = await carryOut(row);
        finished.push(changed);
        put(changed);
      };
      await eachBounded(todo, MAX_PARALLEL, one, () => stopped.current || expectedUserId() !== userId);
      return finished;
    },
    { onSuccess: (finished, { todo }) => notifyOutcome(view, finished, todo.length) },
  );
  const run = (todo: readonly BulkRow[]) => {
    const carryOut = act.current;
    if (carryOut === null || todo.length === 0) return;
    send.mutate(
      { todo, carryOut },
      {
        onSuccess: (finished) => {
          const allDone = finished.length === todo.length && finished.every(({ state }) => state === 'done');
          if (allDone) leave(finished);
        },
      },
    );
  };
  return {
    rows,
    view,
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

function notifyOutcome(view: BulkView, finished: readonly BulkRow[], wanted: number): void {
  const failed = finished.filter(({ state }) => state === 'failed');
  const [first] = failed;
  if (first !== undefined) {
    const one =
      failed.length === 1 ? view.rowFailed(first.record.id) : view.failedText(failed.length, wanted);
    notify.error(view.failed, one);
  } else if (finished.length > 0) notify.success(view.done, view.doneText(finished.length));
}

const MOVES: BulkView = { ...t.moves, badge: ({ status }) => <StatusBadge status={status} /> };

export interface Moves extends Bulk {
  /** @param own fields of the request body that are specific to one record */
  readonly move: (
    records: readonly StaffRegistration[],
    body: ChangeStatusBody,
    own?: (record: StaffRegistration) => Partial<ChangeStatusBody>,
  ) => void;
}

/** A bulk change that moves registrations to a status. */
export function useMoves(onLeave: (ids: readonly string[]) => void): Moves {
  const userId = useUser()?.id;
  const bulk = useBulk(MOVES, onLeave);
  const calls = { change: changeStatus, read: readRegistration };
  return {
    ...bulk,
    move: (records, body, own) =>
      bulk.start(records, (row) => moveRow(row, { ...body, ...own?.(row.record) }, userId, calls)),
  };
}

interface BulkModalProps {
  readonly opened: boolean;
  readonly title: string;
  readonly bulk: Bulk;
  /** Keeps the dialog open when the user clicks outside. */
  readonly locked?: boolean;
  /** The form shown before the change starts. */
  readonly children: ReactNode;
}

/** A dialog with the form of a bulk change, and then the outcome of each row. */
export function BulkModal({ opened, title, bulk, locked = false, children }: BulkModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={bulk.leave}
      title={title}
      size={640}
      // A running change is stopped by its own button only, not by a stray click.
      closeOnClickOutside={!locked && !bulk.running}
      closeOnEscape={!bulk.running}
      withCloseButton={!bulk.running}
    >
      {bulk.rows === null ? children : <BulkResults {...bulk} rows={bulk.rows} />}
    </Modal>
  );
}

/** The outcome of each row, with buttons to stop the rest or to retry what failed. */
function BulkResults({ rows, view, running, stop, retry, leave }: Bulk & { rows: readonly BulkRow[] }) {
  const count = (state: BulkRow['state']) => rows.filter((row) => row.state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  const left = rows.length - done;
  const top = useRef<HTMLDivElement>(null);
  // The form may have been scrolled down; show the results from the top.
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1} className={dialogClasses.form}>
      <div>
        <p className="m-0 mb-2 font-semibold tabular-nums" role="status">
          {running ? t.progress(done + failed, rows.length) : t.summary(done, failed)}
        </p>
        <Progress
          value={((done + failed) / rows.length) * 100}
          {...(!running && failed > 0 && { color: 'red' })}
          aria-label={view.progressLabel}
        />
      </div>
      <Rows label={t.results}>
        {rows.map((row) => (
          <ResultRow
            key={row.record.id}
            state={row.state}
            title={row.record.title}
            note={noteOf(row, view)}
            beside={view.badge(row.record)}
          />
        ))}
      </Rows>
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

/** A list in a dialog, which scrolls if it is long. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul
    className="g2-rows max-h-[min(320px,40vh)] overflow-y-auto border border-line rounded-md"
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    tabIndex={0}
  >
    {children}
  </ul>
);

const ROW = 'g2-row py-2 px-3 text-sm';
const ROW_TEXT = 'grid flex-[1_1_220px] min-w-0 wrap-anywhere';

const MARKS: Record<BulkRow['state'], ReactNode> = {
  waiting: <IconCircle className="text-muted" size={20} aria-hidden />,
  running: <Loader size={20} aria-hidden />,
  done: <IconCircleCheck className="text-accent" size={20} aria-hidden />,
  failed: <IconAlertTriangle className="text-danger" size={20} aria-hidden />,
};

const noteOf = ({ record, state, why }: BulkRow, view: BulkView): string =>
  state === 'failed' ? `${view.rowFailed(record.id)}: ${why}` : view.rowStates[state](record);

interface ResultRowProps {
  readonly state: BulkRow['state'];
  readonly title: string;
  readonly note: string;
  readonly beside: ReactNode;
}

export const ResultRow = ({ state, title, note, beside }: ResultRowProps) => (
  <li className={clsx(ROW, 'phone:*:last:ml-8')}>
    {MARKS[state]}
    <div className={ROW_TEXT}>
      <span className="font-semibold">{title}</span>
      <span className={clsx('g2-meta', state === 'failed' && 'text-danger')}>{note}</span>
    </div>
    {beside}
  </li>
);

interface SelectedRecordsProps {
  readonly records: readonly StaffRegistration[];
  /** null when there is nothing to note about the record. */
  readonly effectOn: (record: StaffRegistration) => Effect | null;
  readonly badge: (record: StaffRegistration) => ReactNode;
}

/** The selected records; once a target is chosen, also what happens to each and which will not be sent. */
export function SelectedRecords({ records, effectOn, badge }: SelectedRecordsProps) {
  return (
    <Rows label={t.picked}>
      {records.map((record) => {
        const effect = effectOn(record);
        const isSent = effect?.isSent ?? true;
        return (
          <li key={record.id} className={clsx(ROW, !isSent && 'bg-sunken')}>
            <div className={ROW_TEXT}>
              <span className={isSent ? 'font-semibold' : 'font-medium text-muted'}>{record.title}</span>
              {effect && <span className="g2-meta">{isSent ? effect.note : t.notSent(effect.note)}</span>}
            </div>
            {badge(record)}
          </li>
        );
      })}
    </Rows>
  );
}
