import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import { sql } from 'kysely';
import { userAct } from '../domain/audit-acts.ts';
import { emailProblem } from '../domain/input.ts';
import { providerLinked } from '../domain/mails/account.ts';
import { welcome } from '../domain/mails/mails.ts';
import { newUser, type UserState } from '../domain/user.ts';
import type { VerifiedIdentity } from '../providers/providers.ts';
import {
  type Database,
  getLogin,
  hasEmail,
  insertUser,
  lockUser,
  type MailContext,
  type Tx,
} from '../store.ts';
import { revokeAllTokens } from './api-tokens.ts';
import { recordAuditAct } from './audit.ts';
import { dropFactors } from './factors.ts';
import { dropAllLinks, lockSubject, ownerOf, recordLinkUse, saveLink } from './linked-accounts.ts';
import { revokeMailTokens } from './mail-tokens.ts';
import { queueMail, releaseHeldMails } from './mails.ts';
import { schedulePicture } from './pictures.ts';
import { endAll, type OpenedSession, openSession, type SignInContext } from './sessions.ts';

type ProviderSignInContext = MailContext & { presented: string; network: string };

/** A session, or the account that still needs its second factor: a sign-in by a provider replaces only the password. */
type ProviderSignIn =
  | { user: UserState; session: OpenedSession }
  | { needsFactor: { userId: string; passwordHash: string | null } };

/**
 * Signs in to the linked account, else to one with the same, unproven e-mail address, else to a new client account.
 * @returns undefined for a deactivated account, after recording the refusal in the audit trail
 * @throws AppError provider-unlinked
 */
export const signInProven = (
  db: Database,
  person: VerifiedIdentity,
  context: ProviderSignInContext,
): Promise<ProviderSignIn | undefined> =>
  db.tx(async (tx) => {
    // Serialises sign-ins of one person, also by two providers: concurrent first sign-ins could create two
    // accounts or fail.
    await lockSubject(tx, person);
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${keyOf(person)}, 0))`.execute(tx);
    const found = (await findLinked(tx, person, context.now)) ?? (await linkByEmail(tx, person, context));
    const user = found ?? (await create(tx, person, context));
    if (!user.isActive) {
      const detail = { method: 'oidc', provider: person.provider, reason: 'account-deactivated' };
      await recordAuditAct(tx, userAct('sign-in-refused', user.id, null, detail), context.now);
      return undefined;
    }
    if (user.mfaEnabled) {
      const { passwordHash } = await getLogin(tx, user.id);
      return { needsFactor: { userId: user.id, passwordHash } };
    }
    if (person.pictureUrl !== null) await schedulePicture(tx, user.id, person.pictureUrl, context.now);
    const { presented: presentedToken, network } = context;
    const entrance: SignInContext = {
      method: 'oidc',
      provider: person.provider,
      presentedToken,
      network,
      ...(found ? {} : { isFirst: true }),
    };
    return { user, session: await openSession(tx, user, entrance, context) };
  });

const keyOf = (person: VerifiedIdentity): string => `oidc:${person.email.toLowerCase()}`;

async function findLinked(tx: Tx, person: VerifiedIdentity, now: Date): Promise<UserState | undefined> {
  const userId = await ownerOf(tx, person);
  if (userId === undefined) return undefined;
  const user = await lockUser(tx, userId);
  // The account was unlinked while this transaction waited for the row lock.
  if ((await ownerOf(tx, person)) !== userId) return undefined;
  if (user.isActive) await recordLinkUse(tx, userId, person, now);
  return user;
}

/**
 * Links a client account with the same, unproven e-mail address. Removes its password, sessions and links,
 * because a stranger may have signed up. Staff accounts and those with a proven address or a second factor
 * must be linked by their signed-in owner.
 */
async function linkByEmail(
  tx: Tx,
  person: VerifiedIdentity,
  { now, publicUrl }: MailContext,
): Promise<UserState | undefined> {
  const found = await tx.selectFrom('users').select('id').where(hasEmail(person.email)).executeTakeFirst();
  if (!found) return undefined;
  const user = await lockUser(tx, found.id);
  if (!user.isActive) return user;
  if (user.role !== 'client' || user.emailVerifiedAt !== null || user.mfaEnabled)
    throw new AppError('provider-unlinked');
  const linked: UserState = { ...user, emailVerifiedAt: now, updatedAt: now, version: user.version + 1 };
  const { id, ...data } = linked;
  await tx
    .updateTable('users')
    .set({ ...data, passwordHash: null })
    .where('id', '=', id)
    .execute();
  await dropAllLinks(tx, id);
  await saveLink(tx, id, person, now, now);
  const detail = { provider: person.provider, by: 'email', password: 'removed' };
  await recordAuditAct(tx, userAct('provider-linked', id, id, detail), now);
  await endAll(tx, id);
  await revokeAllTokens(tx, id, now);
  await revokeMailTokens(tx, id, ['reset', 'verify', 'change']);
  await releaseHeldMails(tx, user, now);
  await queueMail(tx, user, `linked:${id}`, providerLinked(user.firstName, publicUrl), now);
  // Deletes a second factor with an unfinished set-up.
  return dropFactors(tx, linked, now);
}

async function create(tx: Tx, person: VerifiedIdentity, { now, publicUrl }: MailContext): Promise<UserState> {
  if (emailProblem(person.email)) throw new AppError('forbidden', { message: 'Email inválido' });
  const user = { ...newUser(newId(), person, now), emailVerifiedAt: now };
  await insertUser(tx, user, null);
  await saveLink(tx, user.id, person, now, now);
  await queueMail(tx, user, `welcome:${user.id}`, welcome(user.firstName, publicUrl), now);
  return user;
}
