import { cleanLine } from '@g2/terms/characters';
import { invalidField } from '@g2/terms/errors';
import { lineError } from '@g2/terms/text';

export type Factors = {
  totp: boolean;
  passkeys: number;
  /** Number of unused recovery codes. */
  recoveryCodes: number;
};

/** Values of the error fact `mfaMethods` and of the field `method` in the audit trail. */
export type FactorMethod = 'totp' | 'passkey' | 'recovery';

export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

export const methodsOf = ({ totp, passkeys, recoveryCodes }: Factors): FactorMethod[] => [
  ...(totp ? (['totp'] as const) : []),
  ...(passkeys > 0 ? (['passkey'] as const) : []),
  ...(recoveryCodes > 0 ? (['recovery'] as const) : []),
];

export const MAX_PASSKEYS = 20;
const PASSKEY_NAME_MAX = 60;
const UNNAMED = 'Chave de acesso';

/** @throws AppError invalid-input */
export function passkeyName(typed: string): string {
  const name = cleanLine(typed) || UNNAMED;
  const message = lineError(name, PASSKEY_NAME_MAX);
  if (message) throw invalidField('name', message);
  return name;
}

/** False: the authenticator may be a copy (WebAuthn, "Signature Counter Considerations"). Without counter, it is 0. */
export const isValidCounter = (stored: number, next: number): boolean =>
  next > stored || (next === 0 && stored === 0);
