import { expect, it } from 'vitest';
import { dayErrors, isPeriod, PERIOD_MESSAGE, periodStart } from './periods.ts';

it('a period begins that many days ago, to the millisecond, and other lengths are refused', () => {
  const now = new Date('2026-11-24T12:00:00.001Z');
  expect(periodStart(7, now)).toEqual(new Date('2026-11-17T12:00:00.001Z'));
  expect([7, 30, 90, 365, 8].map(isPeriod)).toEqual([true, true, true, true, false]);
  const refusal = { code: 'invalid-input', message: PERIOD_MESSAGE };
  expect(() => periodStart(8, now)).toThrow(expect.objectContaining(refusal));
});

const wrong = 'Data inválida';
it.each([
  ['', '', {}],
  ['2026-11-24', '', {}],
  ['', '2026-11-24', {}],
  ['2026-11-24', '2026-11-24', {}],
  ['2026-11-24', '2026-11-23', { to: 'O período termina antes de começar' }],
  ['2026-02-30', '2026-13-01', { from: wrong, to: wrong }],
  ['12026-11-24', '2026-11-24T', { from: wrong, to: wrong }],
  ['x2026-11-24', '24/11/2026', { from: wrong, to: wrong }],
])('validates the days from %j to %j: %o', (from, to, faults) =>
  expect(dayErrors({ from, to })).toEqual(faults),
);
