import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { useRef, useState } from 'react';
import { expectedUser } from '../../../lib/identity.ts';
import { useUser } from '../../../lib/session.ts';
import { notify } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../api.ts';
import { type Act, AT_ONCE, type BulkLook, type BulkRow, eachBounded } from './bulk.ts';

/** A running or finished bulk change; `rows` is null before it starts. */
export interface Bulk {
  readonly rows: readonly BulkRow[] | null;
  readonly look: BulkLook;
  readonly running: boolean;
  readonly start: (records: readonly StaffRegistration[], act: Act) => void;
  /** Retries the failed rows and starts the stopped ones. */
  readonly retry: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** Sends one change per registration (spec §7), a few in parallel, and keeps the state of each row. */
export function useBulk(look: BulkLook, onAllDone: (rows: readonly BulkRow[]) => void): Bulk {
  const userId = useUser()?.id;
  const [rows, setRows] = useState<readonly BulkRow[] | null>(null);
  const act = useRef<Act | null>(null);
  const stopped = useRef(false);
  const put = (row: BulkRow) =>
    setRows((now) => now?.map((one) => (one.record.id === row.record.id ? row : one)) ?? null);

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
      await eachBounded(todo, AT_ONCE, one, () => stopped.current || expectedUser() !== userId);
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
          if (over.length === todo.length && over.every(({ state }) => state === 'done')) onAllDone(over);
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
    reset: () => setRows(null),
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
