import { cleanLine } from '@g2/terms/characters';
import { AppError } from '@g2/terms/errors';
import { lineProblem } from '@g2/terms/text';

/** What an account has besides a password. */
export type Factors = {
  totp: boolean;
  passkeys: number;
  /** Those not used yet. */
  recoveryCodes: number;
};

/** What shows that somebody is who they say: the words of `mfaMethods` and of the trail. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery';

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

/** What this account may be asked for. */
export const methodsOf = ({ totp, passkeys, recoveryCodes }: Factors): FactorMethod[] => [
  ...(totp ? (['totp'] as const) : []),
  ...(passkeys > 0 ? (['passkey'] as const) : []),
  ...(recoveryCodes > 0 ? (['recovery'] as const) : []),
];

export const MAX_PASSKEYS = 20;
const NAME_MAX = 60;
const UNNAMED = 'Chave de acesso';

/** What a passkey is called. @throws AppError invalid-input */
export function passkeyName(typed: string): string {
  const name = cleanLine(typed) || UNNAMED;
  const message = lineProblem(name, NAME_MAX);
  if (message) throw new AppError('invalid-input', { message, fields: { name: message } });
  return name;
}

/**
 * False where an authenticator's count of signatures did not grow: it may have been copied (WebAuthn, "Signature Counter
 * Considerations"). Those that count none say 0 each time.
 */
export const counterHolds = (stored: number, next: number): boolean =>
  next > stored || (next === 0 && stored === 0);
