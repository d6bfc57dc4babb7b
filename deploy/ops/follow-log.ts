// node deploy/ops/follow-log.ts <address>/log <state file> [--key <key file>] [--every <seconds>]
// Checks that a public log never contradicts itself; run it outside the service. The state file holds the newest
// checkpoint and the log's key (without --key, the first key seen). Exits 1 on a contradiction, with both signed
// checkpoints in <state file>.contradiction; 2 when it could not check. Without --every it checks once.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkLogConsistency, LogInconsistency } from '@g2/proof/consistency-check';
import { parseVerifierKey } from '@g2/proof/note';

type State = { key: string; note?: string };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, every: { type: 'string' } },
});
const [address = '', file = ''] = positionals;
if (!address || !file)
  throw new Error('usage: follow-log.ts <address>/log <state file> [--key <file>] [--every <s>]');

async function read(path: string): Promise<Buffer> {
  const response = await fetch(`${address.replace(/\/+$/, '')}/${path}`, {
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

async function stateBefore(): Promise<State> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as State;
  const key = values.key === undefined ? (await read('key')).toString() : readFileSync(values.key, 'utf8');
  return { key: key.trim() };
}

/** Atomic replace: a crash never loses the last checkpoint. */
function replaceFile(name: string, text: string): void {
  writeFileSync(`${name}.new`, text);
  renameSync(`${name}.new`, name);
}

/** @returns the exit code: 0 consistent, 1 contradiction, 2 could not check */
async function checkOnce(): Promise<0 | 1 | 2> {
  try {
    const state = await stateBefore();
    const { note, size } = await checkLogConsistency(read, parseVerifierKey(state.key), state.note);
    replaceFile(file, `${JSON.stringify({ key: state.key, note } satisfies State)}\n`);
    console.log(`${new Date().toISOString()} ${size} entries, continuing what was seen before`);
    return 0;
  } catch (error) {
    if (error instanceof LogInconsistency) {
      replaceFile(`${file}.contradiction`, error.notes.join('\n'));
      console.error(`THE LOG CONTRADICTS ITSELF: ${error.message}. Both checkpoints: ${file}.contradiction`);
      return 1;
    }
    console.error(`could not look: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

const everyMs = Number(values.every ?? 0) * 1_000;
do {
  process.exitCode = await checkOnce();
  if (everyMs > 0) await sleep(everyMs);
} while (everyMs > 0 && process.exitCode !== 1);
