import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  certificateNumber,
  checkCharacter,
  judgeCertificateNumber,
  readCertificateNumber,
} from './certificate-number.ts';

const SHA256 = '7f3a99b0c4f5c1f1d5b2cf5bfa0b5d3b2e1c0f9e8d7c6b5a4938271605f4e3d2';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

describe('the number of a certificate', () => {
  it('ends in the check character of ISO/IEC 7064, MOD 37,36', () => {
    // Example of the standard, as the rules of ISRC and GRid quote it.
    expect(checkCharacter('A12425GABC1234002')).toBe('M');
    expect(certificateNumber('2026', 123, SHA256)).toMatch(/^G2-2026-000123-7F3A-[0-9A-Z]$/);
  });

  it('is parsed in any case, with any dashes and spaces', () => {
    const number = certificateNumber('2026', 123, SHA256);
    for (const typed of [
      number.toLowerCase(),
      ` ${number} `,
      number.replaceAll('-', ' – '),
      number.replaceAll('-', ' '),
    ])
      expect(readCertificateNumber(typed)).toBe(number);
    for (const typed of [
      '',
      'G2',
      'G2-2026-000123',
      'G2-2026-000123-7F3A-AA',
      `${number}/`,
      'G2-2026-000123-7f3g',
    ])
      expect(readCertificateNumber(typed)).toBeUndefined();
  });

  it('is valid without a check character for old certificates', () => {
    expect(judgeCertificateNumber('G2-2026-000123-7F3A')).toBe('number');
    expect(judgeCertificateNumber('G2-2026-000123-7F3A-0')).toBe('mistyped');
    for (const none of ['', 'XG2-2026-000123-7F3A']) expect(judgeCertificateNumber(none)).toBe('none');
  });

  it('is rejected with one wrong character', () => {
    const sequence = fc.integer({ min: 1, max: 9_999_999 });
    fc.assert(
      fc.property(sequence, fc.nat(), fc.nat(35), (next, at, digit) => {
        const number = certificateNumber('2026', next, SHA256);
        expect(judgeCertificateNumber(number)).toBe('number');
        const place = 3 + (at % (number.length - 3));
        const wrong = `${number.slice(0, place)}${ALPHABET[digit]}${number.slice(place + 1)}`;
        if (number[place] === '-' || wrong === number) return;
        expect(judgeCertificateNumber(wrong)).not.toBe('number');
      }),
    );
  });
});
