import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coverage } from '../e2e/coverage/coverage.ts';
import { findSchemas } from '../helm/kubernetes-schema.ts';
import { ensureChromium, findBinary, findPdftotext } from './binaries.ts';
import { type Child, startChild } from './child.ts';
import { countCoverage, countReport, countStep, type Result } from './test-report.ts';

/** How much of a failed step's output is said again at the end: its runner names there what went wrong. */
const SAID_AGAIN = 100;

type Step = { name: string; command: string; args: string[]; report?: string };

const root = join(import.meta.dirname, '../..');
const reports = mkdtempSync(join(tmpdir(), 'g2-check-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

const STEPS: readonly Step[] = [
  { name: 'lint', command: 'npm', args: ['run', '--silent', 'lint'] },
  { name: 'types', command: 'npm', args: ['run', '--silent', 'types'] },
  ...['unit', 'int', 'e2e'].map(vitestStep),
];

const abort = new AbortController();
let current: Child | null = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    abort.abort();
    void current?.stop();
  });
}

function vitestStep(project: string): Step {
  const report = join(reports, `${project}.json`);
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  return { name: project, command: join(root, 'node_modules/.bin/vitest'), args, report };
}

/** What the tests need from outside; one that cannot be had is named, and the tests that need it decide. */
async function ensureTools(): Promise<void> {
  const options = { say: (line: string) => console.log(line), signal: abort.signal };
  const ways: (() => Promise<unknown>)[] = [
    () => findBinary('nats-server', options),
    () => findBinary('minio', options),
    () => findBinary('helm', options),
    () => findSchemas(options),
    () => ensureChromium(options),
    () => findPdftotext(options),
  ];
  for (const find of ways) {
    if (abort.signal.aborted) return;
    await find().catch((error: Error) => console.log(error.message));
  }
}

async function runStep(step: Step): Promise<Result> {
  console.log(`\n=== ${step.name}`);
  const last: string[] = [];
  const begun = performance.now();
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  current = await startChild({
    name: step.name,
    command: step.command,
    args: step.args,
    cwd: root,
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), PATH: path },
    onLine: (line) => {
      console.log(line);
      if (last.push(line) > SAID_AGAIN) last.shift();
    },
    stopTimeoutMs: 30_000,
  });
  if (abort.signal.aborted) await current.stop();
  const { code } = await current.exited;
  current = null;
  const ms = performance.now() - begun;
  const result = step.report
    ? countReport(step.name, readReport(step.report), code)
    : countStep(step.name, code);
  console.log(`=== ${step.name}: ${result.failed === 0 ? 'ok' : 'FAILED'} in ${seconds(ms)}`);
  return { ...result, ms, said: result.failed === 0 ? [] : last };
}

function readReport(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function sum(results: readonly Result[], what: 'passed' | 'failed'): number {
  return results.reduce((total, result) => total + result[what], 0);
}

function summary(results: readonly Result[]): void {
  for (const { name, said } of results) {
    if (said.length > 0) console.log(`\n=== ${name} failed, its last lines again:\n${said.join('\n')}`);
  }
  const skipped = results.flatMap((result) => result.skipped);
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
  if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map((name) => `  ${name}`).join('\n')}`);
  console.log(`\n${['step', 'passed', 'failed', 'skipped', 'time'].map((cell) => cell.padEnd(9)).join('')}`);
  for (const { name, passed, failed, skipped, ms } of results) {
    const cells = [name, passed, failed, skipped.length, seconds(ms)];
    console.log(cells.map((cell) => String(cell).padEnd(9)).join(''));
  }
  const tail = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  console.log(`\n${sum(results, 'passed')} passed, ${sum(results, 'failed')} failed${tail}`);
}

await ensureTools();
const results: Result[] = [];
for (const step of STEPS) {
  if (abort.signal.aborted) break;
  results.push(await runStep(step));
}
if (!abort.signal.aborted) {
  const written = STEPS.flatMap(({ report }) => (report === undefined ? [] : [readReport(report)]));
  results.push(countCoverage('coverage', coverage, written));
}
if (abort.signal.aborted) {
  console.log('interrupted');
  process.exitCode = 130;
} else {
  summary(results);
  process.exitCode = sum(results, 'failed') === 0 ? 0 : 1;
}
