import type pg from 'pg';

/** Relays of this process, by the pool they read from. */
const relays = new WeakMap<pg.Pool, Set<() => void>>();
/** Transactions that wrote to the outbox. */
const told = new WeakSet<object>();

/** Marks a transaction as having something to publish. */
export const markEmitted = (tx: object): void => void told.add(tx);

/** Called when a transaction has committed: its events go out now rather than at the relay's next look. */
export function wakeRelay(pool: pg.Pool, tx: object): void {
  if (!told.has(tx)) return;
  for (const wake of relays.get(pool) ?? []) wake();
}

/** Has `wake` called after each commit on this pool that wrote events, until the answer is called. */
export function onCommit(pool: pg.Pool, wake: () => void): () => void {
  const mine = relays.get(pool) ?? new Set();
  relays.set(pool, mine.add(wake));
  return () => void mine.delete(wake);
}
