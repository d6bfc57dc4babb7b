type Turn = { began: number; running: Promise<unknown>; next?: Promise<unknown> };

const turns = new WeakMap<object, Map<string, Turn>>();
/** A turn under way for so long hangs on a line that is dead, ms: nobody waits behind it. A statement may take 8 s. */
const HANGS_MS = 10_000;

/**
 * Does once for all what many ask for at the same time, as the whole staff does when something changes. Whoever asks while
 * it is being done waits for the next turn, which begins after they asked: they read all that was written before.
 * @param owner what it is read from, for as long as that lives
 * @param key the same for the same work
 * @param work no part of it may depend on who asks; a failure is that of all who waited for that turn
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
