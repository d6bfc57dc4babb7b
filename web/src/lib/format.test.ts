import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCents,
  formatCreditAmount,
  formatCredits,
  formatDate,
  formatDateTime,
  formatDuration,
  formatInteger,
  formatMegabytes,
  formatPercent,
  formatSignedCredits,
  shortHash,
  UNKNOWN,
} from './format.ts';

describe('money and credits', () => {
  it('[format-cents] shows cents as BRL with two decimals', () => {
    expect(formatCents(349900)).toBe('R$ 3.499,00');
    expect(formatCents(5)).toBe('R$ 0,05');
  });
  it('[format-credits] shows hundredths of a credit with the suffix “créditos”', () => {
    expect(formatCredits(349900)).toBe('3.499,00 créditos');
    expect(formatCredits(0)).toBe('0,00 créditos');
  });
  it('formats numbers like Intl.NumberFormat of pt-BR', () => {
    const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
    for (const cents of [
      0, 1, 99, 100, 99_999, 100_000, 149_999, 1_234_567_89, 9_007_199_254_740, -5, -349_900,
    ])
      expect(formatCents(cents)).toBe(money.format(cents / 100).replace('\u00a0', ' '));
    const whole = new Intl.NumberFormat('pt-BR');
    for (const value of [0, 7, 999, 1_000, 12_345, 1_000_000, -1_234])
      expect(formatInteger(value)).toBe(whole.format(value));
    const share = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
    for (const value of [0, 0.5, 16.67, 33.333, 99.999, 100, 1_200]) {
      expect(formatPercent(value)).toBe(`${share.format(value)}%`);
    }
  });
  it('writes negative amounts with the U+2212 minus sign', () => {
    expect(formatCredits(-349900)).toBe('−3.499,00 créditos');
    expect(formatCreditAmount(-5)).toBe('−0,05');
    expect(formatSignedCredits(-349900)).toBe('−3.499,00');
    expect(formatSignedCredits(15025)).toBe('+150,25');
    expect(formatSignedCredits(0)).toBe('0,00');
  });
  it('shows a dash for an unknown balance', () => {
    expect(formatCredits(null)).toBe(UNKNOWN);
  });
});

describe('dates', () => {
  it('[format-dates] uses the calendar day of São Paulo, not of UTC', () => {
    expect(formatDate('2026-03-01T02:30:00.000Z')).toBe('28/02/2026');
    expect(formatDateTime('2026-03-01T02:30:00.000Z')).toBe('28/02/2026 23:30');
  });
  it('writes the hour of midnight as 00', () => {
    expect(formatDateTime('2026-03-01T03:00:00.000Z')).toBe('01/03/2026 00:00');
  });
});

describe('sizes', () => {
  it('[format-bytes] writes sizes with base 1024 and one decimal', () => {
    expect(formatBytes(0)).toBe('0 B');
    expect(formatBytes(1023)).toBe('1.023 B');
    expect(formatBytes(1536)).toBe('1,5 KB');
    expect(formatBytes(524_288_000)).toBe('500,0 MB');
    expect(formatBytes(3 * 1024 ** 3)).toBe('3,0 GB');
    expect(formatBytes(12, 'Bytes')).toBe('12 Bytes');
  });
  it('switches to the next unit instead of printing 1.024 KB', () => {
    expect(formatBytes(1024 * 1024 - 1)).toBe('1,0 MB');
  });
  it('shows megabytes with two decimals', () => {
    expect(formatMegabytes(1024 * 1024 * 2.5)).toBe('2,50 MB');
  });
});

describe('hashes and percentages', () => {
  it('[format-hash] shortens a hash to its first and last eight characters', () => {
    expect(shortHash(`${'a'.repeat(8)}${'0'.repeat(48)}${'b'.repeat(8)}`)).toBe('aaaaaaaa…bbbbbbbb');
    expect(shortHash('abc')).toBe('abc');
  });
  it('writes percentages in pt-BR', () => {
    expect(formatPercent(16.67)).toBe('16,67%');
    expect(formatPercent(100)).toBe('100%');
  });
});

it.each([
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:59Z', 'menos de 1 min'],
  ['2026-11-20T10:00:00Z', '2026-11-20T10:12:30Z', '12 min'],
  ['2026-11-20T10:00:00Z', '2026-11-20T15:59:00Z', '5 h'],
  ['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z', '1 dia'],
  ['2026-11-20T10:00:00Z', '2026-11-24T09:00:00Z', '3 dias'],
  ['2026-11-20T10:00:00Z', '2026-11-20T09:00:00Z', 'menos de 1 min'],
])('the time from %s to %s is shown as “%s”', (from, to, text) => {
  expect(formatDuration(from, to)).toBe(text);
});
