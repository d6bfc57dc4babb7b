import { expect, it } from 'vitest';
import { balancePoints } from './balance-points.ts';

const at = (day: number) => `2026-11-0${day}T12:00:00.000Z`;
const ms = (day: number) => Date.parse(at(day));

it('returns no points without transactions', () => {
  expect(balancePoints([], ms(1))).toEqual([]);
});

it('returns points before the oldest transaction, after each transaction, and now', () => {
  const points = balancePoints(
    [
      { createdAt: at(5), delta: -4000, balanceAfter: 8000 },
      { createdAt: at(2), delta: 2000, balanceAfter: 12_000 },
    ],
    ms(9),
  );
  expect(points.map(({ balance }) => balance)).toEqual([10_000, 12_000, 8000, 8000]);
  expect(points.slice(1).map((point) => point.at)).toEqual([ms(2), ms(5), ms(9)]);
  expect(points[0]?.at).toBeLessThan(ms(2));
});

it('ends at the last transaction when the browser’s clock is behind it', () => {
  const points = balancePoints([{ createdAt: at(5), delta: 1, balanceAfter: 1 }], ms(1));
  expect(points.at(-1)?.at).toBe(ms(5));
});
