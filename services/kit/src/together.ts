type Turn = { began: number; running: Promise<unknown>; next?: Promise<unknown> };

const turns = new WeakMap<object, Map<string, Turn>>();
/** After this time a run hangs on a dead connection, ms: new calls start their own. Statements take at most 8 s. */
const HANGS_MS = 10_000;

/**
 * Single-flight: calls during a run share the next run, which starts after them and so reads all earlier writes. `work`
 * must not depend on the caller; its failure rejects all calls of that run. State lives as long as `owner`.
 */
export function together<T>(owner: object, key: string, work: () => Promise<T>): Promise<T> {
  const known = turns.get(owner) ?? new Map<string, Turn>();
  turns.set(owner, known);
  const begin = (): Promise<T> => {
    const running = work();
    const turn: Turn = { began: performance.now(), running };
    known.set(key, turn);
    const end = () => {
      if (turn.next === undefined && known.get(key) === turn) known.delete(key);
    };
    running.then(end, end);
    return running;
  };
  const turn = known.get(key);
  if (turn === undefined || performance.now() - turn.began > HANGS_MS) return begin();
  turn.next ??= turn.running.then(begin, begin);
  return turn.next as Promise<T>;
}
