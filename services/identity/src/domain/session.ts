import type { Role } from '@g2/terms/names';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Lifetime of a session, ms (api-rules H3). */
type Limits = {
  /** Maximum time since the last use. */
  idle: number;
  /** Maximum time since the session was opened, however often it is used. */
  absolute: number;
  /** Minimum extension that is written, so that most session checks write nothing. */
  minExtension: number;
};

const CLIENT: Limits = { idle: 7 * DAY_MS, absolute: 30 * DAY_MS, minExtension: DAY_MS };
const STAFF: Limits = { idle: 12 * HOUR_MS, absolute: 7 * DAY_MS, minExtension: HOUR_MS };
const limitsOf = (role: Role): Limits => (role === 'client' ? CLIENT : STAFF);

/** Precision of the displayed time of last use, ms. A session check writes it only after this interval. */
export const LAST_USE_PRECISION_MS = 5 * 60_000;

/** Maximum of open sessions per account. When another one opens, the least recently used one ends (api-rules H3). */
export const MAX_SESSIONS = 20;

export function expiryAt(role: Role, createdAt: Date, now: Date): Date {
  const { idle, absolute } = limitsOf(role);
  return new Date(Math.min(now.getTime() + idle, createdAt.getTime() + absolute));
}

export type StoredSession = { createdAt: Date; expire: Date };

/**
 * End of a session after this check, computed with the current role of the account. It equals the stored end
 * when nothing has to be written.
 * @param readOnly true: does not extend the session @returns undefined when the session has ended
 */
export function sessionEnd(
  { createdAt, expire }: StoredSession,
  role: Role,
  now: Date,
  readOnly: boolean,
): Date | undefined {
  const latest = expiryAt(role, createdAt, now);
  if (expire <= now || latest <= now) return undefined;
  if (latest < expire) return latest;
  return readOnly || latest.getTime() - expire.getTime() < limitsOf(role).minExtension ? expire : latest;
}
