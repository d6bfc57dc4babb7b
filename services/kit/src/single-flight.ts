type Run = { began: number; running: Promise<unknown>; next?: Promise<unknown> };

const runs = new WeakMap<object, Map<string, Run>>();
/** A run this long, ms, hangs on a dead connection: statements take at most 8 s. New calls then start another run. */
const STALE_MS = 10_000;

/**
 * Single-flight: calls during a run share the next run, which starts after them and so reads all earlier
 * writes. `work` must not depend on the caller; its failure rejects all calls of that run. Runs of different
 * owners or keys are independent.
 */
export function singleFlight<T>(owner: object, key: string, work: () => Promise<T>): Promise<T> {
  const known = runs.get(owner) ?? new Map<string, Run>();
  runs.set(owner, known);
  const begin = (): Promise<T> => {
    const running = work();
    const run: Run = { began: performance.now(), running };
    known.set(key, run);
    const end = () => {
      if (run.next === undefined && known.get(key) === run) known.delete(key);
    };
    running.then(end, end);
    return running;
  };
  const run = known.get(key);
  if (run === undefined || performance.now() - run.began > STALE_MS) return begin();
  run.next ??= run.running.then(begin, begin);
  return run.next as Promise<T>;
}
