import { expect, it } from 'vitest';
import { backlogPerDay, operatorFigures, percentile, stageFigures } from './flow.ts';

/** Numbers buckets like the SQL function stage_bucket. */
const bucketOf = (seconds: number) => (seconds < 1 ? 0 : 1 + Math.floor(Math.log(seconds) / Math.log(1.1)));

it('computes percentiles from time buckets with an error of at most 5 %', () => {
  const times = [60, 600, 3_600, 7_200, 86_400, 100_000, 200_000, 400_000, 800_000, 3_000_000];
  const buckets = times.map((time) => ({ bucket: bucketOf(time), count: 1 }));
  for (const [part, exact] of [
    [0.5, 86_400],
    [0.9, 800_000],
    [1, 3_000_000],
  ] as const) {
    expect(Math.abs((percentile(buckets, part) ?? 0) / exact - 1)).toBeLessThanOrEqual(0.05);
  }
});

it('returns each stage with its previous period, and null percentiles without data', () => {
  const none = { count: 0, medianSeconds: null, p90Seconds: null };
  const stages = stageFigures(
    [{ stage: 'paid', bucket: 0, count: 3 }],
    [{ stage: 'total', bucket: 0, count: 1 }],
  );
  const of = (stage: string) => stages.find((one) => one.stage === stage);
  expect(of('submitted')).toEqual({ stage: 'submitted', ...none, before: none });
  expect(of('paid')).toEqual({ stage: 'paid', count: 3, medianSeconds: 0, p90Seconds: 0, before: none });
  expect(of('total')).toEqual({
    stage: 'total',
    ...none,
    before: { count: 1, medianSeconds: 0, p90Seconds: 0 },
  });
});

it('lists operators of the current or previous period, busiest in the current period first', () => {
  const nothing = { steps: 0, reviewed: 0, corrections: 0 };
  const done = (steps: number) => ({ steps, reviewed: 1, corrections: 0 });
  const [a, b, c] = ['a', 'b', 'c'];
  const now = [
    { operatorId: a, ...done(1) },
    { operatorId: b, ...done(4) },
  ];
  expect(
    operatorFigures(now, [
      { operatorId: c, ...done(9) },
      { operatorId: a, ...done(2) },
    ]),
  ).toEqual([
    { operatorId: b, ...done(4), before: nothing },
    { operatorId: a, ...done(1), before: done(2) },
    { operatorId: c, ...nothing, before: done(9) },
  ]);
});

it('derives the backlog of past days from the current counts and the daily changes', () => {
  const grew = new Map([
    ['2026-01-02', [2, 0, 0, 0, 0, 0]],
    ['2026-01-03', [-1, 1, 0, 0, 0, 0]],
    ['2026-01-04', [5, 0, 0, 0, 0, 0]],
  ]);
  expect(backlogPerDay(['2026-01-01', '2026-01-02', '2026-01-03'], [9, 4, 0, 0, 0, 1], grew)).toEqual([
    { day: '2026-01-01', counts: [3, 3, 0, 0, 0, 1] },
    { day: '2026-01-02', counts: [5, 3, 0, 0, 0, 1] },
    { day: '2026-01-03', counts: [4, 4, 0, 0, 0, 1] },
  ]);
});
