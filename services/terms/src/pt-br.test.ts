import { expect, it } from 'vitest';
import { formatCents, formatCredits, formatDate, formatDateTime, formatPlainCents } from './pt-br.ts';

it.each([
  // In São Paulo it is still the previous day. Midnight is 00, never 24.
  ['2026-11-21T02:05:00.000Z', '20/11/2026 23:05'],
  ['2026-01-01T03:00:00.000Z', '01/01/2026 00:00'],
  ['2026-07-09T15:59:59.999Z', '09/07/2026 12:59'],
  // Daylight-saving time still applied in 2018.
  ['2018-12-01T12:00:00.000Z', '01/12/2018 10:00'],
])('formats %s in São Paulo time', (iso, expected) => {
  expect(formatDateTime(new Date(iso))).toBe(expected);
});

it.each([
  [349_900, 'R$ 3.499,00', '3499,00'],
  [5, 'R$ 0,05', '0,05'],
  [0, 'R$ 0,00', '0,00'],
  [-150, '-R$ 1,50', '-1,50'],
  [10_000_000_001, 'R$ 100.000.000,01', '100000000,01'],
])('formats %i cents', (cents, money, plain) => {
  expect(formatCents(cents)).toBe(money);
  expect(formatPlainCents(cents)).toBe(plain);
});

it('formats credits', () => {
  expect(formatCredits(10_050)).toBe('100,50 créditos');
  expect(formatCredits(349_900)).toBe('3.499,00 créditos');
});

it('formats the day in São Paulo time', () => {
  expect(formatDate(new Date('2026-12-06T02:59:59Z'))).toBe('05/12/2026');
});
