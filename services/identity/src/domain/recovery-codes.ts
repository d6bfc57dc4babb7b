/** Alphabet of base32 (RFC 4648, section 6). */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const GROUP = /.{6}(?=.)/g;

export const RECOVERY_CODES = 10;
/** Random bytes of a code: 24 letters of 5 bits. */
export const RECOVERY_CODE_BYTES = 15;

/** Recovery code in groups of 6 letters, from `RECOVERY_CODE_BYTES` random bytes. */
export function recoveryCode(random: Uint8Array): string {
  const bits = Array.from(random, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{5}/g) ?? [];
  return letters
    .map((five) => BASE32[Number.parseInt(five, 2)])
    .join('')
    .replaceAll(GROUP, '$&-');
}

/** Six digits are a code of an authenticator app, anything else is a recovery code in any grouping. */
export function readCode(typed: string): { kind: 'totp' | 'recovery'; code: string } {
  const compact = typed.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(compact)) return { kind: 'totp', code: compact };
  const letters = compact.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
  return { kind: 'recovery', code: letters.replaceAll(GROUP, '$&-') };
}
