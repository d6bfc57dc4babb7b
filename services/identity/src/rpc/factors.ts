import { randomBytes } from 'node:crypto';
import { userOf } from '@g2/kit/actor';
import { AppError } from '@g2/terms/errors';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { recoveryCodesRenewed } from '../domain/mails/access.ts';
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, readCode, recoveryCode } from '../domain/recovery-codes.ts';
import { stepOf } from '../domain/totp.ts';
import { codesOf, provisioning, SECRET_BYTES } from '../sign-in/otp.ts';
import {
  afterFactorAdded,
  afterFactorRemoved,
  dropTotp,
  findTotp,
  mailOwner,
  readFactors,
  recordTotpStep,
  replaceRecoveryCodes,
  resetFactors,
  saveTotpSecret,
} from '../store/factors.ts';
import { getLogin, lockUser, type Tx } from '../store.ts';
import { withCode, wrongCode } from './factor-proof.ts';
import { own } from './own-sessions.ts';

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
    /** The first code proves that the app has the secret. The code is then used up and cannot sign in. */
    enableTotp: {
      ...own,
      async run({ code: typed }, { actor }) {
        const { id: userId, sessionId: sid } = userOf(actor);
        await deps.throttle.code(userId, 'app');
        const moment = mailContextOf(deps);
        const codes = await deps.db.tx(async (tx) => {
          const user = await lockUser(tx, userId);
          const totp = await findTotp(tx, userId);
          if (!totp) throw new AppError('invalid-input', { message: 'Comece a configuração outra vez.' });
          if (totp.enabledAt) throw new AppError('factor-exists');
          const { now } = moment;
          const step = stepOf(readCode(typed).code, codesOf(totp.secret), totp.lastStep, now);
          if (step === undefined) throw wrongCode();
          await recordTotpStep(tx, userId, step, now);
          await afterFactorAdded(tx, { user, sid }, 'totp', moment);
          return newRecoveryCodes(tx, userId, now);
        });
        await deps.throttle.rightCode(userId);
        deps.triggerMailer();
        return { codes };
      },
    },
    disableTotp: {
      ...own,
      async run({ code }, { actor }) {
        const userId = userOf(actor).id;
        const { totp } = await readFactors(deps.db, userId);
        if (!totp)
          throw new AppError('invalid-input', { message: 'O aplicativo autenticador não está ativo.' });
        await withCode(deps, { userId, actorId: userId, purpose: 'confirm' }, code, async (tx, user) => {
          await dropTotp(tx, userId);
          await afterFactorRemoved(tx, user, 'totp', mailContextOf(deps));
        });
        return {};
      },
    },
    renewRecoveryCodes: {
      ...own,
      async run(_request, { actor }) {
        const { now, publicUrl } = mailContextOf(deps);
        const codes = await deps.db.tx(async (tx) => {
          const user = await lockUser(tx, userOf(actor).id);
          if (!user.mfaEnabled)
            throw new AppError('invalid-input', { message: 'A conta não tem um segundo fator.' });
          await mailOwner(tx, user, recoveryCodesRenewed(user.firstName, publicUrl), now);
          return newRecoveryCodes(tx, user.id, now);
        });
        deps.triggerMailer();
        return { codes };
      },
    },
    resetFactors: {
      allow: ['admin'],
      async run({ id }, { actor, requireApproval }) {
        await resetFactors(deps.db, id, userOf(actor).id, mailContextOf(deps), requireApproval);
        deps.triggerMailer();
        return {};
      },
    },
  }) satisfies IdentityRpcs;

/** The caller holds the lock of the account's row. */
export async function newRecoveryCodes(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(RECOVERY_CODE_BYTES)));
  await replaceRecoveryCodes(tx, userId, codes, now);
  return codes;
}
