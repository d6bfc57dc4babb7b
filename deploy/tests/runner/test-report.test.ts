import { describe, expect, test } from 'vitest';
import { countCoverage, countReport, countStep } from './test-report.ts';

function report(...files: [status: string, ...tests: string[]][]): string {
  const testResults = files.map(([status, ...tests], index) => ({
    name: `${process.cwd()}/file${index}.test.ts`,
    status,
    assertionResults: tests.map((state, n) => ({ title: `test ${n}`, fullName: `test ${n}`, status: state })),
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

test('a test that passed only when it was asked again is told by name', () => {
  const tests = [
    { title: 'slow', fullName: 'slow', status: 'passed', failureMessages: ['Error: too late'] },
    { title: 'red', fullName: 'red', status: 'failed', failureMessages: ['Error: a', 'Error: b'] },
    { title: 'green', fullName: 'green', status: 'passed', failureMessages: [] },
  ];
  const name = `${process.cwd()}/file.test.ts`;
  const json = JSON.stringify({ testResults: [{ name, status: 'failed', assertionResults: tests }] });
  expect(countReport('e2e', json, 1)).toMatchObject({
    passed: 2,
    failed: 1,
    retried: ['e2e: file.test.ts > slow'],
  });
});

test('a step without tests counts as one, passed or failed', () => {
  expect(countStep('lint', 0)).toMatchObject({ passed: 1, failed: 0, failures: [] });
  expect(countStep('lint', 1)).toMatchObject({ passed: 0, failed: 1, failures: ['lint'] });
  expect(countStep('lint', null)).toMatchObject({ passed: 0, failed: 1 });
});

describe('counting coverage', () => {
  const sections = { Header: [{ says: 'A logo.', shownBy: ['header-logo', 'header-menu'] }] };
  const named = (...tests: [title: string, status: string][]): string =>
    JSON.stringify({
      testResults: [
        {
          name: 'file.test.ts',
          status: 'passed',
          assertionResults: tests.map(([title, status]) => ({ title, fullName: `group ${title}`, status })),
        },
      ],
    });

  test('each id that ran and passed counts; others fail by name', () => {
    const both = named(['[header-logo] leads home', 'passed'], ['[header-menu] opens', 'passed']);
    expect(countCoverage('coverage', sections, [both])).toMatchObject({ passed: 2, failed: 0, failures: [] });
    const one = named(['[header-logo] leads home', 'passed'], ['[header-menu] opens', 'failed']);
    expect(countCoverage('coverage', sections, [one])).toMatchObject({
      passed: 1,
      failed: 1,
      failures: ['coverage: header-menu (failed)'],
    });
  });

  test('the tests of every kind count together, and one kind’s failure is not made good by another’s', () => {
    const unit = named(['[header-logo] is drawn', 'passed']);
    const browser = named(['[header-menu] opens', 'passed']);
    expect(countCoverage('coverage', sections, [unit, null, browser])).toMatchObject({
      passed: 2,
      failed: 0,
    });
    const red = named(['[header-logo] leads home', 'failed']);
    expect(countCoverage('coverage', sections, [unit, red, browser])).toMatchObject({
      passed: 1,
      failures: ['coverage: header-logo (failed)'],
    });
  });

  test('what another run asks for is no failure here, and no success', () => {
    const json = named(['[header-logo] leads home', 'passed']);
    const count = countCoverage('coverage', sections, [json], new Set(['header-menu', 'not-listed']));
    expect(count).toMatchObject({ passed: 1, failed: 0, failures: [], notAsked: ['header-menu'] });
  });

  test('without a report nothing ran; a list that names nothing proves nothing', () => {
    expect(countCoverage('coverage', sections, [null])).toMatchObject({ passed: 0, failed: 2 });
    expect(countCoverage('coverage', { Header: [] }, [named()])).toMatchObject({ passed: 0, failed: 1 });
  });
});
