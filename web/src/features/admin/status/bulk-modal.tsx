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
import { fetchRegistration, useAdminMutation } from '../api.ts';
import {
  type BulkRow,
  type BulkView,
  type ChangeRow,
  forEachLimited,
  MAX_PARALLEL,
  type PlannedEffect,
} from './bulk.ts';
import { changeStatusOfRow } from './moves.ts';
import { texts as t } from './texts.ts';

/** A running or finished bulk change. `rows` is null before it starts. */
interface Bulk {
  readonly rows: readonly BulkRow[] | null;
  readonly view: BulkView;
  readonly isRunning: boolean;
  readonly start: (registrations: readonly StaffRegistration[], changeRow: ChangeRow) => void;
  /** Retries the failed rows and starts the stopped ones. */
  readonly retry: () => void;
  readonly stop: () => void;
  /** Calls `onClose` and then discards the rows. */
  readonly close: () => void;
}

/**
 * Sends one change per registration (spec §7), a few in parallel, and keeps the state of each row.
 * @param onClose receives the ids of the changed registrations when all are changed or the user closes the dialog
 */
export function useBulk(view: BulkView, onClose: (ids: readonly string[]) => void): Bulk {
  const userId = useUser()?.id;
  const [rows, setRows] = useState<readonly BulkRow[] | null>(null);
  const changeRowRef = useRef<ChangeRow | null>(null);
  const isStoppedRef = useRef(false);
  const replaceRow = (row: BulkRow) =>
    setRows(
      (current) => current?.map((old) => (old.registration.id === row.registration.id ? row : old)) ?? null,
    );
  const close = (finishedRows: readonly BulkRow[]) => {
    onClose(finishedRows.filter(({ state }) => state === 'done').map(({ registration }) => registration.id));
    setRows(null);
  };

  const bulkMutation = useAdminMutation(
    'registrations',
    async ({ pendingRows, changeRow }: { pendingRows: readonly BulkRow[]; changeRow: ChangeRow }) => {
      isStoppedRef.current = false;
      const finishedRows: BulkRow[] = [];
      const processRow = async (row: BulkRow) => {
        replaceRow({ ...row, state: 'running' });
        const changed = await changeRow(row);
        finishedRows.push(changed);
        replaceRow(changed);
      };
      const isStopped = () => isStoppedRef.current || expectedUserId() !== userId;
      await forEachLimited(pendingRows, MAX_PARALLEL, processRow, isStopped);
      return finishedRows;
    },
    { onSuccess: (finishedRows, { pendingRows }) => notifyOutcome(view, finishedRows, pendingRows.length) },
  );
  const run = (pendingRows: readonly BulkRow[]) => {
    const changeRow = changeRowRef.current;
    if (changeRow === null || pendingRows.length === 0) return;
    bulkMutation.mutate(
      { pendingRows, changeRow },
      {
        onSuccess: (finishedRows) => {
          const doneRows = finishedRows.filter(({ state }) => state === 'done');
          if (doneRows.length === pendingRows.length) close(finishedRows);
        },
      },
    );
  };
  return {
    rows,
    view,
    isRunning: bulkMutation.isPending,
    start: (registrations, changeRow) => {
      changeRowRef.current = changeRow;
      const newRows = registrations.map(
        (registration): BulkRow => ({ registration, state: 'waiting', failureReason: '' }),
      );
      setRows(newRows);
      run(newRows);
    },
    retry: () => run((rows ?? []).filter(({ state }) => state !== 'done')),
    stop: () => {
      isStoppedRef.current = true;
    },
    close: () => close(rows ?? []),
  };
}

function notifyOutcome(view: BulkView, finishedRows: readonly BulkRow[], total: number): void {
  const failedRows = finishedRows.filter(({ state }) => state === 'failed');
  const [firstFailed] = failedRows;
  if (firstFailed !== undefined) {
    const text =
      failedRows.length === 1
        ? view.rowFailed(firstFailed.registration.id)
        : view.failedText(failedRows.length, total);
    notify.error(view.failed, text);
  } else if (finishedRows.length > 0) notify.success(view.done, view.doneText(finishedRows.length));
}

const STATUS_CHANGE_VIEW: BulkView = {
  ...t.statusChange,
  badge: ({ status }) => <StatusBadge status={status} />,
};

export interface BulkStatusChange extends Bulk {
  /** @param fieldsOf additional fields of the request body for a single registration */
  readonly changeStatus: (
    registrations: readonly StaffRegistration[],
    body: ChangeStatusBody,
    fieldsOf?: (registration: StaffRegistration) => Partial<ChangeStatusBody>,
  ) => void;
}

/** A bulk change of the status of registrations. */
export function useBulkStatusChange(onClose: (ids: readonly string[]) => void): BulkStatusChange {
  const userId = useUser()?.id;
  const bulk = useBulk(STATUS_CHANGE_VIEW, onClose);
  const calls = { change: changeStatus, read: fetchRegistration };
  return {
    ...bulk,
    changeStatus: (registrations, body, fieldsOf) =>
      bulk.start(registrations, (row) =>
        changeStatusOfRow(row, { ...body, ...fieldsOf?.(row.registration) }, userId, calls),
      ),
  };
}

interface BulkModalProps {
  readonly opened: boolean;
  readonly title: string;
  readonly bulk: Bulk;
  /** Keeps the dialog open when the user clicks outside. */
  readonly isLocked?: boolean;
  /** The form shown before the change starts. */
  readonly children: ReactNode;
}

/** A dialog with the form of a bulk change, and then the outcome of each row. */
export function BulkModal({ opened, title, bulk, isLocked = false, children }: BulkModalProps) {
  return (
    <Modal
      opened={opened}
      onClose={bulk.close}
      title={title}
      size={640}
      // Only the stop button may end a running change, not an accidental click or key.
      closeOnClickOutside={!isLocked && !bulk.isRunning}
      closeOnEscape={!bulk.isRunning}
      withCloseButton={!bulk.isRunning}
    >
      {bulk.rows === null ? children : <BulkResults {...bulk} rows={bulk.rows} />}
    </Modal>
  );
}

/** The outcome of each row, with buttons to stop the change or to retry the failed rows. */
function BulkResults({ rows, view, isRunning, stop, retry, close }: Bulk & { rows: readonly BulkRow[] }) {
  const count = (state: BulkRow['state']) => rows.filter((row) => row.state === state).length;
  const [doneCount, failedCount] = [count('done'), count('failed')];
  const remainingCount = rows.length - doneCount;
  const resultsRef = useRef<HTMLDivElement>(null);
  // Scrolls to the top of the results, because the form may have been scrolled down.
  useEffect(() => resultsRef.current?.focus(), []);
  return (
    <div ref={resultsRef} tabIndex={-1} className={dialogClasses.form}>
      <div>
        <p className="m-0 mb-2 font-semibold tabular-nums" role="status">
          {isRunning ? t.progress(doneCount + failedCount, rows.length) : t.summary(doneCount, failedCount)}
        </p>
        <Progress
          value={((doneCount + failedCount) / rows.length) * 100}
          {...(!isRunning && failedCount > 0 && { color: 'red' })}
          aria-label={view.progressLabel}
        />
      </div>
      <Rows label={t.results}>
        {rows.map((row) => (
          <ResultRow
            key={row.registration.id}
            state={row.state}
            title={row.registration.title}
            note={noteOf(row, view)}
            badge={view.badge(row.registration)}
          />
        ))}
      </Rows>
      <div className={dialogClasses.actions}>
        {isRunning && (
          <Button variant="default" onClick={stop}>
            {t.stop}
          </Button>
        )}
        {!isRunning && remainingCount > 0 && (
          <Button variant="default" onClick={retry}>
            {t.retryRows(remainingCount)}
          </Button>
        )}
        {!isRunning && <Button onClick={close}>{t.close}</Button>}
      </div>
    </div>
  );
}

/** A list in a dialog. It scrolls if it is long. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul
    className="g2-rows max-h-[min(320px,40vh)] overflow-y-auto border border-line rounded-md"
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    tabIndex={0}
  >
    {children}
  </ul>
);

const ROW_CLASSES = 'g2-row py-2 px-3 text-sm';
const ROW_TEXT_CLASSES = 'grid flex-[1_1_220px] min-w-0 wrap-anywhere';

const STATE_ICONS: Record<BulkRow['state'], ReactNode> = {
  waiting: <IconCircle className="text-muted" size={20} aria-hidden />,
  running: <Loader size={20} aria-hidden />,
  done: <IconCircleCheck className="text-accent" size={20} aria-hidden />,
  failed: <IconAlertTriangle className="text-danger" size={20} aria-hidden />,
};

const noteOf = ({ registration, state, failureReason }: BulkRow, view: BulkView): string =>
  state === 'failed'
    ? `${view.rowFailed(registration.id)}: ${failureReason}`
    : view.rowStates[state](registration);

interface ResultRowProps {
  readonly state: BulkRow['state'];
  readonly title: string;
  readonly note: string;
  readonly badge: ReactNode;
}

export const ResultRow = ({ state, title, note, badge }: ResultRowProps) => (
  <li className={clsx(ROW_CLASSES, 'phone:*:last:ml-8')}>
    {STATE_ICONS[state]}
    <div className={ROW_TEXT_CLASSES}>
      <span className="font-semibold">{title}</span>
      <span className={clsx('g2-meta', state === 'failed' && 'text-danger')}>{note}</span>
    </div>
    {badge}
  </li>
);

interface SelectedRegistrationsProps {
  readonly registrations: readonly StaffRegistration[];
  /** null if there is no effect to show. */
  readonly effectOn: (registration: StaffRegistration) => PlannedEffect | null;
  readonly badge: (registration: StaffRegistration) => ReactNode;
}

/** The selected registrations. After the choice of a target, also the effect on each and which will not be sent. */
export function SelectedRegistrations({ registrations, effectOn, badge }: SelectedRegistrationsProps) {
  return (
    <Rows label={t.selectedRecords}>
      {registrations.map((registration) => {
        const effect = effectOn(registration);
        const isSent = effect?.isSent ?? true;
        return (
          <li key={registration.id} className={clsx(ROW_CLASSES, !isSent && 'bg-sunken')}>
            <div className={ROW_TEXT_CLASSES}>
              <span className={isSent ? 'font-semibold' : 'font-medium text-muted'}>
                {registration.title}
              </span>
              {effect && <span className="g2-meta">{isSent ? effect.note : t.notSent(effect.note)}</span>}
            </div>
            {badge(registration)}
          </li>
        );
      })}
    </Rows>
  );
}
