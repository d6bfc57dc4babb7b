const DAY_MS = 24 * 3_600_000;
/** A session ends this long after its last use, ms. */
export const SESSION_MS = 7 * DAY_MS;

export const expiryAt = (now: Date): Date => new Date(now.getTime() + SESSION_MS);

/** Sliding expiry is written at most once a day, so that a session check stays a read. */
export const isDueForRenewal = (expire: Date, now: Date): boolean =>
  expire.getTime() - now.getTime() < SESSION_MS - DAY_MS;
