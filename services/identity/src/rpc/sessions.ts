import { ACTOR_TOKEN_SECONDS, userOf } from '@g2/kit/actor';
import { AppError } from '@g2/kit/errors';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import type { IdentityService, LogInRequest, SignedIn, SignUpRequest } from '@g2/proto/identity';
import { type Deps, toMessage } from '../deps.ts';
import { checkInput, checkLogin } from '../domain/input.ts';
import * as mails from '../domain/mails.ts';
import type { UserState } from '../domain/user.ts';
import { logins } from '../metrics.ts';
import { findLogin, getLogin, insertUser } from '../store.ts';
import { queueMail } from '../store-mails.ts';
import { signInProven } from '../store-oidc.ts';
import {
  endSession,
  findSession,
  type OpenedSession,
  openIfUnchanged,
  openSession,
  setPassword,
} from '../store-sessions.ts';

type Names =
  | 'signUp'
  | 'logIn'
  | 'logOut'
  | 'checkSession'
  | 'startOidc'
  | 'finishOidc'
  | 'changeOwnPassword';

const anyone = ['anyone'] as const;

const toSignedIn = (user: UserState, session: OpenedSession): SignedIn => ({
  user: toMessage(user),
  sessionToken: session.token,
  expiresAt: session.expire,
});

/** Signing up, in and out; sessions; the own password. */
export const sessionRpcs = (deps: Deps): Pick<RpcTable<typeof IdentityService>, Names> => ({
  signUp: { allow: anyone, run: (request) => signUp(deps, request) },
  logIn: { allow: anyone, run: (request) => counted(() => logIn(deps, request)) },
  logOut: {
    allow: anyone,
    async run({ sessionToken }) {
      await endSession(deps.db, sessionToken);
      return {};
    },
  },
  checkSession: {
    allow: anyone,
    async run({ sessionToken }) {
      const found = await findSession(deps.db, sessionToken, deps.clock());
      if (!found) throw new AppError('unauthenticated');
      const { user, sid, expire } = found;
      const claims = { sub: user.id, role: user.role, sid };
      const actorToken = await deps.keys.sign('actor', claims, ACTOR_TOKEN_SECONDS);
      return { user: toMessage(user), actorToken, sessionId: sid, expiresAt: expire };
    },
  },
  startOidc: {
    allow: anyone,
    async run() {
      if (!deps.oidc) return { configured: false, redirectUrl: '', flow: '' };
      return { configured: true, ...(await deps.oidc.start()) };
    },
  },
  finishOidc: {
    allow: anyone,
    async run({ callbackUrl, flow }) {
      if (!deps.oidc) throw new AppError('not-found');
      const person = await deps.oidc.finish(callbackUrl, flow);
      const context = { now: deps.clock(), publicUrl: deps.config.PUBLIC_URL, newId };
      const { user, session } = await signInProven(deps.db, person, context);
      deps.wakeMailer();
      return toSignedIn(user, session);
    },
  },
  changeOwnPassword: {
    allow: signedIn,
    async run({ currentPassword, newPassword }, { actor }) {
      const { id, sessionId } = userOf(actor);
      await changeOwnPassword(deps, id, sessionId, currentPassword, newPassword);
      return {};
    },
  },
});

async function signUp(deps: Deps, request: SignUpRequest): Promise<SignedIn> {
  const { email, password, firstName, lastName } = request;
  checkInput({ email, password, firstName, lastName });
  await deps.throttle.signUp(request.clientAddress);
  const passwordHash = await deps.passwords.hash(password);
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
    return openSession(tx, user.id, 'password', now);
  });
  deps.wakeMailer();
  return toSignedIn(user, session);
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
async function logIn(deps: Deps, request: LogInRequest): Promise<SignedIn> {
  const { email, password, clientAddress } = request;
  checkLogin(email, password);
  const guess = { account: email, address: clientAddress };
  await deps.throttle.check(guess);
  const login = await deps.passwords.checking(async (matches) => {
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
  const session = await openIfUnchanged(deps.db, login.user.id, login.passwordHash, deps.clock());
  if (!session) throw new AppError('wrong-credentials');
  return toSignedIn(login.user, session);
}

async function changeOwnPassword(
  deps: Deps,
  userId: string,
  sessionId: string,
  currentPassword: string,
  newPassword: string,
): Promise<void> {
  checkInput({ newPassword });
  const guess = { account: userId, address: 'own' };
  const wrong = () => {
    const message = 'Senha atual incorreta';
    return new AppError('invalid-input', { message, fields: { currentPassword: message } });
  };
  const { passwordHash } = await deps.passwords.checking(async (matches) => {
    await deps.throttle.check(guess);
    const login = await getLogin(deps.db, userId);
    if (await matches(login.passwordHash, currentPassword)) return login;
    await deps.throttle.wrong(guess);
    throw wrong();
  });
  await deps.throttle.right(guess);
  const next = await deps.passwords.hash(newPassword);
  if (!(await setPassword(deps.db, userId, next, sessionId, deps.clock(), passwordHash))) throw wrong();
}
