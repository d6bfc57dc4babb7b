import { hash, verify } from '@node-rs/argon2';
import { HASH_COST } from '../domain/password-hash.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import { throttled } from '../metrics.ts';

const LIMITS = {
  // More would take all CPU and memory.
  atOnce: 2,
  waitingPerParty: 20,
  // Fails early instead of waiting past the deadline.
  waitingInAll: 200,
  onTooMany: () => throttled.inc({ kind: 'waiting' }),
};

/** More per party would be refused anyway. */
export const MAX_CONCURRENT_PER_PARTY = LIMITS.atOnce + LIMITS.waitingPerParty;

export type Passwords = {
  /** @param party an address or an account @throws AppError too-many-requests, unavailable when too many wait */
  hash(password: string, party: string): Promise<string>;
  /**
   * `matches` takes equally long without a stored hash. @throws AppError too-many-requests, unavailable (too many wait)
   */
  runCheck<T>(
    party: string,
    work: (matches: (stored: string | null | undefined, password: string) => Promise<boolean>) => Promise<T>,
  ): Promise<T>;
};

/** @param verifyHash replaced in tests */
export function createPasswords(verifyHash: typeof verify = verify): Passwords {
  const queue = createFairQueue(LIMITS);

  let dummyHash: Promise<string> | undefined;
  const matches = async (stored: string | null | undefined, password: string): Promise<boolean> => {
    dummyHash ??= hash('nobody has this password', HASH_COST);
    const same = await verifyHash(stored ?? (await dummyHash), password);
    return same && typeof stored === 'string';
  };

  return {
    hash: (password, party) => queue.run(party, () => hash(password, HASH_COST)),
    runCheck: (party, work) => queue.run(party, () => work(matches)),
  };
}
