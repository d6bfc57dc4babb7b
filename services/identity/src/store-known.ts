import { hashed } from './hashed.ts';
import type { Database, Tx } from './store.ts';

const DAY_MS = 24 * 3_600_000;
/** How long an account is known where it signed in. */
const KNOWN_MS = 90 * DAY_MS;
/** Places kept of one account; the longest unused go. */
const MAX_KNOWN = 50;

const knownKey = (email: string, network: string): string =>
  hashed('known', email.trim().toLowerCase(), network);

/** True when an account of this e-mail signed in from there of late; takes the same time for unknown ones. */
export async function isKnown(db: Database, email: string, network: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('knownAddresses')
    .select('key')
    .where('key', '=', knownKey(email, network))
    .where('expire', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Remembers where an account signed in, in the transaction that opened the session and holds the account's row. */
export async function rememberAddress(
  tx: Tx,
  user: { id: string; email: string },
  network: string,
  now: Date,
): Promise<void> {
  const known = { userId: user.id, expire: new Date(now.getTime() + KNOWN_MS) };
  await tx
    .insertInto('knownAddresses')
    .values({ key: knownKey(user.email, network), ...known })
    .onConflict((on) => on.column('key').doUpdateSet(known))
    .execute();
  const tooMany = tx
    .selectFrom('knownAddresses')
    .select('key')
    .where('userId', '=', user.id)
    .orderBy('expire', 'desc')
    .offset(MAX_KNOWN);
  await tx.deleteFrom('knownAddresses').where('key', 'in', tooMany).execute();
}
