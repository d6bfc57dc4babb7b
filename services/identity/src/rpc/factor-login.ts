import type { RpcTable } from '@g2/kit/grpc-server';
import { networkOf } from '@g2/kit/network';
import type {
  IdentityService,
  LogInWithFactorRequest,
  LogInWithPasskeyRequest,
  PasskeyChallenge,
  SignedIn,
  StartPasskeyLogInRequest,
} from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { type FactorMethod, methodsOf } from '../domain/factors.ts';
import type { UserState } from '../domain/user.ts';
import {
  type Step,
  signPasskeyFlow,
  signSecondStepToken,
  verifyPasskeyFlow,
  verifySecondStepToken,
} from '../sign-in/flows.ts';
import { readFactors } from '../store/factors.ts';
import { findPasskey, knownPasskeys } from '../store/passkeys.ts';
import { passwordHashOf } from '../store/passwords.ts';
import { openSession, type SignInContext } from '../store/sessions.ts';
import { getLogin, type Login, type Tx } from '../store.ts';
import { countLogin } from './count-login.ts';
import { withAnswer, withFactor } from './factor-proof.ts';
import { toSignedIn } from './signed-in.ts';

const anyone = ['anyone'] as const;

export const factorLoginRpcs = (deps: Deps) =>
  ({
    logInWithFactor: {
      allow: anyone,
      run(request) {
        const network = networkOf(request.clientAddress);
        return countLogin(() =>
          deps.concurrencyLimit.run(network, () => logInWithFactor(deps, request, network)),
        );
      },
    },
    startPasskeyLogIn: {
      allow: anyone,
      run(request) {
        const network = networkOf(request.clientAddress);
        return deps.concurrencyLimit.run(network, () => startPasskeyLogIn(deps, request, network));
      },
    },
    logInWithPasskey: {
      allow: anyone,
      run(request) {
        const network = networkOf(request.clientAddress);
        return countLogin(() =>
          deps.concurrencyLimit.run(network, () => logInWithPasskey(deps, request, network)),
        );
      },
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** Returns the error for a correct first step that still needs a factor; it carries the token of the second step. */
export async function factorRequired(
  deps: Deps,
  userId: string,
  passwordHash: string | null,
): Promise<AppError> {
  const mfaToken = await signSecondStepToken(deps.keys, userId, passwordHash);
  const mfaMethods = methodsOf(await readFactors(deps.db, userId)).join(',');
  return new AppError('mfa-required', { facts: { mfaToken, mfaMethods } });
}

const expired = (): AppError => new AppError('mfa-expired');

/** The account of a valid first step. @throws AppError mfa-expired, account-deactivated */
async function loginOf(deps: Deps, { userId, matchesPassword }: Step): Promise<Login> {
  const login = await getLogin(deps.db, userId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not-found' ? expired() : error;
  });
  if (!login.user.mfaEnabled || !matchesPassword(login.passwordHash)) throw expired();
  if (!login.user.isActive) throw new AppError('account-deactivated');
  return login;
}

/** Runs in the transaction that uses up the factor. */
async function open(
  { clock }: Deps,
  tx: Tx,
  user: UserState,
  entrance: SignInContext & { method: FactorMethod },
) {
  if (!user.isActive) throw new AppError('account-deactivated');
  return { user, session: await openSession(tx, user, entrance, clock()) };
}

/** Compares the password under the row lock: a reset at this moment leaves no session behind. */
async function logInWithFactor(
  deps: Deps,
  { mfaToken, factor, presentedSession }: LogInWithFactorRequest,
  network: string,
): Promise<SignedIn> {
  const step = await verifySecondStepToken(deps.keys, mfaToken);
  const { user } = await loginOf(deps, step);
  const asked = { userId: user.id, actorId: null, purpose: 'sign-in' } as const;
  const { user: now, session } = await withFactor(deps, asked, factor, async (tx, locked, method) => {
    if (!step.matchesPassword(await passwordHashOf(tx, locked.id))) throw expired();
    return open(deps, tx, locked, {
      method,
      presentedToken: presentedSession,
      network,
      publicUrl: deps.config.PUBLIC_URL,
    });
  });
  return toSignedIn(deps, now, session);
}

/** As a second step it lists the account's passkeys; else none, so that it reveals no account. */
async function startPasskeyLogIn(
  deps: Deps,
  { mfaToken }: StartPasskeyLogInRequest,
  network: string,
): Promise<PasskeyChallenge> {
  await deps.throttle.countPasskeySignIn(network);
  const login =
    mfaToken === '' ? undefined : await loginOf(deps, await verifySecondStepToken(deps.keys, mfaToken));
  const allowed = login && (await knownPasskeys(deps.db, login.user.id));
  const { options, challenge } = await deps.passkeys.authenticationOptions(allowed);
  const of = login ? { userId: login.user.id } : {};
  return { options, flow: await signPasskeyFlow(deps.keys, { purpose: 'sign-in', challenge, ...of }) };
}

/** A passkey verifies its user: it counts as two factors. */
async function logInWithPasskey(
  deps: Deps,
  { flow, answer, presentedSession }: LogInWithPasskeyRequest,
  network: string,
): Promise<SignedIn> {
  await deps.throttle.countPasskeySignIn(network);
  const { challenge, userId } = await verifyPasskeyFlow(deps.keys, flow, 'sign-in');
  const owner = answer && (await findPasskey(deps.db, answer.id))?.userId;
  if (!answer || !owner || (userId !== undefined && userId !== owner)) {
    throw new AppError('wrong-code', { message: 'Esta chave de acesso não é conhecida aqui.' });
  }
  const asked = { userId: owner, actorId: null, purpose: 'sign-in' } as const;
  const { user, session } = await withAnswer(deps, asked, challenge, answer, (tx, locked) =>
    open(deps, tx, locked, {
      method: 'passkey',
      presentedToken: presentedSession,
      network,
      publicUrl: deps.config.PUBLIC_URL,
    }),
  );
  return toSignedIn(deps, user, session);
}
