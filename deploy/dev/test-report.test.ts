import { describe, expect, test } from 'vitest';
import { countReport, countStep } from './test-report.ts';

function report(...files: [status: string, ...tests: string[]][]): string {
  const testResults = files.map(([status, ...tests], index) => ({
    name: `${process.cwd()}/file${index}.test.ts`,
    status,
    assertionResults: tests.map((state, n) => ({ fullName: `test ${n}`, status: state })),
  }));
  return JSON.stringify({ testResults });
}

describe('counting a report', () => {
  test('passed, failed and skipped tests, with names', () => {
    const json = report(['failed', 'passed', 'failed'], ['passed', 'passed', 'skipped', 'todo']);
    expect(countReport('unit', json, 1)).toMatchObject({
      passed: 2,
      failed: 1,
      failures: ['unit: file0.test.ts > test 1'],
      skipped: ['unit: file1.test.ts > test 1', 'unit: file1.test.ts > test 2'],
    });
  });

  test('a file that did not load is a failure, also beside its passed tests', () => {
    expect(countReport('unit', report(['failed'], ['passed', 'passed']), 1)).toMatchObject({
      passed: 1,
      failed: 1,
    });
    expect(countReport('unit', report(['failed', 'passed']), 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  test('a bad end with green tests, no report and no test are failures', () => {
    expect(countReport('unit', report(['passed', 'passed']), 1)).toMatchObject({ passed: 1, failed: 1 });
    expect(countReport('unit', null, 1)).toMatchObject({ passed: 0, failed: 1 });
    expect(countReport('unit', report(), 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(countReport('unit', report(['passed', 'skipped']), 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  test('all green is no failure', () => {
    expect(countReport('unit', report(['passed', 'passed', 'passed']), 0)).toMatchObject({
      passed: 2,
      failed: 0,
    });
  });
});

test('a step without tests counts as one, passed or failed', () => {
  expect(countStep('lint', 0)).toMatchObject({ passed: 1, failed: 0, failures: [] });
  expect(countStep('lint', 1)).toMatchObject({ passed: 0, failed: 1, failures: ['lint'] });
  expect(countStep('lint', null)).toMatchObject({ passed: 0, failed: 1 });
});
