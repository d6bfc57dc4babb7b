import type { ChangeStatusBody, StaffRegistration } from '@g2/gateway/contract/registrations';
import { useRef, useState } from 'react';
import { expectedUser } from '../../../lib/identity.ts';
import { useUser } from '../../../lib/session.ts';
import { notify } from '../../../ui/toast-store.ts';
import { changeStatus, readRegistration, useAdminMutation } from '../api.ts';
import { texts } from '../texts.ts';
import { AT_ONCE, type BulkRow, eachBounded, moveRow } from './bulk.ts';

const t = texts.status;

type Own = (record: StaffRegistration) => Partial<ChangeStatusBody>;

/** A bulk update under way or over; null before it begins. */
export interface Bulk {
  readonly rows: readonly BulkRow[] | null;
  readonly running: boolean;
  /** @param own what goes with one record beside what goes with all */
  readonly start: (records: readonly StaffRegistration[], body: ChangeStatusBody, own?: Own) => void;
  /** Tries again what failed and begins what was stopped. */
  readonly retry: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** Sends one change per registration (spec §7), a few at once, and keeps how each row went. */
export function useBulk(onAllDone: (rows: readonly BulkRow[]) => void): Bulk {
  const userId = useUser()?.id;
  const [rows, setRows] = useState<readonly BulkRow[] | null>(null);
  const body = useRef<ChangeStatusBody | null>(null);
  const ownOf = useRef<Own>(() => ({}));
  const stopped = useRef(false);
  const put = (row: BulkRow) =>
    setRows((now) => now?.map((one) => (one.record.id === row.record.id ? row : one)) ?? null);

  const send = useAdminMutation(
    'registrations',
    async ({ todo, change }: { todo: readonly BulkRow[]; change: ChangeStatusBody }) => {
      stopped.current = false;
      const over: BulkRow[] = [];
      const move = async (row: BulkRow) => {
        put({ ...row, state: 'running' });
        const asked = { ...change, ...ownOf.current(row.record) };
        const moved = await moveRow(row, asked, userId, { change: changeStatus, look: readRegistration });
        over.push(moved);
        put(moved);
      };
      await eachBounded(todo, AT_ONCE, move, () => stopped.current || expectedUser() !== userId);
      return over;
    },
    { onSuccess: (over, { todo }) => notifyOutcome(over, todo.length) },
  );
  const run = (todo: readonly BulkRow[]) => {
    const change = body.current;
    if (change === null || todo.length === 0) return;
    send.mutate(
      { todo, change },
      {
        onSuccess: (over) => {
          if (over.length === todo.length && over.every(({ state }) => state === 'done')) onAllDone(over);
        },
      },
    );
  };
  return {
    rows,
    running: send.isPending,
    start: (records, change, own = () => ({})) => {
      body.current = change;
      ownOf.current = own;
      const fresh = records.map((record): BulkRow => ({ record, state: 'waiting', why: '' }));
      setRows(fresh);
      run(fresh);
    },
    retry: () => run((rows ?? []).filter(({ state }) => state !== 'done')),
    stop: () => {
      stopped.current = true;
    },
    reset: () => setRows(null),
  };
}

function notifyOutcome(over: readonly BulkRow[], wanted: number): void {
  const failed = over.filter(({ state }) => state === 'failed');
  const [first] = failed;
  if (first !== undefined) {
    const one = failed.length === 1 ? t.rowFailed(first.record.id) : t.bulkFailedText(failed.length, wanted);
    notify.error(t.bulkFailed, one);
  } else if (over.length > 0) notify.success(t.bulkDone, t.bulkDoneText(over.length));
}
