import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium, findBinary, findOathtool, findPdftotext } from '../../stack/binaries.ts';
import { type Child, signalQuietly, startChild } from '../../stack/child.ts';
import { coverage } from '../e2e/coverage/coverage.ts';
import { idsOf } from '../e2e/coverage/titles.ts';
import { type Step, stagesOf } from './check-steps.ts';
import { seconds, summary } from './check-summary.ts';
import { countCoverage, countReport, countStep, type Result } from './test-report.ts';

/** How much of a failed step's output is said again at the end: its runner names there what went wrong. */
const SAID_AGAIN = 100;

const root = join(import.meta.dirname, '../../..');
const reports = mkdtempSync(join(tmpdir(), 'g2-check-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

const { values: extent } = parseArgs({
  options: { long: { type: 'boolean', default: false }, drills: { type: 'boolean', default: false } },
});
const stages = stagesOf(root, reports, extent);

const abort = new AbortController();
const running = new Set<Child>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    abort.abort();
    for (const child of running) void child.stop();
  });
}

/** What the tests need from outside; one that cannot be had is named, and the tests that need it decide. */
async function ensureTools(): Promise<void> {
  const options = { say: (line: string) => console.log(line), signal: abort.signal };
  const ways: (() => Promise<unknown>)[] = [
    () => findBinary('nats-server', options),
    () => findBinary('minio', options),
    () => findBinary('helm', options),
    () => ensureChromium(options),
    () => findPdftotext(options),
    () => findOathtool(options),
  ];
  for (const find of ways) {
    if (abort.signal.aborted) return;
    await find().catch((error: Error) => console.log(error.message));
  }
}

/** Runs a step to its end. @param onLine each line of its output, as it comes */
async function runChild(step: Step, onLine: (line: string) => void): Promise<number | null> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  const child = await startChild({
    name: step.name,
    command: step.command,
    args: step.args,
    cwd: root,
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), PATH: path },
    onLine,
    stopTimeoutMs: 30_000,
  });
  running.add(child);
  if (abort.signal.aborted) await child.stop();
  const { code } = await child.exited;
  running.delete(child);
  // Programs that a test started and could not end, because it was cut itself.
  signalQuietly(-child.pid, 'SIGKILL');
  return code;
}

/** @param isAlone its output is shown as it comes; that of one among others whole, when it has ended */
async function runStep(step: Step, isAlone: boolean): Promise<Result> {
  const said: string[] = [];
  if (isAlone) console.log(`\n=== ${step.name}`);
  const begun = performance.now();
  const code = await runChild(step, (line) => {
    said.push(line);
    if (isAlone) console.log(line);
  });
  const ms = performance.now() - begun;
  if (!isAlone) console.log([`\n=== ${step.name}`, ...said].join('\n'));
  const result = step.report
    ? countReport(step.name, readReport(step.report), code)
    : countStep(step.name, code);
  console.log(`=== ${step.name}: ${result.failed === 0 ? 'ok' : 'FAILED'} in ${seconds(ms)}`);
  return { ...result, ms, said: result.failed === 0 ? [] : said.slice(-SAID_AGAIN) };
}

function readReport(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

await ensureTools();
const results: Result[] = [];
for (const stage of stages) {
  if (abort.signal.aborted) break;
  results.push(...(await Promise.all(stage.map((step) => runStep(step, stage.length === 1)))));
}
if (!abort.signal.aborted) {
  const written = stages.flat().flatMap(({ report }) => (report === undefined ? [] : [readReport(report)]));
  const elsewhere = extent.long ? [] : idsOf(root, '.long.*.test.ts');
  results.push(countCoverage('coverage', coverage, written, new Set(elsewhere)));
}
if (abort.signal.aborted) {
  console.log('interrupted');
  process.exitCode = 130;
} else {
  console.log(summary(results).join('\n'));
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
}
