import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTS, type Fault } from './faults.ts';

const root = join(import.meta.dirname, '../../..');
const MAX_OUTPUT_BYTES = 64 * 1_024 * 1_024;
/** Most faults are noticed by a wait that ends in vain: shorter here than in a test run. */
const POLL_TIMEOUT_MS = '5000';
const ESCAPES = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g');

/** Puts back the source that a fault changed; also when the run is cut. */
let restore: () => void = () => {};
let stopTests: () => void = () => {};
process.once('exit', () => {
  stopTests();
  restore();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** @throws Error unless the text to change is in the file exactly once */
function seed({ id, file, find, replace }: Fault): void {
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

/** The first test that fails, or null when all pass. @param tests paths below web, or beginnings of them */
function firstFailure(tests: readonly string[]): Promise<string | null> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const files = tests.flatMap((start) =>
    globSync(`${start}*{,/**/*}.browser.test.tsx`, { cwd: join(root, 'web') }),
  );
  // A project without a file to run would start its browser, and wait.
  const projects = new Set(files.map((file) => (file.includes('.long.') ? 'browser-long' : 'browser')));
  const args = [vitest, 'run', ...[...projects].flatMap((name) => ['--project', name]), ...tests];
  return new Promise((resolve) => {
    const options = {
      cwd: root,
      maxBuffer: MAX_OUTPUT_BYTES,
      env: { ...process.env, NO_COLOR: '1', POLL_TIMEOUT_MS },
    };
    const child = execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const output = (stdout + stderr).replaceAll(ESCAPES, '');
      const failed = /^ *FAIL +(?:\S+ \(chromium\)\S* +)?(.+)$/m.exec(output);
      resolve(error === null ? null : (failed?.[1]?.trim() ?? `no test is named: ${output.slice(-500)}`));
    });
    stopTests = () => child.kill();
  });
}

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const wanted = FAULTS.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const survivors: string[] = [];
for (const fault of wanted) {
  seed(fault);
  const killer = values.check ? 'not run' : await firstFailure(fault.tests);
  restore();
  if (killer === null) survivors.push(fault.id);
  console.log(`${fault.id} | ${fault.shows} | ${killer ?? 'SURVIVED'}`);
}
console.log(`${wanted.length} faults, ${survivors.length} survived ${survivors.join(', ')}`);
process.exitCode = survivors.length === 0 ? 0 : 1;
