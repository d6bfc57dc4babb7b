import { randomBytes } from 'node:crypto';
import { type UserActor, userOf } from '@g2/kit/actor';
import { type Call, type RpcTable, signedIn } from '@g2/kit/grpc-server';
import type { IdentityService } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { recoveryCodesRenewed } from '../domain/mails/factors.ts';
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, readCode, recoveryCode } from '../domain/recovery-codes.ts';
import { stepOf } from '../domain/totp.ts';
import { codesOf, provisioning, SECRET_BYTES } from '../sign-in/otp.ts';
import {
  afterFactorAdded,
  afterFactorRemoved,
  mailOwner,
  readFactors,
  replaceRecoveryCodes,
  resetFactors,
} from '../store/factors.ts';
import { dropTotp, findTotp, recordTotpStep, saveTotpSecret } from '../store/totp.ts';
import { getLogin, lockUser, type Tx } from '../store.ts';
import { mailContextOf, withCode } from './factor-proof.ts';

const own = { allow: signedIn, allowedBeforeFactor: true } as const;

export const factorRpcs = (deps: Deps) =>
  ({
    getFactors: { ...own, run: (_request, { actor }) => readFactors(deps.db, userOf(actor).id) },
    setUpTotp: {
      ...own,
      async run(_request, { actor }) {
        const { user } = await getLogin(deps.db, userOf(actor).id);
        const secret = randomBytes(SECRET_BYTES);
        await saveTotpSecret(deps.db, user.id, secret, deps.clock());
        return provisioning(secret, user.email);
      },
    },
    enableTotp: {
      ...own,
      run: async ({ code }, call) => ({ codes: await enableTotp(deps, userOf(call.actor), code) }),
    },
    disableTotp: {
      ...own,
      async run({ code }, call) {
        await disableTotp(deps, code, call);
        return {};
      },
    },
    renewRecoveryCodes: {
      ...own,
      run: async (_request, { actor }) => ({ codes: await renewCodes(deps, userOf(actor).id) }),
    },
    resetFactors: {
      allow: ['admin'],
      async run({ id }, call) {
        const { actor } = call;
        await resetFactors(deps.db, id, userOf(actor).id, mailContextOf(deps), call.requireApproval);
        deps.triggerMailer();
        return {};
      },
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** The caller holds the lock of the account's row. */
export async function newRecoveryCodes(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(RECOVERY_CODE_BYTES)));
  await replaceRecoveryCodes(tx, userId, codes, now);
  return codes;
}

const wrongCode = (): AppError => {
  const { message } = new AppError('wrong-code');
  return new AppError('invalid-input', { message, fields: { code: message } });
};

/** The first code proves that the app has the secret. It is used up, so it cannot sign in. */
async function enableTotp(
  deps: Deps,
  { id: userId, sessionId: sid }: UserActor,
  typed: string,
): Promise<string[]> {
  await deps.throttle.code(userId, 'app');
  const telling = mailContextOf(deps);
  const codes = await deps.db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    const totp = await findTotp(tx, userId);
    if (!totp) throw new AppError('invalid-input', { message: 'Comece a configuração outra vez.' });
    if (totp.enabledAt) throw new AppError('factor-exists');
    const { now } = telling;
    const step = stepOf(readCode(typed).code, codesOf(totp.secret), totp.lastStep, now);
    if (step === undefined) throw wrongCode();
    await recordTotpStep(tx, userId, step, now);
    await afterFactorAdded(tx, { user, sid }, 'totp', telling);
    return newRecoveryCodes(tx, userId, now);
  });
  await deps.throttle.rightCode(userId);
  deps.triggerMailer();
  return codes;
}

async function disableTotp(deps: Deps, code: string, { actor }: Call): Promise<void> {
  const userId = userOf(actor).id;
  const { totp } = await readFactors(deps.db, userId);
  if (!totp) throw new AppError('invalid-input', { message: 'O aplicativo autenticador não está ativo.' });
  await withCode(deps, { userId, actorId: userId, purpose: 'confirm' }, code, async (tx, user) => {
    await dropTotp(tx, userId);
    await afterFactorRemoved(tx, user, 'totp', mailContextOf(deps));
  });
}

async function renewCodes(deps: Deps, userId: string): Promise<string[]> {
  const telling = mailContextOf(deps);
  const codes = await deps.db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user.mfaEnabled)
      throw new AppError('invalid-input', { message: 'A conta não tem um segundo fator.' });
    await mailOwner(tx, user, recoveryCodesRenewed(user.firstName, telling.publicUrl), telling);
    return newRecoveryCodes(tx, userId, telling.now);
  });
  deps.triggerMailer();
  return codes;
}
