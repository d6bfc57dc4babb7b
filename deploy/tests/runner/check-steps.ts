import { join } from 'node:path';

/** One program of a check; `report` is where its test runner writes what ran. */
export type Step = { name: string; command: string; args: readonly string[]; report?: string };

/** Steps that run side by side. */
export type Stage = readonly Step[];

/** What is run beside what a developer waits for. */
export type Extent = { long: boolean; drills: boolean };

const npm = (name: string): Step => ({ name, command: 'npm', args: ['run', '--silent', name] });

/**
 * What is run, one stage after the other.
 * @param root the repository's folder
 * @param reports folder for the test runners' reports
 */
export function stagesOf(root: string, reports: string, { long, drills }: Extent): Stage[] {
  const vitest = (project: string): Step => {
    const report = join(reports, `${project}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    return {
      name: project,
      command: join(root, 'node_modules/.bin/vitest'),
      args: ['run', '--project', project, ...reporters],
      report,
    };
  };
  const stages: Stage[] = [
    [npm('lint'), npm('types'), vitest('unit')],
    [vitest('browser'), vitest('int')],
    [vitest('e2e')],
  ];
  if (long)
    stages.push([vitest('unit-long')], [vitest('browser-long'), vitest('int-long')], [vitest('e2e-long')]);
  if (drills) {
    const faults = { name: 'drills', command: 'node', args: [join(root, 'deploy/tests/faults/run.ts')] };
    stages.push([vitest('alerts')], [faults]);
  }
  return stages;
}
