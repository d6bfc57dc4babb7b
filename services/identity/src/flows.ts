import type { KeyRing } from '@g2/kit/actor';
import { AppError } from '@g2/terms/errors';
import { hashed } from './hashed.ts';

/** How long a sign-in waits for its second step, and a challenge for its answer, seconds. */
const SECONDS = 300;
const STEP_KIND = 'mfa';
const PASSKEY_KIND = 'passkey';

export const flowEnd = (now: Date): Date => new Date(now.getTime() + (SECONDS + 60) * 1_000);

/** What a first step that was right says for its account; names no password, and ends when that changes. */
const bound = (passwordHash: string | null): string => hashed('mfa', passwordHash ?? '');

const expired = (): AppError => new AppError('mfa-expired');

/** That the first step was right, a password or a provider, for the second step. */
export const signStep = (keys: KeyRing, userId: string, passwordHash: string | null): Promise<string> =>
  keys.sign(STEP_KIND, { sub: userId, password: bound(passwordHash) }, SECONDS);

export type Step = { userId: string; isOf: (passwordHash: string | null) => boolean };

/** @throws AppError mfa-expired */
export async function readStep(keys: KeyRing, token: string): Promise<Step> {
  const { sub, password } = await keys.verify(token, STEP_KIND, keys.service).catch(() => {
    throw expired();
  });
  if (!sub) throw expired();
  return { userId: sub, isOf: (stored) => bound(stored) === password };
}

/** What a challenge was made for; of one account but where the passkey itself says whose it is. */
export type PasskeyFlow = { purpose: 'add' | 'sign-in' | 'confirm'; challenge: string; userId?: string };

export const signFlow = (keys: KeyRing, { userId, ...flow }: PasskeyFlow): Promise<string> =>
  keys.sign(PASSKEY_KIND, { ...flow, ...(userId ? { sub: userId } : {}) }, SECONDS);

/** Of whoever is signed in no session has ended by it: no 401. */
const late = (purpose: PasskeyFlow['purpose']): AppError =>
  purpose === 'sign-in'
    ? expired()
    : new AppError('invalid-input', {
        message: 'O tempo para usar a chave de acesso acabou. Tente novamente.',
      });

/** @throws AppError mfa-expired, or invalid-input, also for one that was made for something else */
export async function readFlow(
  keys: KeyRing,
  token: string,
  purpose: PasskeyFlow['purpose'],
): Promise<PasskeyFlow> {
  const claims = await keys.verify(token, PASSKEY_KIND, keys.service).catch(() => {
    throw late(purpose);
  });
  const { challenge, sub } = claims;
  if (claims.purpose !== purpose || typeof challenge !== 'string') throw late(purpose);
  return { purpose, challenge, ...(sub ? { userId: sub } : {}) };
}
