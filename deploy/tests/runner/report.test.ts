import { expect, test } from 'vitest';
import { readReport, summary } from './report.ts';

const report = (...files: [status: string, ...tests: string[]][]): string =>
  JSON.stringify({
    testResults: files.map(([status, ...tests], index) => ({
      name: `${process.cwd()}/file${index}.test.ts`,
      status,
      assertionResults: tests.map((ended, n) => ({
        title: `test ${n}`,
        fullName: `test ${n}`,
        status: ended,
      })),
    })),
  });

test('counts passed tests, and names failed and skipped ones', () => {
  const json = report(['failed', 'passed', 'failed'], ['passed', 'passed', 'skipped', 'todo']);
  expect(readReport('unit', json, 1)).toMatchObject({
    passed: 2,
    failures: ['unit: file0.test.ts > test 1'],
    skipped: ['unit: file1.test.ts > test 1', 'unit: file1.test.ts > test 2'],
  });
});

test.each([
  ['a file that did not load', report(['failed'], ['passed', 'passed']), 1],
  ['a bad exit with green tests', report(['passed', 'passed']), 1],
  ['no report', null, 1],
  ['no test', report(), 0],
  ['only skipped tests', report(['passed', 'skipped']), 0],
])('reports one failure for %s', (_name, json, code) => {
  expect(readReport('unit', json, code).failures).toHaveLength(1);
});

test('reports no failure for a green run', () => {
  expect(readReport('unit', report(['passed', 'passed', 'passed']), 0)).toMatchObject({
    passed: 2,
    failures: [],
  });
});

test('lists failed and skipped tests in the summary, which ends with the totals', () => {
  const one = { name: 'int', passed: 20, failures: ['int: a > b'], skipped: ['int: c > d'], seconds: 1.5 };
  const lines = summary([one, { ...one, name: 'lint', passed: 1, failures: [], skipped: [] }]);
  for (const line of ['  int: a > b', '  int: c > d']) expect(lines).toContain(line);
  expect(lines.find((line) => line.startsWith('int '))).toMatch(/^int +20 +1 +1 +1\.5 s$/);
  expect(lines.at(-1)).toBe('21 passed, 1 failed, 1 skipped');
  expect(summary([{ ...one, failures: [], skipped: [] }]).at(-1)).toBe('20 passed, 0 failed');
});
