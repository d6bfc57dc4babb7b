import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import type { ChangeOwnPasswordRequest, SignedIn } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { checkInput } from '../domain/input.ts';
import { passwordChanged } from '../domain/mails.ts';
import { getLogin } from '../store.ts';
import { changePassword } from '../store-passwords.ts';
import { toSignedIn } from './signed-in.ts';

const wrong = (): AppError => {
  const message = 'Senha atual incorreta';
  return new AppError('invalid-input', { message, fields: { currentPassword: message } });
};

/** The session it is asked in goes on under another token: who had the old one has nothing. */
export async function changeOwnPassword(
  deps: Deps,
  { currentPassword, newPassword }: ChangeOwnPasswordRequest,
  { actor }: Call,
): Promise<SignedIn> {
  checkInput({ newPassword });
  const { id: userId, sessionId } = userOf(actor);
  const guess = { account: userId, isKnown: true };
  await deps.throttle.attempt(guess);
  const { user, passwordHash } = await deps.passwords.checking(userId, async (matches) => {
    await deps.throttle.check(guess);
    const login = await getLogin(deps.db, userId);
    if (await matches(login.passwordHash, currentPassword)) return login;
    await deps.throttle.wrong(guess);
    throw wrong();
  });
  await deps.throttle.right(guess);
  const next = {
    passwordHash: await deps.passwords.hash(newPassword, userId),
    mail: passwordChanged(user.firstName, deps.config.PUBLIC_URL),
  };
  const changed = await changePassword(deps.db, { userId, sessionId, passwordHash }, next, deps.clock());
  if (!changed) throw wrong();
  deps.wakeMailer();
  return toSignedIn(deps, changed.user, changed.session);
}
