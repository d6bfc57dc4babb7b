import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import { networkOf } from '@g2/kit/network';
import type {
  CheckedSession,
  CheckSessionRequest,
  IdentityService,
  LogInRequest,
  SignedIn,
  SignUpRequest,
} from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { checkInput, checkLogin } from '../domain/input.ts';
import { checkNewPassword } from '../domain/new-password.ts';
import { isOutdated } from '../domain/password-hash.ts';
import { lacksRequiredFactor, newUser } from '../domain/user.ts';
import { toMessage } from '../present.ts';
import { assertAddressFree, queueConfirmation } from '../store/email-addresses.ts';
import { isKnownPlace } from '../store/known-places.ts';
import { replaceHash } from '../store/passwords.ts';
import {
  endSession,
  findSession,
  openIfUnchanged,
  openSession,
  type SignInContext,
} from '../store/sessions.ts';
import { requestSignIn } from '../store/sign-in-requests.ts';
import { findLogin, insertUser } from '../store.ts';
import { countLogin } from './count-login.ts';
import { factorRequired } from './factor-login.ts';
import { changeOwnPassword } from './own-password.ts';
import { recordingRefusals } from './sign-in-refusals.ts';
import { tokensOf, toSignedIn } from './signed-in.ts';

const anyone = ['anyone'] as const;

export const sessionRpcs = (deps: Deps) =>
  ({
    signUp: {
      allow: anyone,
      run(request) {
        const network = networkOf(request.clientAddress);
        return deps.concurrencyLimit.run(network, () => signUp(deps, request, network));
      },
    },
    logIn: {
      allow: anyone,
      run(request) {
        const network = networkOf(request.clientAddress);
        const signIn = () => deps.concurrencyLimit.run(network, () => logIn(deps, request, network));
        return countLogin(() => recordingRefusals(deps, { email: request.email, network }, signIn));
      },
    },
    logOut: {
      allow: anyone,
      async run({ sessionToken }) {
        await endSession(deps.db, sessionToken, deps.clock());
        return {};
      },
    },
    checkSession: { allow: anyone, run: (request) => checkSession(deps, request) },
    changeOwnPassword: {
      allow: signedIn,
      allowedBeforeFactor: true,
      run: (request, call) => changeOwnPassword(deps, request, call),
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

async function checkSession(
  deps: Deps,
  { sessionToken, lookOnly }: CheckSessionRequest,
): Promise<CheckedSession> {
  const found = await findSession(deps.db, sessionToken, deps.clock(), lookOnly);
  if (!found) throw new AppError('unauthenticated');
  const { user, sid, expire } = found;
  const actorTokens = await tokensOf(deps, user, found);
  return {
    user: toMessage(user),
    actorTokens,
    sessionId: sid,
    expiresAt: expire,
    lacksFactor: lacksRequiredFactor(user, deps.config.REQUIRE_STAFF_MFA),
  };
}

async function signUp(deps: Deps, request: SignUpRequest, network: string): Promise<SignedIn> {
  const { email, password, firstName, lastName } = request;
  checkInput({ email, password, firstName, lastName });
  await deps.throttle.signUp(network);
  checkNewPassword(password, request, 'password');
  const passwordHash = await deps.passwords.hash(password, network);
  const now = deps.clock();
  const user = newUser(newId(), { email, firstName, lastName }, now);
  const session = await deps.db.tx(async (tx) => {
    await insertUser(tx, user, { passwordHash });
    await assertAddressFree(tx, user, now);
    await queueConfirmation(tx, user, `welcome:${user.id}`, { now, publicUrl: deps.config.PUBLIC_URL });
    return openSession(tx, user, { ...signInContextOf(deps, request, network), isFirst: true }, now);
  });
  deps.triggerMailer();
  return toSignedIn(deps, user, session);
}

const signInContextOf = (
  { config }: Deps,
  { presentedSession }: LogInRequest | SignUpRequest,
  network: string,
): SignInContext => ({
  method: 'password',
  presentedToken: presentedSession,
  network,
  publicUrl: config.PUBLIC_URL,
});

/** Same text and time for known and unknown e-mails; only the correct password reveals "deactivated". */
async function logIn(deps: Deps, request: LogInRequest, network: string): Promise<SignedIn> {
  const { email, password } = request;
  checkLogin(email, password);
  const guess = {
    account: email,
    network,
    isKnown: await isKnownPlace(deps.db, email, network, deps.clock()),
  };
  await deps.throttle.attempt(guess);
  const login = await deps.passwords.runCheck(network, async (matches) => {
    // Checked again in the slot: of many concurrent guesses at most two pass the limit.
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
  const passwordHash = await currentHash(deps, { id, password, stored: login.passwordHash }, network);
  // After rehashing: the second step is bound to the stored hash.
  if (login.user.mfaEnabled) throw await factorRequired(deps, id, passwordHash);
  const opened = await openIfUnchanged(
    deps.db,
    id,
    passwordHash,
    signInContextOf(deps, request, network),
    deps.clock(),
  );
  if (!opened) throw new AppError('wrong-credentials');
  return toSignedIn(deps, opened.user, opened.session);
}

/** Rehashes a correct password stored with outdated parameters. Returns the stored hash. */
async function currentHash(
  { db, passwords }: Deps,
  { id, password, stored }: { id: string; password: string; stored: string },
  network: string,
): Promise<string> {
  if (!isOutdated(stored)) return stored;
  const renewed = await passwords.hash(password, network);
  await replaceHash(db, id, stored, renewed);
  return renewed;
}
