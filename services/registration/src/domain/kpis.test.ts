import { expect, it } from 'vitest';
import { kpisOf } from './flow.ts';

const DAY_MS = 24 * 3_600_000;

it('bases rates on registrations created in the period and the mean time on certificates issued', () => {
  const sums = {
    flow: { created: 3, paid: 9, issued: 4 },
    funnel: [3, 3, 2, 1, 1, 1, 0],
    processingMs: 10 * DAY_MS,
  };
  expect(kpisOf(sums)).toEqual({
    newRegistrations: 3,
    conversionRate: 66.7,
    processedRate: 33.3,
    certificates: 4,
    meanProcessingDays: 2.5,
  });
});

it('returns rates of 0 and no mean processing time without data', () => {
  const nothing = {
    flow: { created: 0, paid: 1, issued: 0 },
    funnel: [0, 0, 0, 0, 0, 0, 0],
    processingMs: 0,
  };
  expect(kpisOf(nothing)).toMatchObject({ conversionRate: 0, processedRate: 0, meanProcessingDays: null });
});
