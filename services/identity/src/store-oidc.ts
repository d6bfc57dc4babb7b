import { AppError } from '@g2/terms/errors';
import { sql } from 'kysely';
import { onUser } from './domain/acts.ts';
import { emailProblem } from './domain/input.ts';
import { welcome } from './domain/mails.ts';
import { providerLinked } from './domain/mails-passwords.ts';
import { newUser, type UserState } from './domain/user.ts';
import type { ProvenPerson } from './providers.ts';
import { type Database, hasEmail, insertUser, lockUser, type Tx } from './store.ts';
import { revokeAllTokens } from './store-api-tokens.ts';
import { record } from './store-audit.ts';
import { dropFactors } from './store-factors.ts';
import { dropAllLinks, lockSubject, noteLinkUse, ownerOf, saveLink } from './store-links.ts';
import { forgetTokens } from './store-mail-tokens.ts';
import { letGoOfMails, queueMail } from './store-mails.ts';
import { askForPicture } from './store-pictures.ts';
import { type Entrance, endAll, type OpenedSession, openSession } from './store-sessions.ts';

type Context = { now: Date; publicUrl: string; newId: () => string; presented: string };

/**
 * Signs in whom an identity provider proved: the account linked before, else the one with the same e-mail, else a
 * new client account.
 * @returns undefined when the account is deactivated, which stays written in the trail
 */
export const signInProven = (
  db: Database,
  person: ProvenPerson,
  context: Context,
): Promise<{ user: UserState; session: OpenedSession } | undefined> =>
  db.tx(async (tx) => {
    // Two first sign-ins of one person at once would make two accounts, or one of them fail; by two providers as well.
    await lockSubject(tx, person);
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${keyOf(person)}, 0))`.execute(tx);
    const found = (await findLinked(tx, person, context.now)) ?? (await linkByEmail(tx, person, context));
    const user = found ?? (await create(tx, person, context));
    if (!user.isActive) {
      const detail = { method: 'oidc', provider: person.provider, reason: 'account-deactivated' };
      await record(tx, onUser('sign-in-refused', user.id, null, detail), context.now);
      return undefined;
    }
    if (person.pictureUrl !== null) await askForPicture(tx, user.id, person.pictureUrl, context.now);
    const { presented, publicUrl } = context;
    const entrance: Entrance = {
      method: 'oidc',
      provider: person.provider,
      presented,
      publicUrl,
      ...(found ? {} : { isFirst: true }),
    };
    return { user, session: await openSession(tx, user, entrance, context.now) };
  });

const keyOf = (person: ProvenPerson): string => `oidc:${person.email.toLowerCase()}`;

async function findLinked(tx: Tx, person: ProvenPerson, now: Date): Promise<UserState | undefined> {
  const userId = await ownerOf(tx, person);
  if (userId === undefined) return undefined;
  const user = await lockUser(tx, userId);
  // Unlinked while its row was waited for.
  if ((await ownerOf(tx, person)) !== userId) return undefined;
  if (user.isActive) await noteLinkUse(tx, userId, person, now);
  return user;
}

/**
 * Links the account of the same e-mail. A client may have signed up with somebody else's address and a password: the
 * provider has now proven whose it is, so that password, its sessions, second factors and links go. Staff were made by an
 * admin and keep it.
 */
async function linkByEmail(
  tx: Tx,
  person: ProvenPerson,
  { now, publicUrl, newId }: Context,
): Promise<UserState | undefined> {
  const found = await tx.selectFrom('users').select('id').where(hasEmail(person.email)).executeTakeFirst();
  if (!found) return undefined;
  const user = await lockUser(tx, found.id);
  if (!user.isActive) return user;
  const unproven = user.emailVerifiedAt === null;
  const verified = user.emailVerifiedAt ?? now;
  let next: UserState = { ...user, emailVerifiedAt: verified, updatedAt: now, version: user.version + 1 };
  const { id, ...data } = next;
  await tx
    .updateTable('users')
    .set({ ...data, ...(unproven ? { passwordHash: null } : {}) })
    .where('id', '=', id)
    .execute();
  if (unproven) await dropAllLinks(tx, id);
  await saveLink(tx, id, person, { id: newId(), now, lastUsedAt: now });
  const { provider } = person;
  const password = unproven ? 'removed' : 'kept';
  await record(tx, onUser('provider-linked', id, id, { provider, by: 'email', password }), now);
  if (unproven) {
    await endAll(tx, id);
    await revokeAllTokens(tx, id, now);
    await forgetTokens(tx, id, ['reset', 'verify', 'change']);
    await letGoOfMails(tx, user, now);
    next = await dropFactors(tx, next, now);
    await queueMail(tx, user, `linked:${id}`, providerLinked(user.firstName, publicUrl), now);
  }
  return next;
}

async function create(tx: Tx, person: ProvenPerson, { now, publicUrl, newId }: Context): Promise<UserState> {
  if (emailProblem(person.email)) throw new AppError('forbidden', { message: 'Email inválido' });
  const user = { ...newUser(newId(), person, now), emailVerifiedAt: now };
  await insertUser(tx, user, {});
  await saveLink(tx, user.id, person, { id: newId(), now, lastUsedAt: now });
  await queueMail(tx, user, `welcome:${user.id}`, welcome(user.firstName, publicUrl), now);
  return user;
}
