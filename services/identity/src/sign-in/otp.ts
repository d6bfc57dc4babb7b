import { HOTP, Secret, TOTP } from 'otpauth';
import type { CodeAt } from '../domain/totp.ts';

const ISSUER = 'G2 Software Registry';
/** 160 bits, as RFC 4226 recommends. */
export const SECRET_BYTES = 20;

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** Six-digit codes by time step (RFC 6238, SHA-1). */
export const codesOf =
  (secret: Uint8Array): CodeAt =>
  (step) =>
    HOTP.generate({ secret: secretOf(secret), counter: step, digits: 6, algorithm: 'SHA1' });

export function provisioning(bytes: Uint8Array, account: string): { secret: string; otpauthUrl: string } {
  const secret = secretOf(bytes);
  const url = new TOTP({ issuer: ISSUER, label: account, secret, algorithm: 'SHA1', digits: 6, period: 30 });
  return { secret: secret.base32, otpauthUrl: url.toString() };
}
