import { expect, it } from 'vitest';
import { isPeriod, PERIOD_MESSAGE, periodStart } from './periods.ts';

it('a period begins exactly its number of days ago, and other lengths are refused', () => {
  const now = new Date('2026-11-24T12:00:00.001Z');
  expect(periodStart(7, now)).toEqual(new Date('2026-11-17T12:00:00.001Z'));
  expect([7, 30, 90, 365, 8].map(isPeriod)).toEqual([true, true, true, true, false]);
  const refusal = { code: 'invalid-input', message: PERIOD_MESSAGE };
  expect(() => periodStart(8, now)).toThrow(expect.objectContaining(refusal));
});
