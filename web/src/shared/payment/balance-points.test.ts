import { expect, it } from 'vitest';
import { balancePoints } from './balance-points.ts';

const isoTime = (day: number) => `2026-11-0${day}T12:00:00.000Z`;
const timeMs = (day: number) => Date.parse(isoTime(day));

it('balancePoints returns no points without transactions', () => {
  expect(balancePoints([], timeMs(1))).toEqual([]);
});

it('balancePoints returns points before the oldest transaction, after each transaction and for now', () => {
  const points = balancePoints(
    [
      { createdAt: isoTime(5), delta: -4000, balanceAfter: 8000 },
      { createdAt: isoTime(2), delta: 2000, balanceAfter: 12_000 },
    ],
    timeMs(9),
  );
  expect(points.map(({ balance }) => balance)).toEqual([10_000, 12_000, 8000, 8000]);
  expect(points.slice(1).map((point) => point.time)).toEqual([timeMs(2), timeMs(5), timeMs(9)]);
  expect(points[0]?.time).toBeLessThan(timeMs(2));
});

it('balancePoints ends at the last transaction if the browser’s clock is behind it', () => {
  const points = balancePoints([{ createdAt: isoTime(5), delta: 1, balanceAfter: 1 }], timeMs(1));
  expect(points.at(-1)?.time).toBe(timeMs(5));
});
