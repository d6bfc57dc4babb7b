import { userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import type { ConfirmChallenge, ConfirmIdentityRequest, IdentityService } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { methodsOf } from '../domain/factors.ts';
import { signPasskeyFlow } from '../sign-in/flows.ts';
import { recordAuditAct } from '../store/audit.ts';
import { readFactors } from '../store/factors.ts';
import { knownPasskeys } from '../store/passkeys.ts';
import { confirmSession } from '../store/sessions.ts';
import { getLogin, type Login, type Tx } from '../store.ts';
import { withFactor } from './factor-proof.ts';

const own = { allow: signedIn, allowedBeforeFactor: true } as const;

/** Re-authentication within a session, before sensitive acts. */
export const confirmRpcs = (deps: Deps) =>
  ({
    startConfirm: { ...own, run: (_request, { actor }) => startConfirm(deps, userOf(actor).id) },
    confirmIdentity: {
      ...own,
      async run(request, call) {
        await confirmIdentity(deps, request, call);
        return {};
      },
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** Accounts with a factor confirm by it: a password alone would be weaker than their sign-in. */
async function startConfirm(deps: Deps, userId: string): Promise<ConfirmChallenge> {
  const { user, passwordHash } = await getLogin(deps.db, userId);
  if (!user.mfaEnabled) return { methods: passwordHash === null ? [] : ['password'] };
  const methods = methodsOf(await readFactors(deps.db, userId));
  if (!methods.includes('passkey')) return { methods };
  const allowed = await knownPasskeys(deps.db, userId);
  const { options, challenge } = await deps.passkeys.authenticationOptions(allowed);
  const flow = await signPasskeyFlow(deps.keys, { purpose: 'confirm', challenge, userId });
  return { methods, passkey: { options, flow } };
}

async function confirmIdentity(
  deps: Deps,
  { password, factor }: ConfirmIdentityRequest,
  { actor }: Call,
): Promise<void> {
  const { id: userId, sessionId } = userOf(actor);
  const login = await getLogin(deps.db, userId);
  const confirm = async (tx: Tx, method: string) => {
    const now = deps.clock();
    await confirmSession(tx, userId, sessionId, now);
    const act = {
      action: 'identity-confirmed',
      actorId: userId,
      subjectType: 'user',
      subjectId: userId,
    } as const;
    await recordAuditAct(tx, { ...act, detail: { method } }, now);
  };
  if (login.user.mfaEnabled) {
    if (!factor) {
      const message = 'Use o segundo fator da sua conta.';
      throw new AppError('invalid-input', { message, fields: { code: message } });
    }
    const factorCheck = { userId, actorId: userId, purpose: 'confirm' } as const;
    return withFactor(deps, factorCheck, factor, (tx, _user, method) => confirm(tx, method));
  }
  await checkPassword(deps, login, password);
  await deps.db.tx((tx) => confirm(tx, 'password'));
}

/** Counts like every other check of the own password. */
async function checkPassword(deps: Deps, { user, passwordHash }: Login, password: string): Promise<void> {
  if (passwordHash === null) {
    const message =
      'Esta conta entra pelo provedor de identidade. Saia e entre de novo por ele para continuar.';
    throw new AppError('forbidden', { message });
  }
  const guess = { account: user.id, isKnown: true };
  await deps.throttle.attempt(guess);
  await deps.passwords.runCheck(user.id, async (matches) => {
    await deps.throttle.check(guess);
    if (await matches(passwordHash, password)) return;
    await deps.throttle.wrong(guess);
    const message = 'Senha incorreta';
    throw new AppError('invalid-input', { message, fields: { password: message } });
  });
  await deps.throttle.right(guess);
}
