import { AppError } from '@g2/terms/errors';
import { sql } from 'kysely';
import { emailProblem } from './domain/input.ts';
import * as mails from './domain/mails.ts';
import type { UserState } from './domain/user.ts';
import type { ProvenPerson } from './oidc.ts';
import { type Database, hasEmail, insertUser, lockUser, type Tx } from './store.ts';
import { queueMail } from './store-mails.ts';
import { askForPicture } from './store-pictures.ts';
import { endAll, type OpenedSession, openSession } from './store-sessions.ts';

type Context = { now: Date; publicUrl: string; newId: () => string; presented: string };

/**
 * Signs in whom the identity provider proved: the account linked before, else the one with the same e-mail, else a
 * new client account.
 * @throws AppError account-deactivated
 */
export const signInProven = (
  db: Database,
  person: ProvenPerson,
  context: Context,
): Promise<{ user: UserState; session: OpenedSession }> =>
  db.tx(async (tx) => {
    // Two first sign-ins of one person at once would make two accounts, or one of them fail.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${keyOf(person)}, 0))`.execute(tx);
    const user =
      (await findLinked(tx, person)) ??
      (await linkByEmail(tx, person, context)) ??
      (await create(tx, person, context));
    if (!user.isActive) throw new AppError('account-deactivated');
    if (person.pictureUrl !== null) await askForPicture(tx, user.id, person.pictureUrl, context.now);
    const entrance = { method: 'oidc', presented: context.presented } as const;
    return { user, session: await openSession(tx, user, entrance, context.now) };
  });

const keyOf = (person: ProvenPerson): string => `oidc:${person.email.toLowerCase()}`;

async function findLinked(tx: Tx, person: ProvenPerson): Promise<UserState | undefined> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('oidcIssuer', '=', person.issuer)
    .where('oidcSubject', '=', person.subject)
    .executeTakeFirst();
  return found ? lockUser(tx, found.id) : undefined;
}

/**
 * Links the account of the same e-mail. A client may have signed up with somebody else's address and a password: the
 * provider has now proven whose it is, so that password and its sessions go. Staff were made by an admin and keep it.
 */
async function linkByEmail(
  tx: Tx,
  person: ProvenPerson,
  { now, publicUrl }: Context,
): Promise<UserState | undefined> {
  const found = await tx
    .selectFrom('users')
    .select(['id', 'oidcSubject'])
    .where(hasEmail(person.email))
    .executeTakeFirst();
  if (!found) return undefined;
  const user = await lockUser(tx, found.id);
  if (!user.isActive) return user;
  const unproven = user.role === 'client' && found.oidcSubject === null;
  const next = { ...user, updatedAt: now, version: user.version + 1 };
  const { id, ...data } = next;
  const proof = { oidcIssuer: person.issuer, oidcSubject: person.subject };
  await tx
    .updateTable('users')
    .set({ ...data, ...proof, ...(unproven ? { passwordHash: null } : {}) })
    .where('id', '=', id)
    .execute();
  if (unproven) {
    await endAll(tx, id);
    await queueMail(tx, user, `linked:${id}`, mails.providerLinked(user.firstName, publicUrl), now);
  }
  return next;
}

async function create(tx: Tx, person: ProvenPerson, { now, publicUrl, newId }: Context): Promise<UserState> {
  if (emailProblem(person.email)) throw new AppError('forbidden', { message: 'Email inválido' });
  const user: UserState = {
    id: newId(),
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    role: 'client',
    isActive: true,
    profileImageUrl: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const proof = { oidcIssuer: person.issuer, oidcSubject: person.subject };
  await insertUser(tx, user, proof);
  await queueMail(tx, user, `welcome:${user.id}`, mails.welcome(user.firstName, publicUrl), now);
  return user;
}
