import { AppError } from '@g2/kit/errors';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default), 19 MiB, two passes (design "Passwords"); some 14 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes at once: more would take the machine's cores and memory from everybody else. */
const AT_ONCE = 2;
/** Past this many waiting, the next is told to come back rather than to wait past its deadline. */
const MAX_WAITING = 200;

export type Passwords = {
  hash(password: string): Promise<string>;
  /**
   * Runs a check in a hash slot. `matches` compares with a stored hash; with none (no such account, or one without
   * a password) it takes the same time and says no.
   * @throws AppError unavailable when too many wait
   */
  checking<T>(
    work: (matches: (stored: string | null | undefined, password: string) => Promise<boolean>) => Promise<T>,
  ): Promise<T>;
};

export function createPasswords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];

  const inSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < AT_ONCE) running++;
    else if (waiting.length >= MAX_WAITING) throw new AppError('unavailable', { retryAfter: 1 });
    // Whoever leaves hands the slot on, so `running` stays as it is.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };

  let nobody: Promise<string> | undefined;
  const matches = async (stored: string | null | undefined, password: string): Promise<boolean> => {
    nobody ??= hash('nobody has this password', COST);
    const same = await verify(stored ?? (await nobody), password);
    return same && typeof stored === 'string';
  };

  return {
    hash: (password) => inSlot(() => hash(password, COST)),
    checking: (work) => inSlot(() => work(matches)),
  };
}
