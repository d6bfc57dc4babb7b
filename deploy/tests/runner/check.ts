import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium, findBinary } from '../../stack/binaries.ts';
import { type Child, signalQuietly, startChild } from '../../stack/child.ts';
import { coverageResult, readCoverage, testIds } from '../coverage/coverage.ts';
import { type EndedTest, type Result, readReport, summary } from './report.ts';

/** A command of the run. `report` is the path of Vitest's JSON report. */
type Step = { name: string; command: string; args: string[]; report?: string };

const { values: cliOptions } = parseArgs({
  options: { long: { type: 'boolean', default: false }, drills: { type: 'boolean', default: false } },
});
const root = join(import.meta.dirname, '../../..');
const reports = mkdtempSync(join(tmpdir(), 'g2-check-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

const npm = (name: string): Step => ({ name, command: 'npm', args: ['run', '--silent', name] });
const vitest = (name: string): Step => {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, command: 'vitest', args: ['run', '--project', name, ...reporters], report };
};
/** Steps of a stage run in parallel; stages run in sequence. */
const SHORT_STAGES: Step[][] = [
  [npm('lint'), npm('types'), vitest('unit')],
  // One project per stage: each keeps two cores busy, so in parallel they take longer.
  [vitest('browser')],
  [vitest('int')],
  [vitest('e2e')],
];
const stages: Step[][] = [
  ...SHORT_STAGES,
  ...(cliOptions.long
    ? [[vitest('unit-long')], [vitest('browser-long')], [vitest('int-long')], [vitest('e2e-long')]]
    : []),
  ...(cliOptions.drills
    ? [
        [vitest('alerts')],
        [{ name: 'drills', command: 'node', args: [join(root, 'deploy/tests/faults/run.ts')] }],
      ]
    : []),
];

const abort = new AbortController();
const running = new Set<Child>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    abort.abort();
    for (const child of running) void child.stop();
  });
}

const options = { say: (line: string) => console.log(line), signal: abort.signal };
const logError = (found: Promise<unknown>) => found.catch((error: Error) => console.log(error.message));

/** Fetches external test tools in parallel. A missing one is only logged: the tests that need it skip or fail. */
async function ensureTools(): Promise<void> {
  const apt = async () => {
    await logError(ensureChromium(options));
    for (const name of ['pdftotext', 'oathtool'] as const) await logError(findBinary(name, options));
  };
  const programs = (['nats-server', 'weed', 'helm'] as const).map((name) =>
    logError(findBinary(name, options)),
  );
  const startedAt = performance.now();
  await Promise.all([apt(), ...programs]);
  console.log(`tools of the tests: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Runs a step. A step that runs alone streams its output; others print it at the end. */
async function runStep(step: Step, isAlone: boolean): Promise<Result & { tests: EndedTest[] }> {
  const output: string[] = [];
  const show = isAlone ? console.log : (line: string) => output.push(line);
  show(`\n=== ${step.name}`);
  const begun = performance.now();
  const child = await startChild({
    ...step,
    cwd: root,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
    },
    onLine: show,
    stopTimeoutMs: 30_000,
  });
  running.add(child);
  if (abort.signal.aborted) await child.stop();
  const { code } = await child.exited;
  running.delete(child);
  // Ends programs left running by an aborted test.
  signalQuietly(-child.pid, 'SIGKILL');
  const seconds = (performance.now() - begun) / 1000;
  const { report, name } = step;
  const json = report && existsSync(report) ? readFileSync(report, 'utf8') : null;
  const plain = { passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [name], skipped: [], tests: [] };
  const result = report ? readReport(name, json, code) : plain;
  if (output.length > 0) console.log(output.join('\n'));
  console.log(`=== ${name}: ${result.failures.length === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  return { name, seconds, ...result };
}

/** Whether each test listed in the specification passed; ignores long tests unless they run. */
function coverageOf(tests: readonly EndedTest[]): Result {
  const longIds = cliOptions.long ? [] : testIds(root, '.long.*.test.ts');
  const { passed, failed, elsewhere } = coverageResult(readCoverage(), tests, new Set(longIds));
  if (elsewhere.length > 0)
    console.log(`\n${elsewhere.length} ids of the specification are left to npm run test:all`);
  return { name: 'specification', passed: passed.length, failures: failed, skipped: [], seconds: 0 };
}

const tools = ensureTools();
// Compiling MinIO takes minutes, so only the stages of the long tests, which use it, wait for it.
const minio = cliOptions.long ? logError(findBinary('minio', options)) : undefined;
const results: (Result & { tests: EndedTest[] })[] = [];
for (const [at, stage] of stages.entries()) {
  if (at > 0) await tools;
  if (at >= SHORT_STAGES.length) await minio;
  if (abort.signal.aborted) break;
  results.push(...(await Promise.all(stage.map((step) => runStep(step, stage.length === 1)))));
}
if (abort.signal.aborted) {
  console.log('interrupted');
  process.exitCode = 130;
} else {
  const all = [...results, coverageOf(results.flatMap(({ tests }) => tests))];
  console.log(summary(all).join('\n'));
  process.exitCode = all.some(({ failures }) => failures.length > 0) ? 1 : 0;
}
