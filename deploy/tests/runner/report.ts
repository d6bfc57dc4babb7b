import { relative } from 'node:path';
import { z } from 'zod';

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), fullName: z.string(), status: z.string() })),
    }),
  ),
});

export type Result = { name: string; passed: number; failures: string[]; skipped: string[]; seconds: number };

export type EndedTest = { title: string; status: string };

/**
 * Counts a file that did not load, a run without tests and a non-zero exit without a failed test as one failure each.
 * @param json Vitest's JSON report, or null
 */
export function readReport(name: string, json: string | null, code: number | null) {
  const files = json === null ? [] : Report.parse(JSON.parse(json)).testResults;
  const tests = files.flatMap((file) =>
    file.assertionResults.map((test) => ({
      ...test,
      path: `${name}: ${relative(process.cwd(), file.name)} > ${test.fullName}`,
    })),
  );
  const namesOf = (...statuses: string[]) =>
    tests.filter(({ status }) => statuses.includes(status)).map(({ path }) => path);
  const notLoaded = files
    .filter(
      (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    )
    .map((file) => `${name}: ${relative(process.cwd(), file.name)} could not be run`);
  const failures = [...namesOf('failed'), ...notLoaded];
  const passed = namesOf('passed').length;
  if (failures.length === 0 && code !== 0)
    failures.push(`${name}: exit code ${code} although no test failed`);
  if (failures.length === 0 && passed === 0) failures.push(`${name}: ran no test`);
  const skipped = namesOf('skipped', 'todo', 'pending', 'disabled');
  return { passed, failures, skipped, tests: tests as EndedTest[] };
}

/** Summary lines: failed and skipped tests, a row per step, and the totals on the last line. */
export function summary(results: readonly Result[]): string[] {
  const list = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : ['', `${title}:`, ...names.map((name) => `  ${name}`)];
  const failures = results.flatMap((one) => one.failures);
  const skipped = results.flatMap((one) => one.skipped);
  const rows = results.map((one) => [
    one.name,
    one.passed,
    one.failures.length,
    one.skipped.length,
    `${one.seconds.toFixed(1)} s`,
  ]);
  const passed = results.reduce((total, one) => total + one.passed, 0);
  return [
    ...list('Failed', failures),
    ...list('Skipped', skipped),
    '',
    ...[['step', 'passed', 'failed', 'skipped', 'time'], ...rows].map((cells) =>
      cells
        .map((cell) => String(cell).padEnd(14))
        .join('')
        .trimEnd(),
    ),
    '',
    `${passed} passed, ${failures.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ];
}
