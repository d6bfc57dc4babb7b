import { expect, it } from 'vitest';
import { isNewDamage, type Outcome, outcomeOf, throttleMs } from './scrub.ts';

const known = { sha256: 'a', sha512: 'b' };

it.each([
  [known, known, 'intact'],
  [known, { sha256: 'x', sha512: 'b' }, 'different'],
  [known, { sha256: 'a', sha512: 'x' }, 'different'],
  [{ sha256: 'a', sha512: null }, { sha256: 'a', sha512: 'x' }, 'intact'],
  [known, undefined, 'missing'],
] as const)('for expected hashes %j and found hashes %j the outcome is %s', (before, found, outcome) => {
  expect(outcomeOf(before, found)).toBe(outcome);
});

it('reports damage once, and again after an intact read', () => {
  const rounds: Outcome[] = ['intact', 'different', 'different', 'missing', 'intact', 'missing', 'intact'];
  const reported = rounds.filter((outcome, round) => isNewDamage(rounds[round - 1] ?? null, outcome));
  expect(reported).toEqual(['different', 'missing']);
});

it('waits until the configured rate allows the bytes read', () => {
  expect(throttleMs(1_000, 500, 500)).toBe(1_500);
  expect(throttleMs(1_000, 500, 3_000)).toBe(0);
});
