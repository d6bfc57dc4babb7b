import { newId } from '@g2/kit/ids';
import type { Factor, PasskeyAnswer } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { mailsOwnerAboutCodes } from '../domain/code-pauses.ts';
import { type FactorMethod, isValidCounter } from '../domain/factors.ts';
import { manyWrongCodes, recoveryCodeUsed } from '../domain/mails/factors.ts';
import { readCode } from '../domain/recovery-codes.ts';
import { stepOf } from '../domain/totp.ts';
import type { UserState } from '../domain/user.ts';
import { type PasskeyFlow, verifyPasskeyFlow } from '../sign-in/flows.ts';
import { codesOf } from '../sign-in/otp.ts';
import type { VerifiedAssertion } from '../sign-in/passkeys.ts';
import { recordAuditAct } from '../store/audit.ts';
import { consumeRecoveryCode, type FactorMailContext, mailOwner } from '../store/factors.ts';
import { consumeChallenge, findPasskey, lockCounter, recordPasskeyUse } from '../store/passkeys.ts';
import { findTotp, recordTotpStep } from '../store/totp.ts';
import { lockUser, type Tx } from '../store.ts';

type Purpose = Exclude<PasskeyFlow['purpose'], 'add'>;

export const mailContextOf = ({ clock, config }: Deps): FactorMailContext => ({
  now: clock(),
  publicUrl: config.PUBLIC_URL,
  newId,
});

/** No 401 for signed-in callers: their session has not ended. */
function refused(purpose: Purpose, isPasskey: boolean): AppError {
  if (isPasskey) {
    const message = 'A chave de acesso não foi aceita. Tente outra, ou outro fator.';
    return new AppError(purpose === 'sign-in' ? 'wrong-code' : 'invalid-input', { message });
  }
  const wrong = new AppError('wrong-code');
  if (purpose === 'sign-in') return wrong;
  return new AppError('invalid-input', { message: wrong.message, fields: { code: wrong.message } });
}

/** Runs in the transaction that uses up the factor. */
type OnFactorAccepted<T> = (tx: Tx, user: UserState, method: FactorMethod) => Promise<T>;

/** `actorId` is null during a sign-in. */
type FactorCheck = { userId: string; actorId: string | null; purpose: Purpose };

/**
 * Runs `then` after a valid code or passkey, and uses the factor up in the same transaction.
 * @throws AppError wrong-code during a sign-in, else invalid-input; too-many-requests
 */
export function withFactor<T>(
  deps: Deps,
  check: FactorCheck,
  factor: Factor | undefined,
  then: OnFactorAccepted<T>,
): Promise<T> {
  if (factor?.passkey) return withPasskey(deps, check, factor.flow, factor.passkey, then);
  return withCode(deps, check, factor?.code ?? '', then);
}

export async function withCode<T>(
  deps: Deps,
  check: FactorCheck,
  typed: string,
  then: OnFactorAccepted<T>,
): Promise<T> {
  const { userId, actorId, purpose } = check;
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
    await recordRefusedFactor(deps, { userId, actorId }, { factor: 'code' }, mailsOwner);
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
  telling: FactorMailContext,
): Promise<FactorMethod | undefined> {
  const { kind, code } = readCode(typed);
  if (kind === 'recovery') {
    const left = await consumeRecoveryCode(tx, user.id, code, telling.now);
    if (left === undefined) return undefined;
    await mailOwner(tx, user, recoveryCodeUsed(user.firstName, left, telling.publicUrl), telling);
    return 'recovery';
  }
  const totp = await findTotp(tx, user.id);
  if (!totp?.enabledAt) return undefined;
  const step = stepOf(code, codesOf(totp.secret), totp.lastStep, telling.now);
  if (step === undefined) return undefined;
  await recordTotpStep(tx, user.id, step);
  return 'totp';
}

async function withPasskey<T>(
  deps: Deps,
  check: FactorCheck,
  flow: string,
  answer: PasskeyAnswer,
  then: OnFactorAccepted<T>,
): Promise<T> {
  const opened = await verifyPasskeyFlow(deps.keys, flow, check.purpose);
  const isOurs = opened.userId === undefined || opened.userId === check.userId;
  return isOurs ? withAnswer(deps, check, opened.challenge, answer, then) : refuse(deps, check, 'account');
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

/** @returns why it is refused, or undefined */
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
  { userId, actorId }: Pick<FactorCheck, 'userId' | 'actorId'>,
  detail: Record<string, string>,
  mailsOwner = false,
): Promise<void> {
  const telling = mailContextOf(deps);
  const about = { actorId, subjectType: 'user', subjectId: userId, detail } as const;
  await deps.db.tx(async (tx) => {
    await recordAuditAct(tx, { action: 'factor-refused', ...about }, telling.now);
    if (!mailsOwner) return;
    const user = await lockUser(tx, userId);
    await mailOwner(tx, user, manyWrongCodes(user.firstName, telling.publicUrl), telling);
  });
  if (mailsOwner) deps.triggerMailer();
}
