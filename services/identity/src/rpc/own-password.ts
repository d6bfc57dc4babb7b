import { userOf } from '@g2/kit/actor';
import { signedIn } from '@g2/kit/grpc-server';
import { invalidField } from '@g2/terms/errors';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { userAct } from '../domain/audit-acts.ts';
import { checkInput } from '../domain/input.ts';
import { passwordChanged } from '../domain/mails/account.ts';
import { checkNewPassword } from '../domain/new-password.ts';
import { changePassword } from '../store/passwords.ts';
import { getLogin, type Login } from '../store.ts';
import { toSignedIn } from './signed-in.ts';

export const wrongPassword = () => invalidField('currentPassword', 'Senha atual incorreta');

/** Attempts are limited per account. @throws AppError too-many-requests; the error of `refused` for a wrong password */
export async function verifyOwnPassword(
  deps: Deps,
  userId: string,
  password: string,
  refused = wrongPassword,
): Promise<Login> {
  const guess = { account: userId, isKnown: true };
  await deps.throttle.attempt(guess);
  const login = await deps.passwords.runCheck(userId, async (matches) => {
    await deps.throttle.check(guess);
    const found = await getLogin(deps.db, userId);
    if (await matches(found.passwordHash, password)) return found;
    await deps.throttle.wrong(guess);
    throw refused();
  });
  await deps.throttle.right(guess);
  return login;
}

export const ownPasswordRpcs = (deps: Deps) =>
  ({
    /** The caller's session continues with a new token; a stolen old token becomes useless. */
    changeOwnPassword: {
      allow: signedIn,
      allowedBeforeFactor: true,
      async run({ currentPassword, newPassword, revokeApiTokens: revokesTokens = false }, { actor }) {
        checkInput({ newPassword });
        const { id: userId, sessionId } = userOf(actor);
        const { user, passwordHash } = await verifyOwnPassword(deps, userId, currentPassword);
        checkNewPassword(newPassword, user);
        const { now, publicUrl } = mailContextOf(deps);
        const next = {
          passwordHash: await deps.passwords.hash(newPassword, userId),
          mail: passwordChanged(user.firstName, publicUrl),
          act: userAct('password-changed', userId, userId),
          revokesTokens,
        };
        const changed = await changePassword(deps.db, { userId, sessionId, passwordHash }, next, now);
        if (!changed) throw wrongPassword();
        deps.triggerMailer();
        return toSignedIn(deps, changed);
      },
    },
  }) satisfies IdentityRpcs;
