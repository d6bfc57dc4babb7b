import { userTokens } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import { networkOf } from '@g2/kit/network';
import type {
  CheckedSession,
  CheckSessionRequest,
  FinishOidcRequest,
  IdentityService,
  LogInRequest,
  SignedIn,
  SignUpRequest,
} from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { checkInput, checkLogin } from '../domain/input.ts';
import * as mails from '../domain/mails.ts';
import type { UserState } from '../domain/user.ts';
import { logins } from '../metrics.ts';
import { toMessage } from '../present.ts';
import { findLogin, insertUser } from '../store.ts';
import { isKnown } from '../store-known.ts';
import { queueMail } from '../store-mails.ts';
import { signInProven } from '../store-oidc.ts';
import { endSession, findSession, openIfUnchanged, openSession } from '../store-sessions.ts';
import { changeOwnPassword } from './own-password.ts';
import { toSignedIn } from './signed-in.ts';

const anyone = ['anyone'] as const;

/** Signing up, in and out; sessions; the own password. */
export const sessionRpcs = (deps: Deps) =>
  ({
    signUp: {
      allow: anyone,
      run(request) {
        const network = networkOf(request.clientAddress);
        return deps.share.run(network, () => signUp(deps, request, network));
      },
    },
    logIn: {
      allow: anyone,
      run(request) {
        const network = networkOf(request.clientAddress);
        return counted(() => deps.share.run(network, () => logIn(deps, request, network)));
      },
    },
    logOut: {
      allow: anyone,
      async run({ sessionToken }) {
        await endSession(deps.db, sessionToken);
        return {};
      },
    },
    checkSession: { allow: anyone, run: (request) => checkSession(deps, request) },
    startOidc: {
      allow: anyone,
      async run() {
        if (!deps.oidc) return { configured: false, redirectUrl: '', flow: '' };
        return { configured: true, ...(await deps.oidc.start()) };
      },
    },
    finishOidc: { allow: anyone, run: (request) => finishOidc(deps, request) },
    changeOwnPassword: { allow: signedIn, run: (request, call) => changeOwnPassword(deps, request, call) },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

async function checkSession(
  { db, clock, keys }: Deps,
  { sessionToken, lookOnly }: CheckSessionRequest,
): Promise<CheckedSession> {
  const found = await findSession(db, sessionToken, clock(), lookOnly);
  if (!found) throw new AppError('unauthenticated');
  const { user, sid, expire } = found;
  const actorTokens = await userTokens(keys, { id: user.id, role: user.role, sessionId: sid });
  return { user: toMessage(user), actorTokens, sessionId: sid, expiresAt: expire };
}

async function finishOidc(
  deps: Deps,
  { callbackUrl, flow, presentedSession }: FinishOidcRequest,
): Promise<SignedIn> {
  if (!deps.oidc) throw new AppError('not-found');
  const person = await deps.oidc.finish(callbackUrl, flow);
  const { user, session } = await signInProven(deps.db, person, {
    now: deps.clock(),
    publicUrl: deps.config.PUBLIC_URL,
    newId,
    presented: presentedSession,
  });
  deps.wakeMailer();
  deps.wakePictures();
  return toSignedIn(deps, user, session);
}

async function signUp(deps: Deps, request: SignUpRequest, network: string): Promise<SignedIn> {
  const { email, password, firstName, lastName } = request;
  checkInput({ email, password, firstName, lastName });
  await deps.throttle.signUp(network);
  const passwordHash = await deps.passwords.hash(password, network);
  const now = deps.clock();
  const user: UserState = {
    id: newId(),
    email: email.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    role: 'client',
    isActive: true,
    profileImageUrl: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const session = await deps.db.tx(async (tx) => {
    await insertUser(tx, user, { passwordHash });
    const mail = mails.welcome(user.firstName, deps.config.PUBLIC_URL);
    await queueMail(tx, user, `welcome:${user.id}`, mail, now);
    return openSession(tx, user, { method: 'password', presented: request.presentedSession, network }, now);
  });
  deps.wakeMailer();
  return toSignedIn(deps, user, session);
}

/** Counts a login by what became of it. */
async function counted(login: () => Promise<SignedIn>): Promise<SignedIn> {
  try {
    const signedIn = await login();
    logins.inc({ outcome: 'ok' });
    return signedIn;
  } catch (error) {
    logins.inc({ outcome: error instanceof AppError ? error.code : 'internal' });
    throw error;
  }
}

/** Same text and time whether the e-mail is known or not; "deactivated" is told to the right password alone. */
async function logIn(deps: Deps, request: LogInRequest, network: string): Promise<SignedIn> {
  const { email, password } = request;
  checkLogin(email, password);
  const guess = {
    account: email,
    network,
    isKnown: await isKnown(deps.db, email, network, deps.clock()),
  };
  await deps.throttle.attempt(guess);
  const login = await deps.passwords.checking(network, async (matches) => {
    // Again inside the slot: of many guesses at once no more than two get past the limit.
    await deps.throttle.check(guess);
    const found = await findLogin(deps.db, email);
    if (await matches(found?.passwordHash, password)) return found;
    await deps.throttle.wrong(guess);
    throw new AppError('wrong-credentials');
  });
  await deps.throttle.right(guess);
  if (!login?.passwordHash) throw new AppError('wrong-credentials');
  if (!login.user.isActive) throw new AppError('account-deactivated');
  const entrance = { method: 'password', presented: request.presentedSession, network } as const;
  const opened = await openIfUnchanged(deps.db, login.user.id, login.passwordHash, entrance, deps.clock());
  if (!opened) throw new AppError('wrong-credentials');
  return toSignedIn(deps, opened.user, opened.session);
}
