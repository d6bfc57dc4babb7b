import { expect, it } from 'vitest';
import { lasting } from './duration.ts';

it.each([
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:59Z', 'menos de 1 min'],
  ['2026-11-20T10:00:00Z', '2026-11-20T10:12:30Z', '12 min'],
  ['2026-11-20T10:00:00Z', '2026-11-20T15:59:00Z', '5 h'],
  ['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z', '1 dia'],
  ['2026-11-20T10:00:00Z', '2026-11-24T09:00:00Z', '3 dias'],
  ['2026-11-20T10:00:00Z', '2026-11-20T09:00:00Z', 'menos de 1 min'],
])('from %s to %s is %s', (from, to, text) => {
  expect(lasting(from, to)).toBe(text);
});
