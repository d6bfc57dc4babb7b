const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Year, sequence, the beginning of the file's hash and, but for the first ones, a check character. */
const NUMBER = /^G2-(\d{4})-(\d{6,12})-([0-9A-F]{4})(?:-([0-9A-Z]))?$/;

/**
 * The check character over letters and digits (ISO/IEC 7064, MOD 37,36): every single wrong character is caught, and
 * nearly every two that changed places.
 */
export function checkCharacter(text: string): string {
  let check = 36;
  for (const character of text) {
    check = (check + ALPHABET.indexOf(character)) % 36 || 36;
    check = (check * 2) % 37;
  }
  return ALPHABET[(37 - check) % 36] ?? '';
}

/**
 * A certificate's number: year of issue in America/Sao_Paulo, a sequence, four characters of the file's hash, so that
 * numbers cannot be counted up, and a check character.
 * @param sha256 of the file, lower-case hex
 */
export function certificateNumber(year: string, sequence: number, sha256: string): string {
  const parts = [year, String(sequence).padStart(6, '0'), sha256.slice(0, 4).toUpperCase()];
  return ['G2', ...parts, checkCharacter(parts.join(''))].join('-');
}

/** A number as typed: any case, any dashes or spaces around and between; undefined when it is none. */
export function readCertificateNumber(typed: string): string | undefined {
  const text = typed
    .trim()
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]+/g, '-');
  return NUMBER.test(text) ? text : undefined;
}

/** What a typed text is: a number, one with a wrong check character, or none. A number of before there was one passes. */
export function judgeCertificateNumber(typed: string): 'number' | 'mistyped' | 'none' {
  const match = NUMBER.exec(readCertificateNumber(typed) ?? '');
  if (!match) return 'none';
  const [, year = '', sequence = '', hash = '', check] = match;
  return check === undefined || check === checkCharacter(year + sequence + hash) ? 'number' : 'mistyped';
}
