import type { KeyRing } from '@g2/kit/actor';
import { AppError } from '@g2/terms/errors';
import { sha256Hex } from '../domain/sha256.ts';

/** Validity of a second-step token or a passkey challenge, seconds. */
const SECONDS = 300;
const STEP_KIND = 'mfa';
const PASSKEY_KIND = 'passkey';

export const flowEnd = (now: Date): Date => new Date(now.getTime() + (SECONDS + 60) * 1_000);

/** Binds a second-step token to the current password: a change of the password makes the token invalid. */
const passwordFingerprint = (passwordHash: string | null): string => sha256Hex('mfa', passwordHash ?? '');

export const expired = (): AppError => new AppError('mfa-expired');

/** Signed proof of a correct first step (password or provider). */
export const signSecondStepToken = (
  keys: KeyRing,
  userId: string,
  passwordHash: string | null,
): Promise<string> =>
  keys.sign(STEP_KIND, { sub: userId, password: passwordFingerprint(passwordHash) }, SECONDS);

export type Step = { userId: string; matchesPassword: (passwordHash: string | null) => boolean };

/** @throws AppError mfa-expired */
export async function verifySecondStepToken(keys: KeyRing, token: string): Promise<Step> {
  const { sub, password } = await keys.verify(token, STEP_KIND, keys.service).catch(() => {
    throw expired();
  });
  if (!sub) throw expired();
  return { userId: sub, matchesPassword: (stored) => passwordFingerprint(stored) === password };
}

/** `userId` is absent when the passkey itself identifies the account. */
export type PasskeyFlow = {
  purpose: 'add' | 'sign-in' | 'confirm';
  challenge: string;
  userId?: string | undefined;
};

export const signPasskeyFlow = (keys: KeyRing, { userId, ...flow }: PasskeyFlow): Promise<string> =>
  keys.sign(PASSKEY_KIND, { ...flow, ...(userId ? { sub: userId } : {}) }, SECONDS);

/** Error for an invalid or expired passkey token. Signed-in callers get no 401, because their session has not ended. */
const expiredFlow = (purpose: PasskeyFlow['purpose']): AppError =>
  purpose === 'sign-in'
    ? expired()
    : new AppError('invalid-input', {
        message: 'O tempo para usar a chave de acesso acabou. Tente novamente.',
      });

/** @throws AppError mfa-expired (sign-in) or invalid-input, also for a token of another purpose */
export async function verifyPasskeyFlow(
  keys: KeyRing,
  token: string,
  purpose: PasskeyFlow['purpose'],
): Promise<PasskeyFlow> {
  const claims = await keys.verify(token, PASSKEY_KIND, keys.service).catch(() => {
    throw expiredFlow(purpose);
  });
  const { challenge, sub } = claims;
  if (claims.purpose !== purpose || typeof challenge !== 'string') throw expiredFlow(purpose);
  return { purpose, challenge, userId: sub || undefined };
}
