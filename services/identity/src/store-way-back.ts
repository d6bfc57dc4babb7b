import { newId } from '@g2/kit/ids';
import { type MailToken, SETS_PASSWORD, sameAddress, useLink } from './domain/mail-token.ts';
import { addressRestored, passwordSetByLink } from './domain/mails-account.ts';
import type { UserState } from './domain/user.ts';
import type { Database } from './store.ts';
import { type Moment, saveProven, withLink } from './store-addresses.ts';
import { revokeAllTokens } from './store-api-tokens.ts';
import { record } from './store-audit.ts';
import { dropFactors } from './store-factors.ts';
import { isNewPlace } from './store-known.ts';
import { dropAllLinks } from './store-links.ts';
import { forgetSince, forgetTokens } from './store-mail-tokens.ts';
import { queueAtOnce } from './store-mails.ts';
import { endAll } from './store-sessions.ts';

/** The new password's hash, and from where it is set. */
export type Regained = { passwordHash: string; network: string };

/**
 * Sets a password by a mail's link, which proves the address, or by that to a former address, which comes back with it:
 * every session ends, a second factor stays, and where it was done the account is known.
 * @throws AppError token-invalid, email-taken
 */
export const regain = (
  db: Database,
  found: MailToken,
  token: string,
  { passwordHash, network }: Regained,
  { now, publicUrl }: Moment,
): Promise<UserState> =>
  withLink(db, found, token, SETS_PASSWORD, now, async (tx, user, link) => {
    // What somebody set up in the name of an address that was not theirs does not keep its owner out.
    const own = user.emailVerifiedAt ? user : await dropFactors(tx, user, now);
    // Nor by what they linked; and of an account that somebody else had nobody knows who linked what.
    if (!user.emailVerifiedAt || link.purpose === 'undo') await dropAllLinks(tx, user.id);
    const next = useLink(own, link, now);
    await saveProven(tx, next, now);
    await tx.updateTable('users').set({ passwordHash }).where('id', '=', user.id).execute();
    // The ways back to former addresses outlive a forgotten password: whoever took the account would ask for one.
    if (link.purpose === 'undo') await forgetSince(tx, user.id, link.createdAt);
    else await forgetTokens(tx, user.id, ['change']);
    await endAll(tx, user.id);
    await revokeAllTokens(tx, user.id, now);
    await queueAtOnce(tx, next, `password:${newId()}`, passwordSetByLink(next.firstName, publicUrl), now);
    if (!sameAddress(user.email, next.email)) {
      await queueAtOnce(tx, user, `restored:${newId()}`, addressRestored(publicUrl), now);
    }
    await isNewPlace(tx, next, network, now);
    const detail: Record<string, string> = link.purpose === 'undo' ? { by: 'former-address' } : {};
    const about = { actorId: null, subjectType: 'user', subjectId: user.id } as const;
    await record(tx, { action: 'password-reset', ...about, detail }, now);
    return next;
  });
