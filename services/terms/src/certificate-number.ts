const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Year, sequence, start of the file's SHA-256, and a check character, which the first certificates lack. */
const NUMBER = /^G2-(\d{4})-(\d{6,12})-([0-9A-F]{4})(?:-([0-9A-Z]))?$/;

/** ISO/IEC 7064, MOD 37,36: detects every single wrong character and nearly every transposition. */
export function checkCharacter(text: string): string {
  let check = 36;
  for (const character of text) {
    check = (check + ALPHABET.indexOf(character)) % 36 || 36;
    check = (check * 2) % 37;
  }
  return ALPHABET[(37 - check) % 36] ?? '';
}

/** The start of the hash prevents enumeration of numbers. @param sha256 of the file, lower-case hex */
export function certificateNumber(year: string, sequence: number, sha256: string): string {
  const parts = [year, String(sequence).padStart(6, '0'), sha256.slice(0, 4).toUpperCase()];
  return ['G2', ...parts, checkCharacter(parts.join(''))].join('-');
}

/** Normalizes a typed number: any case, dashes or spaces. Returns undefined if it is not a certificate number. */
export function readCertificateNumber(typed: string): string | undefined {
  const text = typed
    .trim()
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]+/g, '-');
  return NUMBER.test(text) ? text : undefined;
}

/** Classifies typed text; `mistyped` means a wrong check character. Old numbers without one are valid. */
export function judgeCertificateNumber(typed: string): 'number' | 'mistyped' | 'none' {
  const match = NUMBER.exec(readCertificateNumber(typed) ?? '');
  if (!match) return 'none';
  const [, year = '', sequence = '', hash = '', check] = match;
  return check === undefined || check === checkCharacter(year + sequence + hash) ? 'number' : 'mistyped';
}
