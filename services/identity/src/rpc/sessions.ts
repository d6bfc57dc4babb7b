import { newId } from '@g2/kit/ids';
import { networkOf } from '@g2/kit/network';
import type { LogInRequest, SignedIn, SignUpRequest } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { checkInput, checkLogin } from '../domain/input.ts';
import { checkNewPassword } from '../domain/new-password.ts';
import { isOutdated } from '../domain/password-hash.ts';
import { lacksRequiredFactor, newUser } from '../domain/user.ts';
import { toMessage } from '../present.ts';
import { assertAddressFree, queueConfirmation } from '../store/email-addresses.ts';
import { isKnownPlace } from '../store/known-places.ts';
import { replaceHash } from '../store/passwords.ts';
import { endSession, findSession, openIfUnchanged, openSession } from '../store/sessions.ts';
import { requestSignIn } from '../store/sign-in-requests.ts';
import { findLogin, insertUser } from '../store.ts';
import { factorRequired } from './factor-login.ts';
import { countLogin, recordRefusal, tokensOf, toSignedIn } from './signed-in.ts';

export const sessionRpcs = (deps: Deps) =>
  ({
    signUp: {
      allow: ['anyone'],
      run(request) {
        const network = networkOf(request.clientAddress);
        return deps.concurrencyLimit.run(network, () => signUp(deps, request, network));
      },
    },
    logIn: {
      allow: ['anyone'],
      run(request) {
        const network = networkOf(request.clientAddress);
        const signIn = () => deps.concurrencyLimit.run(network, () => logIn(deps, request, network));
        return countLogin(() =>
          signIn().catch(async (error: unknown) => {
            await recordRefusal(deps, request.email, network, error);
            throw error;
          }),
        );
      },
    },
    logOut: {
      allow: ['anyone'],
      async run({ sessionToken }) {
        await endSession(deps.db, sessionToken, deps.clock());
        return {};
      },
    },
    checkSession: {
      allow: ['anyone'],
      async run({ sessionToken, lookOnly }) {
        const found = await findSession(deps.db, sessionToken, deps.clock(), lookOnly);
        if (!found) throw new AppError('unauthenticated');
        const { user, sid, expire } = found;
        return {
          user: toMessage(user),
          actorTokens: await tokensOf(deps, user, found),
          sessionId: sid,
          expiresAt: expire,
          lacksFactor: lacksRequiredFactor(user, deps.config.REQUIRE_STAFF_MFA),
        };
      },
    },
  }) satisfies IdentityRpcs;

async function signUp(deps: Deps, request: SignUpRequest, network: string): Promise<SignedIn> {
  const { email, password, firstName, lastName, presentedSession: presentedToken } = request;
  checkInput({ email, password, firstName, lastName });
  await deps.throttle.signUp(network);
  checkNewPassword(password, request, 'password');
  const passwordHash = await deps.passwords.hash(password, network);
  const moment = mailContextOf(deps);
  const user = newUser(newId(), { email, firstName, lastName }, moment.now);
  const session = await deps.db.tx(async (tx) => {
    await insertUser(tx, user, passwordHash);
    await assertAddressFree(tx, user, moment.now);
    await queueConfirmation(tx, user, `welcome:${user.id}`, moment);
    const entrance = { method: 'password', presentedToken, network, isFirst: true } as const;
    return openSession(tx, user, entrance, moment);
  });
  deps.triggerMailer();
  return toSignedIn(deps, { user, session });
}

/** Same text and time for addresses with and without an account; only the correct password reveals a deactivation. */
async function logIn(deps: Deps, request: LogInRequest, network: string): Promise<SignedIn> {
  const { email, password, presentedSession: presentedToken } = request;
  checkLogin(email, password);
  const isKnown = await isKnownPlace(deps.db, email, network, deps.clock());
  const guess = { account: email, network, isKnown };
  await deps.throttle.attempt(guess);
  const login = await deps.passwords.runCheck(network, async (matches) => {
    // Checks the limit again after waiting in the hash queue, so that many concurrent guesses do not all pass it.
    await deps.throttle.check(guess);
    const found = await findLogin(deps.db, email);
    if (await matches(found?.passwordHash, password)) return found;
    if (await deps.throttle.wrong(guess)) {
      await requestSignIn(deps.db, email, deps.clock());
      deps.triggerRequestMails();
    }
    throw new AppError('wrong-credentials');
  });
  await deps.throttle.right(guess);
  if (!login?.passwordHash) throw new AppError('wrong-credentials');
  if (!login.user.isActive) throw new AppError('account-deactivated');
  const { id } = login.user;
  let { passwordHash } = login;
  if (isOutdated(passwordHash)) {
    const renewed = await deps.passwords.hash(password, network);
    await replaceHash(deps.db, id, passwordHash, renewed);
    passwordHash = renewed;
  }
  // Must come after the rehash: the token of the second step is bound to the stored hash.
  if (login.user.mfaEnabled) throw await factorRequired(deps, id, passwordHash);
  const entrance = { method: 'password', presentedToken, network } as const;
  const opened = await openIfUnchanged(deps.db, id, passwordHash, entrance, mailContextOf(deps));
  if (!opened) throw new AppError('wrong-credentials');
  return toSignedIn(deps, opened);
}
