import type { Factor, PasskeyAnswer } from '@g2/proto/identity';
import { AppError, invalidField } from '@g2/terms/errors';
import { type Deps, mailContextOf } from '../deps.ts';
import { userAct } from '../domain/audit-acts.ts';
import { mailsOwnerAboutCodes } from '../domain/code-pauses.ts';
import { type FactorMethod, isValidCounter } from '../domain/factors.ts';
import { manyWrongCodes, recoveryCodeUsed } from '../domain/mails/access.ts';
import { readCode } from '../domain/recovery-codes.ts';
import { stepOf } from '../domain/totp.ts';
import type { UserState } from '../domain/user.ts';
import { type PasskeyFlow, verifyPasskeyFlow } from '../sign-in/flows.ts';
import { codesOf } from '../sign-in/otp.ts';
import type { VerifiedAssertion } from '../sign-in/passkeys.ts';
import { recordAuditAct } from '../store/audit.ts';
import { consumeRecoveryCode, findTotp, mailOwner, recordTotpStep } from '../store/factors.ts';
import { consumeChallenge, findPasskey, lockCounter, recordPasskeyUse } from '../store/passkeys.ts';
import { lockUser, type MailContext, type Tx } from '../store.ts';

type Purpose = Exclude<PasskeyFlow['purpose'], 'add'>;

/** Error for a wrong factor. Signed-in callers get no 401, because their session has not ended. */
function refused(purpose: Purpose, isPasskey: boolean): AppError {
  if (isPasskey) {
    const message = 'A chave de acesso não foi aceita. Tente outra, ou outro fator.';
    return new AppError(purpose === 'sign-in' ? 'wrong-code' : 'invalid-input', { message });
  }
  return purpose === 'sign-in' ? new AppError('wrong-code') : wrongCode();
}

/** Error for a wrong code of a signed-in caller. */
export const wrongCode = () => invalidField('code', new AppError('wrong-code').message);

/** Callback for an accepted factor. It runs in the transaction that uses up the factor. */
type OnFactorAccepted<T> = (tx: Tx, user: UserState, method: FactorMethod) => Promise<T>;

/** `actorId` is null during a sign-in. */
type FactorCheck = { userId: string; actorId: string | null; purpose: Purpose };

/** Uses the factor up in the transaction. @throws AppError wrong-code (sign-in), invalid-input, too-many-requests */
export async function withFactor<T>(
  deps: Deps,
  check: FactorCheck,
  factor: Factor | undefined,
  then: OnFactorAccepted<T>,
): Promise<T> {
  if (!factor?.passkey) return withCode(deps, check, factor?.code ?? '', then);
  const { userId, challenge } = await verifyPasskeyFlow(deps.keys, factor.flow, check.purpose);
  if (userId !== undefined && userId !== check.userId) return refuse(deps, check, 'account');
  return withAnswer(deps, check, challenge, factor.passkey, then);
}

export async function withCode<T>(
  deps: Deps,
  check: FactorCheck,
  typed: string,
  then: OnFactorAccepted<T>,
): Promise<T> {
  const { userId, purpose } = check;
  const kind = readCode(typed).kind === 'recovery' ? 'recovery' : 'app';
  await deps.throttle.code(userId, kind);
  const done = await deps.db.tx(async (tx) => {
    // The lock serialises requests with the same code: only the first is accepted.
    const user = await lockUser(tx, userId);
    const method = await consumeCode(tx, user, typed, mailContextOf(deps));
    return method && { value: await then(tx, user, method) };
  });
  if (!done) {
    const mailsOwner = mailsOwnerAboutCodes(await deps.throttle.wrongCode(userId));
    await recordRefusedFactor(deps, check, { factor: 'code' }, mailsOwner);
    throw refused(purpose, false);
  }
  await deps.throttle.rightCode(userId);
  deps.triggerMailer();
  return done.value;
}

async function consumeCode(
  tx: Tx,
  user: UserState,
  typed: string,
  { now, publicUrl }: MailContext,
): Promise<FactorMethod | undefined> {
  const { kind, code } = readCode(typed);
  if (kind === 'recovery') {
    const left = await consumeRecoveryCode(tx, user.id, code, now);
    if (left === undefined) return undefined;
    await mailOwner(tx, user, recoveryCodeUsed(user.firstName, left, publicUrl), now);
    return 'recovery';
  }
  const totp = await findTotp(tx, user.id);
  if (!totp?.enabledAt) return undefined;
  const step = stepOf(code, codesOf(totp.secret), totp.lastStep, now);
  if (step === undefined) return undefined;
  await recordTotpStep(tx, user.id, step);
  return 'totp';
}

export async function withAnswer<T>(
  deps: Deps,
  check: FactorCheck,
  challenge: string,
  answer: PasskeyAnswer,
  then: OnFactorAccepted<T>,
): Promise<T> {
  const passkey = await findPasskey(deps.db, answer.id);
  if (passkey?.userId !== check.userId) return refuse(deps, check, 'unknown');
  const answered = await deps.passkeys.verifyAuthentication(answer, challenge, passkey);
  if (!answered) return refuse(deps, check, 'signature');
  const done = await deps.db.tx(async (tx) => {
    const user = await lockUser(tx, check.userId);
    const why = await consumeAssertion(tx, user.id, answered, challenge, deps.clock());
    return why ?? { value: await then(tx, user, 'passkey') };
  });
  if (typeof done === 'string') return refuse(deps, check, done);
  deps.triggerMailer();
  return done.value;
}

/** Uses up the challenge of a verified passkey response. @returns the reason of a refusal, or undefined */
async function consumeAssertion(
  tx: Tx,
  userId: string,
  answered: VerifiedAssertion,
  challenge: string,
  now: Date,
): Promise<'unknown' | 'counter' | 'repeated' | undefined> {
  const counter = await lockCounter(tx, answered.id, userId);
  if (counter === undefined) return 'unknown';
  if (!(await consumeChallenge(tx, challenge, now))) return 'repeated';
  if (!isValidCounter(counter, answered.counter)) return 'counter';
  await recordPasskeyUse(tx, answered, now);
  return undefined;
}

async function refuse(deps: Deps, check: FactorCheck, reason: string): Promise<never> {
  await recordRefusedFactor(deps, check, { factor: 'passkey', reason });
  throw refused(check.purpose, true);
}

async function recordRefusedFactor(
  deps: Deps,
  { userId, actorId }: FactorCheck,
  detail: Record<string, string>,
  mailsOwner = false,
): Promise<void> {
  const { now, publicUrl } = mailContextOf(deps);
  await deps.db.tx(async (tx) => {
    await recordAuditAct(tx, userAct('factor-refused', userId, actorId, detail), now);
    if (!mailsOwner) return;
    const user = await lockUser(tx, userId);
    await mailOwner(tx, user, manyWrongCodes(user.firstName, publicUrl), now);
  });
  if (mailsOwner) deps.triggerMailer();
}
