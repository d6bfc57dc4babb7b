import { MAX_PAGE } from '@g2/gateway/contract/constants';
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDuration,
  formatSignedCredits,
  shortHash,
  UNKNOWN,
} from './format.ts';
import { parsePage } from './list-params.ts';
import { hasWrongCheckDigits, isValidCnpj, isValidCpf } from './tax-id.ts';

describe('formatting at boundary values', () => {
  it('formatBytes changes the unit at 1024, and stays in GB beyond 1024 GB', () => {
    expect([1_023, 1_024].map((bytes) => formatBytes(bytes))).toEqual(['1.023 B', '1,0 KB']);
    expect([1_024 ** 3 - 1, 1_024 ** 3].map((bytes) => formatBytes(bytes))).toEqual(['1,0 GB', '1,0 GB']);
    expect(formatBytes(5 * 1_024 ** 4)).toBe('5.120,0 GB');
  });

  it('formatSignedCredits writes a sign, except for zero', () => {
    expect([15_025, -349_900, 0].map(formatSignedCredits)).toEqual(['+150,25', '−3.499,00', '0,00']);
  });

  it('shortHash does not shorten a text of up to 16 characters', () => {
    expect(shortHash('0123456789abcdef')).toBe('0123456789abcdef');
    expect(shortHash('0123456789abcdefg')).toBe('01234567…9abcdefg');
  });

  it('formatDate and formatDateTime show an unknown time as a dash', () => {
    expect([formatDate(null), formatDateTime(null)]).toEqual([UNKNOWN, UNKNOWN]);
  });

  it('formatDuration changes the unit at exactly one minute and one hour', () => {
    const since = (to: string) => formatDuration('2026-11-20T10:00:00Z', `2026-11-20T${to}Z`);
    expect(['10:00:59', '10:01:00', '10:59:59', '11:00:00'].map(since)).toEqual([
      'menos de 1 min',
      '1 min',
      '59 min',
      '1 h',
    ]);
  });

  it('parsePage accepts the maximum page number, and returns 1 for a larger number', () => {
    expect([String(MAX_PAGE), String(MAX_PAGE + 1)].map(parsePage)).toEqual([MAX_PAGE, 1]);
  });
});

describe('the validation of check digits', () => {
  // Sums with the remainders 0, 1 and 2 modulo 11 give the digits 0, 0 and 9. The first row tests this for one check
  // digit, the second row for the other.
  it.each([
    ['12345670401', '12345671300', '12345670592'],
    ['12345670320', '12345670240', '12345670169'],
  ])('accepts the CPFs %s, %s and %s', (...ids) => {
    expect(ids.map(isValidCpf)).toEqual([true, true, true]);
  });

  it.each([
    ['12ABC300000103', '12ABC300000707', '12ABC300000294'],
    ['12ABC300000960', '12ABC300000880', '12ABC300001509'],
  ])('accepts the CNPJs %s, %s and %s', (...ids) => {
    expect(ids.map(isValidCnpj)).toEqual([true, true, true]);
  });

  it('rejects a wrong first check digit even if the second check digit is correct for it', () => {
    // Computes the second check digit for a first check digit, which may be wrong.
    const withFirstDigit = (start: string, firstDigit: number, weights: readonly number[]): string => {
      const withoutSecond = `${start}${firstDigit}`;
      const sum = Array.from(withoutSecond, (character) => character.charCodeAt(0) - 48).reduce(
        (total, value, index) => total + value * (weights[index] ?? 0),
        0,
      );
      return `${withoutSecond}${sum % 11 < 2 ? 0 : 11 - (sum % 11)}`;
    };
    const cpf = (firstDigit: number) =>
      withFirstDigit('529982247', firstDigit, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    const cnpj = (firstDigit: number) =>
      withFirstDigit('112223330001', firstDigit, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
    const digits = Array.from({ length: 10 }, (_, digit) => digit);
    expect(digits.filter((digit) => isValidCpf(cpf(digit)))).toEqual([2]);
    expect(digits.filter((digit) => isValidCnpj(cnpj(digit)))).toEqual([8]);
  });

  it('reports no wrong check digits for eleven characters with a letter: an incomplete CNPJ', () => {
    expect(hasWrongCheckDigits('12.ABC.345/01')).toBe(false);
    expect(hasWrongCheckDigits('12.ABC.345/01D')).toBe(false);
  });
});
