import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import type { ChangeOwnPasswordRequest, SignedIn } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { userAct } from '../domain/audit-acts.ts';
import { checkInput } from '../domain/input.ts';
import { passwordChanged } from '../domain/mails/passwords.ts';
import { checkNewPassword } from '../domain/new-password.ts';
import { changePassword } from '../store/passwords.ts';
import { getLogin, type Login } from '../store.ts';
import { toSignedIn } from './signed-in.ts';

export const wrongPassword = (): AppError => {
  const message = 'Senha atual incorreta';
  return new AppError('invalid-input', { message, fields: { currentPassword: message } });
};

/** @throws AppError invalid-input, too-many-requests */
export async function verifyOwnPassword(deps: Deps, userId: string, password: string): Promise<Login> {
  const guess = { account: userId, isKnown: true };
  await deps.throttle.attempt(guess);
  const login = await deps.passwords.runCheck(userId, async (matches) => {
    await deps.throttle.check(guess);
    const found = await getLogin(deps.db, userId);
    if (await matches(found.passwordHash, password)) return found;
    await deps.throttle.wrong(guess);
    throw wrongPassword();
  });
  await deps.throttle.right(guess);
  return login;
}

/** The caller's session continues with a new token; a stolen old token becomes useless. */
export async function changeOwnPassword(
  deps: Deps,
  { currentPassword, newPassword, revokeApiTokens = false }: ChangeOwnPasswordRequest,
  { actor }: Call,
): Promise<SignedIn> {
  checkInput({ newPassword });
  const { id: userId, sessionId } = userOf(actor);
  const { user, passwordHash } = await verifyOwnPassword(deps, userId, currentPassword);
  checkNewPassword(newPassword, user);
  const next = {
    passwordHash: await deps.passwords.hash(newPassword, userId),
    mail: passwordChanged(user.firstName, deps.config.PUBLIC_URL),
    act: userAct('password-changed', userId, userId),
    revokesTokens: revokeApiTokens,
  };
  const changed = await changePassword(deps.db, { userId, sessionId, passwordHash }, next, deps.clock());
  if (!changed) throw wrongPassword();
  deps.triggerMailer();
  return toSignedIn(deps, changed.user, changed.session);
}
