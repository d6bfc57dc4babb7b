import { relative } from 'node:path';
import { z } from 'zod';
import { claimed, notPassed } from '../e2e/coverage/check.ts';
import type { Sections } from '../e2e/coverage/coverage.ts';

export type Result = {
  name: string;
  passed: number;
  failed: number;
  failures: string[];
  skipped: string[];
  /** Tests that failed first and passed when they were asked once more. */
  retried: string[];
  /** Ids of a coverage list that no test of this run has. */
  notAsked: string[];
  /** Wall time of the step, milliseconds. */
  ms: number;
  /** The last lines of a step that failed. */
  said: string[];
};

const Assertion = z.object({
  title: z.string(),
  fullName: z.string(),
  status: z.string(),
  /** Of every attempt: one that passed in the end keeps those of before. */
  failureMessages: z.array(z.string()).default([]),
});
const Report = z.object({
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), assertionResults: z.array(Assertion) }),
  ),
});

/** A result with nothing counted yet. */
const nothing = (name: string): Result => ({
  name,
  passed: 0,
  failed: 0,
  failures: [],
  skipped: [],
  retried: [],
  notAsked: [],
  ms: 0,
  said: [],
});

/** A step that only passes or fails counts as one. */
export function countStep(name: string, code: number | null): Result {
  const failed = code === 0 ? 0 : 1;
  return { ...nothing(name), passed: 1 - failed, failed, failures: failed ? [name] : [] };
}

/**
 * Counts what a test runner's JSON report says. What a count of tests would hide counts as one failure each: a
 * file that did not load, a run that ended badly with all its tests green, no report or no test at all.
 */
export function countReport(name: string, json: string | null, code: number | null): Result {
  const result = nothing(name);
  const fail = (what: string) => {
    result.failed += 1;
    result.failures.push(`${name}: ${what}`);
  };
  if (json === null) {
    fail(`no report (exit code ${code})`);
    return result;
  }
  for (const file of Report.parse(JSON.parse(json)).testResults) {
    const path = relative(process.cwd(), file.name);
    for (const test of file.assertionResults) {
      const title = `${path} > ${test.fullName}`;
      if (test.status === 'passed') result.passed += 1;
      else if (test.status === 'failed') fail(title);
      else result.skipped.push(`${name}: ${title}`);
      if (test.status === 'passed' && test.failureMessages.length > 0)
        result.retried.push(`${name}: ${title}`);
    }
    const named = file.assertionResults.some((test) => test.status === 'failed');
    if (file.status === 'failed' && !named) fail(`${path} could not be run`);
  }
  if (result.failed === 0 && code !== 0) fail(`ended with exit code ${code} although no test failed`);
  if (result.passed + result.failed === 0) fail('ran no test');
  return result;
}

/**
 * Whether each test that a coverage list names ran and passed, by the reports of one run; each id counts as one.
 * @param jsons what the runners wrote, null where one wrote nothing
 * @param elsewhere ids of the tests that this run leaves out: those that it did not meet are no failures
 */
export function countCoverage(
  name: string,
  sections: Sections,
  jsons: readonly (string | null)[],
  elsewhere: ReadonlySet<string> = new Set(),
): Result {
  const files = jsons.flatMap((json) => (json === null ? [] : Report.parse(JSON.parse(json)).testResults));
  const tests = files.flatMap((file) => file.assertionResults);
  const all = claimed(sections);
  const notAsked = all.filter((id) => elsewhere.has(id));
  const bad = notPassed(
    all.filter((id) => !elsewhere.has(id)),
    tests,
  );
  const failures = all.length === 0 ? [`${name}: the list names no test`] : bad.map((id) => `${name}: ${id}`);
  const passed = all.length - bad.length - notAsked.length;
  return { ...nothing(name), passed, failed: failures.length, failures, notAsked };
}
