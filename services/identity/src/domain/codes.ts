/** RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const GROUP = /.{6}(?=.)/g;

export const RECOVERY_CODES = 10;
/** Of chance in each: 24 letters of 5 bits. */
export const RECOVERY_CODE_BYTES = 15;

/** A recovery code as it is shown, in groups; of `RECOVERY_CODE_BYTES` bytes of chance. */
export function recoveryCode(random: Uint8Array): string {
  const bits = Array.from(random, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{5}/g) ?? [];
  return letters
    .map((five) => BASE32[Number.parseInt(five, 2)])
    .join('')
    .replaceAll(GROUP, '$&-');
}

/** A code as somebody typed it: six figures of the app, or a recovery code as `recoveryCode` wrote it. */
export function readCode(typed: string): { kind: 'totp' | 'recovery'; code: string } {
  const figures = typed.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(figures)) return { kind: 'totp', code: figures };
  const letters = figures.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
  return { kind: 'recovery', code: letters.replaceAll(GROUP, '$&-') };
}
