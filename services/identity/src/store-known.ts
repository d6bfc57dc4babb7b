import { hashed } from './hashed.ts';
import type { IdentityDb, Tx } from './store.ts';

const DAY_MS = 24 * 3_600_000;
/** How long an account is known where it signed in. */
const KNOWN_MS = 90 * DAY_MS;
/** Places kept of one account; the longest unused go. */
const MAX_KNOWN = 50;

const knownKey = (email: string, network: string): string =>
  hashed('known', email.trim().toLowerCase(), network);

/** True when an account of this e-mail signed in from there of late; takes the same time for unknown ones. */
export async function isKnown(db: IdentityDb, email: string, network: string, now: Date): Promise<boolean> {
  const found = await db.sql(
    'known-address',
    'SELECT 1 FROM known_addresses WHERE key = $1 AND expire > $2',
    [knownKey(email, network), now],
  );
  return found.length > 0;
}

/** Remembers where an account signed in, in the transaction that opened the session and holds the account's row. */
export async function rememberAddress(
  tx: Tx,
  user: { id: string; email: string },
  network: string,
  now: Date,
): Promise<void> {
  const expire = new Date(now.getTime() + KNOWN_MS);
  const key = knownKey(user.email, network);
  await tx.knownAddress.upsert({
    where: { key },
    create: { key, userId: user.id, expire },
    update: { userId: user.id, expire },
  });
  await tx.$executeRawUnsafe(
    `DELETE FROM known_addresses WHERE key IN
       (SELECT key FROM known_addresses WHERE user_id = $1::uuid ORDER BY expire DESC OFFSET ${MAX_KNOWN})`,
    user.id,
  );
}
