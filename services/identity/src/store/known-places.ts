import { requestContext } from '@g2/kit/log';
import { networkOf } from '@g2/kit/network';
import { sql } from 'kysely';
import { newDevice } from '../domain/mails/access.ts';
import { sha256Hex } from '../domain/sha256.ts';
import type { UserState } from '../domain/user.ts';
import type { Database, MailContext, Tx } from '../store.ts';
import { queueMail } from './mails.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KNOWN_MS = 90 * DAY_MS;
/** Maximum of known networks per account, and of known browsers; the least recently used are deleted. */
const MAX_KNOWN = 50;

const knownKey = (email: string, network: string): string =>
  sha256Hex('known', email.trim().toLowerCase(), network);

/** True when the account recently signed in from this network. Takes the same time for unknown accounts. */
export async function isKnownPlace(
  db: Database,
  email: string,
  network: string,
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('knownAddresses')
    .select('key')
    .where('key', '=', knownKey(email, network))
    .where('expire', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Records network and browser of a sign-in as known. The caller holds the account's row lock.
 * @param network replaces that of the request context
 * @returns true when both are new to the account; false also when neither is given
 */
export async function recordPlace(
  tx: Tx,
  user: { id: string; email: string },
  network: string | undefined,
  now: Date,
): Promise<boolean> {
  const { address = '', device } = requestContext.getStore()?.origin ?? {};
  const from = network ?? networkOf(address);
  const places = [
    ...(from ? [{ key: knownKey(user.email, from), kind: 'address' }] : []),
    ...(device ? [{ key: sha256Hex('device', user.id, device), kind: 'device' }] : []),
  ];
  if (places.length === 0) return false;
  const known = { userId: user.id, expire: new Date(now.getTime() + KNOWN_MS) };
  const keys = places.map(({ key }) => key);
  // `before` reads the rows as they were before this statement.
  const [written] = await tx
    .with('before', (db) =>
      db.selectFrom('knownAddresses').select('key').where('key', 'in', keys).where('expire', '>', now),
    )
    .insertInto('knownAddresses')
    .values(places.map((place) => ({ ...place, ...known })))
    .onConflict((on) => on.column('key').doUpdateSet(known))
    .returning(sql<boolean>`NOT EXISTS (SELECT FROM before)`.as('isNew'))
    .execute();
  await deleteOldest(tx, user.id);
  return written?.isNew ?? false;
}

/** How long a network is known after the use of a mailed link, ms. A sign-in extends it to KNOWN_MS. */
const ALLOWED_MS = DAY_MS;

export async function allowPlace(
  tx: Tx,
  user: { id: string; email: string },
  network: string,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + ALLOWED_MS);
  const place = { key: knownKey(user.email, network), kind: 'address', userId: user.id, expire: until };
  const later = sql<Date>`greatest(known_addresses.expire, excluded.expire)`;
  await tx
    .insertInto('knownAddresses')
    .values(place)
    .onConflict((on) => on.column('key').doUpdateSet({ expire: later }))
    .execute();
  await deleteOldest(tx, user.id);
}

async function deleteOldest(tx: Tx, userId: string): Promise<void> {
  const ranked = tx
    .selectFrom('knownAddresses')
    .select(['key', sql<number>`row_number() OVER (PARTITION BY kind ORDER BY expire DESC)`.as('rank')])
    .where('userId', '=', userId);
  const tooMany = tx.selectFrom(ranked.as('ranked')).select('key').where('rank', '>', MAX_KNOWN);
  await tx.deleteFrom('knownAddresses').where('key', 'in', tooMany).execute();
}

const NEW_DEVICE = 'new-device:';

/** Mails the owner about a new device, hourly at most, to a proven address. Caller holds the account's row lock. */
export async function mailNewDevice(
  tx: Tx,
  user: UserState,
  sid: string,
  { now, publicUrl }: MailContext,
): Promise<void> {
  if (!user.emailVerifiedAt) return;
  const recentMail = await tx
    .selectFrom('outgoingEmails')
    .select('id')
    .where('userId', '=', user.id)
    .where('dedupeKey', 'like', `${NEW_DEVICE}%`)
    .where('createdAt', '>', new Date(now.getTime() - HOUR_MS))
    .limit(1)
    .executeTakeFirst();
  if (recentMail) return;
  const { address = '', agent = '' } = requestContext.getStore()?.origin ?? {};
  const mail = newDevice(user.firstName, { address, agent, at: now }, publicUrl);
  await queueMail(tx, user, `${NEW_DEVICE}${sid}`, mail, now);
}
