import { execFile, execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS, type Fault } from './faults.ts';

const root = join(import.meta.dirname, '../../..');
const MAX_OUTPUT_BYTES = 64 * 1_024 * 1_024;
/** Time-out of polls, ms. Most faults are detected by a time-out, so it is shorter than in a test run. */
const POLL_TIMEOUT_MS = '12000';
/** Characters shown of a failed run's output. */
const MAX_SHOWN = 500;
const ESCAPES = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g');

/** Restores the changed source, also when the run is interrupted. */
let restore: () => void = () => {};
let stopTests: () => void = () => {};
process.once('exit', () => {
  stopTests();
  restore();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** @throws Error unless the text to replace occurs exactly once */
function applyFault({ id, file, find, replace }: Fault): void {
  const path = join(root, 'web/src', file);
  const source = readFileSync(path, 'utf8');
  if (source.split(find).length !== 2) throw new Error(`${id}: the text to change is not once in ${file}`);
  restore = () => {
    writeFileSync(path, source);
    restore = () => {};
  };
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
}

const ALL_FILES = globSync(['src/**/*.browser.test.tsx', 'src/**/*.test.ts'], { cwd: join(root, 'web') });

/** @throws Error when a path matches no test file, because the fault would survive without being tested */
function filesOf({ id, tests }: Fault): string[] {
  return tests.flatMap((start) => {
    const files = ALL_FILES.filter((file) => file.startsWith(start));
    if (files.length === 0) throw new Error(`${id}: no test begins with ${start}`);
    return files;
  });
}

const projectOf = (file: string): string =>
  file.includes('.long.browser.') ? 'browser-long' : file.includes('.browser.') ? 'browser' : 'unit';

/** @returns the first failed test, or null. @throws Error when the run failed without a failed test */
async function firstFailure(files: readonly string[]): Promise<string | null> {
  // One project at a time: a project without a matching file would start its browser and wait.
  for (const [project, own] of Object.entries(Object.groupBy(files, projectOf))) {
    const failed = await firstFailureIn(project, own ?? []);
    if (failed !== null) return failed;
  }
  return null;
}

function firstFailureIn(project: string, files: readonly string[]): Promise<string | null> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', project, ...files];
  const env = { ...process.env, NO_COLOR: '1', POLL_TIMEOUT_MS };
  return new Promise((resolve, reject) => {
    const options = { cwd: root, maxBuffer: MAX_OUTPUT_BYTES, env };
    const child = execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const output = (stdout + stderr).replaceAll(ESCAPES, '');
      const failed = /^ *FAIL +(?:\S+(?: \(chromium\)\S*)? +)?(\S+\.test\.tsx? > .+)$/m
        .exec(output)?.[1]
        ?.trim();
      if (error === null) resolve(null);
      else if (failed === undefined) reject(new Error(`no test failed: ${output.slice(-MAX_SHOWN)}`));
      else resolve(failed);
    });
    stopTests = () => child.kill();
  });
}

const ids = process.argv.slice(2);
const unknown = ids.filter((id) => !FAULTS.some((fault) => fault.id === id));
if (unknown.length > 0) throw new Error(`no such fault: ${unknown.join(', ')}`);
if (execFileSync('git', ['status', '--porcelain', 'web/src'], { cwd: root, encoding: 'utf8' }) !== '')
  throw new Error('web/src has changes that are not committed');
const wanted = FAULTS.filter(({ id }) => ids.length === 0 || ids.includes(id));
const failing = await firstFailure([...new Set(wanted.flatMap(filesOf))]);
if (failing !== null) throw new Error(`fails without a fault: ${failing}`);
const survivors: string[] = [];
for (const fault of wanted) {
  applyFault(fault);
  const killer = await firstFailure(filesOf(fault));
  restore();
  if (killer === null) survivors.push(fault.id);
  console.log(`${fault.id} | ${fault.shows} | ${killer ?? 'SURVIVED'}`);
}
console.log(`${wanted.length} faults, ${survivors.length} survived ${survivors.join(', ')}`);
process.exitCode = survivors.length === 0 ? 0 : 1;
