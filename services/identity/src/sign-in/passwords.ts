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
  onRefused: () => throttled.inc({ kind: 'waiting' }),
};

/** More per party would be refused anyway. */
export const MAX_CONCURRENT_PER_PARTY = LIMITS.atOnce + LIMITS.waitingPerParty;

type Matches = (stored: string | null | undefined, password: string) => Promise<boolean>;
export type Passwords = ReturnType<typeof createPasswords>;

/**
 * A `party` is an address or an account. Both throw AppError too-many-requests, or unavailable when too many wait.
 * @param verifyHash replaced in tests
 */
export function createPasswords(verifyHash: typeof verify = verify) {
  const queue = createFairQueue(LIMITS);

  let dummyHash: Promise<string> | undefined;
  const matches: Matches = async (stored, password) => {
    dummyHash ??= hash('nobody has this password', HASH_COST);
    const same = await verifyHash(stored ?? (await dummyHash), password);
    return same && typeof stored === 'string';
  };

  return {
    hash: (password: string, party: string) => queue.run(party, () => hash(password, HASH_COST)),
    /** `matches` takes equally long without a stored hash. */
    runCheck: <T>(party: string, work: (matches: Matches) => Promise<T>): Promise<T> =>
      queue.run(party, () => work(matches)),
  };
}
