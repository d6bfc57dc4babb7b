import { hash, verify } from '@node-rs/argon2';
import { HASH_COST } from '../domain/password-hash.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import { throttled } from '../metrics.ts';

const LIMITS = {
  // More hashes at once would take all CPU and memory.
  atOnce: 2,
  waitingPerParty: 20,
  // Beyond this, requests fail at once instead of waiting past their deadline.
  waitingInAll: 200,
  onRefused: () => throttled.inc({ kind: 'waiting' }),
};

/** The hash queue would refuse further requests of a party anyway. */
export const MAX_CONCURRENT_PER_PARTY = LIMITS.atOnce + LIMITS.waitingPerParty;

type Matches = (stored: string | null | undefined, password: string) => Promise<boolean>;
export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes and checks passwords in a queue. `party`: a client network or an account. Both methods throw
 * AppError too-many-requests (too many requests of the party) or unavailable (queue full).
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
    /** `matches` takes the same time when there is no stored hash. */
    runCheck: <T>(party: string, work: (matches: Matches) => Promise<T>): Promise<T> =>
      queue.run(party, () => work(matches)),
  };
}
