import { networkOf } from '@g2/kit/network';
import { AppError } from '@g2/terms/errors';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { methodsOf } from '../domain/factors.ts';
import type { UserState } from '../domain/user.ts';
import {
  expired,
  type Step,
  signPasskeyFlow,
  signSecondStepToken,
  verifyPasskeyFlow,
  verifySecondStepToken,
} from '../sign-in/flows.ts';
import { readFactors } from '../store/factors.ts';
import { findPasskey, knownPasskeys } from '../store/passkeys.ts';
import { openSession, type SignInContext } from '../store/sessions.ts';
import { getLogin, type Login, type Tx } from '../store.ts';
import { withAnswer, withFactor } from './factor-proof.ts';
import { countLogin, toSignedIn } from './signed-in.ts';

export const factorLoginRpcs = (deps: Deps) =>
  ({
    /** Compares the password hash again under the row lock: a concurrent reset must leave no session behind. */
    logInWithFactor: {
      allow: ['anyone'],
      run({ mfaToken, factor, presentedSession: presentedToken, clientAddress }) {
        const network = networkOf(clientAddress);
        const signIn = async () => {
          const step = await verifySecondStepToken(deps.keys, mfaToken);
          const { user } = await loginOf(deps, step);
          const check = { userId: user.id, actorId: null, purpose: 'sign-in' } as const;
          const opened = await withFactor(deps, check, factor, async (tx, locked, method) => {
            const { passwordHash } = await getLogin(tx, locked.id);
            if (!step.matchesPassword(passwordHash)) throw expired();
            return open(deps, tx, locked, { method, presentedToken, network });
          });
          return toSignedIn(deps, opened);
        };
        return countLogin(() => deps.concurrencyLimit.run(network, signIn));
      },
    },
    /** Lists the account's passkeys only as the second step of a sign-in, so that it does not reveal an account. */
    startPasskeyLogIn: {
      allow: ['anyone'],
      run({ mfaToken, clientAddress }) {
        const network = networkOf(clientAddress);
        return deps.concurrencyLimit.run(network, async () => {
          await deps.throttle.countPasskeySignIn(network);
          const step = mfaToken === '' ? undefined : await verifySecondStepToken(deps.keys, mfaToken);
          const userId = step && (await loginOf(deps, step)).user.id;
          const allowed = userId === undefined ? undefined : await knownPasskeys(deps.db, userId);
          const { options, challenge } = await deps.passkeys.authenticationOptions(allowed);
          return {
            options,
            flow: await signPasskeyFlow(deps.keys, { purpose: 'sign-in', challenge, userId }),
          };
        });
      },
    },
    /** The authenticator verifies its user, so a passkey counts as two factors. */
    logInWithPasskey: {
      allow: ['anyone'],
      run({ flow, answer, presentedSession: presentedToken, clientAddress }) {
        const network = networkOf(clientAddress);
        const signIn = async () => {
          await deps.throttle.countPasskeySignIn(network);
          const { challenge, userId } = await verifyPasskeyFlow(deps.keys, flow, 'sign-in');
          const owner = answer && (await findPasskey(deps.db, answer.id))?.userId;
          if (!answer || !owner || (userId !== undefined && userId !== owner)) {
            throw new AppError('wrong-code', { message: 'Esta chave de acesso não é conhecida aqui.' });
          }
          const check = { userId: owner, actorId: null, purpose: 'sign-in' } as const;
          const opened = await withAnswer(deps, check, challenge, answer, (tx, locked) =>
            open(deps, tx, locked, { method: 'passkey', presentedToken, network }),
          );
          return toSignedIn(deps, opened);
        };
        return countLogin(() => deps.concurrencyLimit.run(network, signIn));
      },
    },
  }) satisfies IdentityRpcs;

/** Error for a correct first step that needs a second factor. It carries the token of the second step. */
export async function factorRequired(
  deps: Deps,
  userId: string,
  passwordHash: string | null,
): Promise<AppError> {
  const mfaToken = await signSecondStepToken(deps.keys, userId, passwordHash);
  const mfaMethods = methodsOf(await readFactors(deps.db, userId)).join(',');
  return new AppError('mfa-required', { facts: { mfaToken, mfaMethods } });
}

/** The account of a valid first step. @throws AppError mfa-expired, account-deactivated */
async function loginOf(deps: Deps, { userId, matchesPassword }: Step): Promise<Login> {
  const login = await getLogin(deps.db, userId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not-found' ? expired() : error;
  });
  if (!login.user.mfaEnabled || !matchesPassword(login.passwordHash)) throw expired();
  if (!login.user.isActive) throw new AppError('account-deactivated');
  return login;
}

/** Opens a session, in the transaction that uses up the second factor. */
async function open(deps: Deps, tx: Tx, user: UserState, entrance: SignInContext) {
  if (!user.isActive) throw new AppError('account-deactivated');
  return { user, session: await openSession(tx, user, entrance, mailContextOf(deps)) };
}
