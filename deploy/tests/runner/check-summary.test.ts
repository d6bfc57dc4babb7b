import { expect, test } from 'vitest';
import { stagesOf } from './check-steps.ts';
import { summary } from './check-summary.ts';
import type { Result } from './test-report.ts';

const result = (name: string, more: Partial<Result> = {}): Result => ({
  name,
  passed: 1,
  failed: 0,
  failures: [],
  skipped: [],
  retried: [],
  notAsked: [],
  ms: 1_500,
  said: [],
  ...more,
});

test('all green: a line for each step, and the counts at the end', () => {
  const lines = summary([result('lint'), result('unit', { passed: 20 })]);
  expect(lines.find((line) => line.startsWith('unit'))).toMatch(/^unit +20 +0 +0 +1\.5 s *$/);
  expect(lines.at(-1)).toBe('21 passed, 0 failed');
  expect(lines.join('\n')).not.toMatch(/Failed|Skipped|again|long/);
});

test('what failed, was skipped or passed only when asked again is told by name and counted', () => {
  const lines = summary([
    result('int', { failed: 1, failures: ['int: a > b'], said: ['the last line'] }),
    result('e2e', { skipped: ['e2e: c > d'], retried: ['e2e: e > f'] }),
  ]);
  for (const line of ['the last line', '  int: a > b', '  e2e: c > d', '  e2e: e > f'])
    expect(lines).toContain(line);
  expect(lines.at(-1)).toBe('2 passed, 1 failed, 1 skipped, 1 passed only when asked again');
});

test('how much of the specification’s list was left to the long run is told', () => {
  const lines = summary([result('coverage', { passed: 3, failed: 1, notAsked: ['x-y', 'z-a'] })]);
  expect(lines.find((line) => line.startsWith('2 of the 6 tests'))).toContain('npm run test:all');
});

test('the long tests come after those that one waits for, the drills last', () => {
  const names = (long: boolean, drills: boolean) =>
    stagesOf('/r', '/t', { long, drills }).map((stage) => stage.map(({ name }) => name).join(' '));
  const short = ['lint types unit', 'browser int', 'e2e'];
  expect(names(false, false)).toEqual(short);
  const long = ['unit-long', 'browser-long int-long', 'e2e-long'];
  expect(names(true, true)).toEqual([...short, ...long, 'alerts', 'drills']);
});
