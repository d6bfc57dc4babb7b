import type { Role } from '@g2/terms/names';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lives, ms (contract "Session"). */
type Limits = {
  /** After its last use. */
  idle: number;
  /** After it was opened, however much it is used. */
  absolute: number;
  /** Its end is written anew when that wins this much, so that a session check stays a read. */
  step: number;
};

const CLIENT: Limits = { idle: 7 * DAY_MS, absolute: 30 * DAY_MS, step: DAY_MS };
const STAFF: Limits = { idle: 12 * HOUR_MS, absolute: 7 * DAY_MS, step: HOUR_MS };
const limitsOf = (role: Role): Limits => (role === 'client' ? CLIENT : STAFF);

/** How far behind the last use that is shown may be, ms: written at every check, none would be a read. */
export const USED_STEP_MS = 5 * 60_000;

/** Live sessions of one account; when another opens, the least recently used go (contract "Session"). */
export const MAX_SESSIONS = 20;

/** When a session ends that was opened at `createdAt` and is used now. */
export function expiryAt(role: Role, createdAt: Date, now: Date): Date {
  const { idle, absolute } = limitsOf(role);
  return new Date(Math.min(now.getTime() + idle, createdAt.getTime() + absolute));
}

/** A session as it is stored. */
export type StoredSession = { createdAt: Date; expire: Date };

/**
 * When a session ends after this look at it, by the role its account has now: a client who became staff has what staff
 * have. The stored end itself means that there is nothing to write.
 * @param lookOnly whoever only watches a session does not prolong it
 * @returns undefined when it has ended
 */
export function endOf(
  { createdAt, expire }: StoredSession,
  role: Role,
  now: Date,
  lookOnly: boolean,
): Date | undefined {
  const latest = expiryAt(role, createdAt, now);
  if (expire <= now || latest <= now) return undefined;
  if (latest < expire) return latest;
  return lookOnly || latest.getTime() - expire.getTime() < limitsOf(role).step ? expire : latest;
}
