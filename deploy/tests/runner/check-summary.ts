import type { Result } from './test-report.ts';

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const sum = (results: readonly Result[], what: 'passed' | 'failed'): number =>
  results.reduce((total, result) => total + result[what], 0);

const listed = (title: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : ['', title, ...names.map((name) => `  ${name}`)];

function table(results: readonly Result[]): string[] {
  const rows = results.map((one) => [one.name, one.passed, one.failed, one.skipped.length, seconds(one.ms)]);
  return [['step', 'passed', 'failed', 'skipped', 'time'], ...rows].map((cells) =>
    cells.map((cell) => String(cell).padEnd(11)).join(''),
  );
}

/** How much of a coverage list another run asks for. */
function leftOut({ passed, failed, notAsked }: Result): string[] {
  if (notAsked.length === 0) return [];
  const all = passed + failed + notAsked.length;
  return [
    '',
    `${notAsked.length} of the ${all} tests that show the specification are long: not asked for here, but by npm run test:all`,
  ];
}

/** The end of a run, line by line: what went wrong, what each step counted, and the counts of all. */
export function summary(results: readonly Result[]): string[] {
  const skipped = results.flatMap((result) => result.skipped);
  const retried = results.flatMap((result) => result.retried);
  const counts = [
    `${sum(results, 'passed')} passed`,
    `${sum(results, 'failed')} failed`,
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
    ...(retried.length > 0 ? [`${retried.length} passed only when asked again`] : []),
  ];
  return [
    ...results.flatMap(({ name, said }) =>
      said.length > 0 ? ['', `=== ${name} failed, its last lines again:`, ...said] : [],
    ),
    ...listed(
      'Failed:',
      results.flatMap((result) => result.failures),
    ),
    ...listed('Skipped:', skipped),
    ...listed('Passed only when asked again:', retried),
    '',
    ...table(results),
    ...results.flatMap(leftOut),
    '',
    counts.join(', '),
  ];
}
