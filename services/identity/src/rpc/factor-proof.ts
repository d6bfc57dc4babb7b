import { newId } from '@g2/kit/ids';
import type { Factor, PasskeyAnswer } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { tellsOfCodes } from '../domain/code-pauses.ts';
import { readCode } from '../domain/codes.ts';
import { counterHolds, type FactorMethod } from '../domain/factors.ts';
import { manyWrongCodes, recoveryCodeUsed } from '../domain/mails-factors.ts';
import { stepOf } from '../domain/totp.ts';
import type { UserState } from '../domain/user.ts';
import { type PasskeyFlow, readFlow } from '../flows.ts';
import { codesOf } from '../otp.ts';
import type { Answered } from '../passkeys.ts';
import { lockUser, type Tx } from '../store.ts';
import { record } from '../store-audit.ts';
import { type Telling, tellOwner, useRecoveryCode } from '../store-factors.ts';
import { findPasskey, lockCounter, notePasskeyUse, useChallenge } from '../store-passkeys.ts';
import { findTotp, takeStep } from '../store-totp.ts';

type Purpose = Exclude<PasskeyFlow['purpose'], 'add'>;

export const tellingOf = ({ clock, config }: Deps): Telling => ({
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
type Then<T> = (tx: Tx, user: UserState, method: FactorMethod) => Promise<T>;

/** `actorId` is null during a sign-in. */
type Asked = { userId: string; actorId: string | null; purpose: Purpose };

/**
 * Runs `then` after a valid code or passkey, and uses the factor up in the same transaction.
 * @throws AppError wrong-code during a sign-in, else invalid-input; too-many-requests
 */
export function withFactor<T>(
  deps: Deps,
  asked: Asked,
  factor: Factor | undefined,
  then: Then<T>,
): Promise<T> {
  if (factor?.passkey) return withPasskey(deps, asked, factor.flow, factor.passkey, then);
  return withCode(deps, asked, factor?.code ?? '', then);
}

export async function withCode<T>(deps: Deps, asked: Asked, typed: string, then: Then<T>): Promise<T> {
  const { userId, actorId, purpose } = asked;
  const kind = readCode(typed).kind === 'recovery' ? 'recovery' : 'app';
  await deps.throttle.code(userId, kind);
  const done = await deps.db.tx(async (tx) => {
    // The lock serialises requests with the same code: only the first is accepted.
    const user = await lockUser(tx, userId);
    const method = await takeCode(tx, user, typed, tellingOf(deps));
    return method && { value: await then(tx, user, method) };
  });
  if (!done) {
    const isTold = tellsOfCodes(await deps.throttle.wrongCode(userId));
    await noteRefusal(deps, { userId, actorId }, { factor: 'code' }, isTold);
    throw refused(purpose, false);
  }
  await deps.throttle.rightCode(userId);
  deps.wakeMailer();
  return done.value;
}

async function takeCode(
  tx: Tx,
  user: UserState,
  typed: string,
  telling: Telling,
): Promise<FactorMethod | undefined> {
  const { kind, code } = readCode(typed);
  if (kind === 'recovery') {
    const left = await useRecoveryCode(tx, user.id, code, telling.now);
    if (left === undefined) return undefined;
    await tellOwner(tx, user, recoveryCodeUsed(user.firstName, left, telling.publicUrl), telling);
    return 'recovery';
  }
  const totp = await findTotp(tx, user.id);
  if (!totp?.enabledAt) return undefined;
  const step = stepOf(code, codesOf(totp.secret), totp.lastStep, telling.now);
  if (step === undefined) return undefined;
  await takeStep(tx, user.id, step);
  return 'totp';
}

async function withPasskey<T>(
  deps: Deps,
  asked: Asked,
  flow: string,
  answer: PasskeyAnswer,
  then: Then<T>,
): Promise<T> {
  const opened = await readFlow(deps.keys, flow, asked.purpose);
  const isOurs = opened.userId === undefined || opened.userId === asked.userId;
  return isOurs ? withAnswer(deps, asked, opened.challenge, answer, then) : refuse(deps, asked, 'account');
}

export async function withAnswer<T>(
  deps: Deps,
  asked: Asked,
  challenge: string,
  answer: PasskeyAnswer,
  then: Then<T>,
): Promise<T> {
  const passkey = await findPasskey(deps.db, answer.id);
  if (passkey?.userId !== asked.userId) return refuse(deps, asked, 'unknown');
  const answered = await deps.passkeys.answered(answer, challenge, passkey);
  if (!answered) return refuse(deps, asked, 'signature');
  const done = await deps.db.tx(async (tx) => {
    const user = await lockUser(tx, asked.userId);
    const why = await takeAnswer(tx, user.id, answered, challenge, deps.clock());
    return why ?? { value: await then(tx, user, 'passkey') };
  });
  if (typeof done === 'string') return refuse(deps, asked, done);
  deps.wakeMailer();
  return done.value;
}

/** @returns why it is refused, or undefined */
async function takeAnswer(
  tx: Tx,
  userId: string,
  answered: Answered,
  challenge: string,
  now: Date,
): Promise<'unknown' | 'counter' | 'repeated' | undefined> {
  const counter = await lockCounter(tx, answered.id, userId);
  if (counter === undefined) return 'unknown';
  if (!(await useChallenge(tx, challenge, now))) return 'repeated';
  if (!counterHolds(counter, answered.counter)) return 'counter';
  await notePasskeyUse(tx, answered, now);
  return undefined;
}

async function refuse(deps: Deps, asked: Asked, reason: string): Promise<never> {
  await noteRefusal(deps, asked, { factor: 'passkey', reason });
  throw refused(asked.purpose, true);
}

async function noteRefusal(
  deps: Deps,
  { userId, actorId }: Pick<Asked, 'userId' | 'actorId'>,
  detail: Record<string, string>,
  isTold = false,
): Promise<void> {
  const telling = tellingOf(deps);
  const about = { actorId, subjectType: 'user', subjectId: userId, detail } as const;
  await deps.db.tx(async (tx) => {
    await record(tx, { action: 'factor-refused', ...about }, telling.now);
    if (!isTold) return;
    const user = await lockUser(tx, userId);
    await tellOwner(tx, user, manyWrongCodes(user.firstName, telling.publicUrl), telling);
  });
  if (isTold) deps.wakeMailer();
}
