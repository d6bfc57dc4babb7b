import type pg from 'pg';

/** Wake functions of this process's relays, by pool. */
const relays = new WeakMap<pg.Pool, Set<() => void>>();
/** Transactions that wrote to the outbox. */
const emittingTransactions = new WeakSet<object>();

export const markEmitted = (tx: object): void => void emittingTransactions.add(tx);

/** Wakes the relays after a commit that wrote events, so that they are published without waiting for the next poll. */
export function wakeRelay(pool: pg.Pool, tx: object): void {
  if (!emittingTransactions.has(tx)) return;
  for (const wake of relays.get(pool) ?? []) wake();
}

/** Calls `wake` after each commit on this pool that wrote events. Returns a function that unregisters it. */
export function onCommit(pool: pg.Pool, wake: () => void): () => void {
  const mine = relays.get(pool) ?? new Set();
  relays.set(pool, mine.add(wake));
  return () => void mine.delete(wake);
}
