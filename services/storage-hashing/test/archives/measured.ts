import { execFile } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { AppError } from '@g2/terms/errors';
import { inspectArchive } from '../../src/archive/inspect.ts';

/** Result of an inspection in a child process. */
export type Measured = {
  refused?: string;
  warnings?: string[];
  files?: number;
  bytes?: number;
  ms: number;
  /** Peak memory, MB; about 55 of it is Node. */
  rss: number;
};

/** Heap limits, MB: enough for 100,000 files; a larger heap only delays collection. */
const HEAP = ['--max-old-space-size=128', '--max-semi-space-size=8'];

/** Inspects files one by one in a child process, to measure its memory. */
export async function measured(...paths: string[]): Promise<Measured[]> {
  const child = [...HEAP, import.meta.filename, ...paths];
  const { stdout } = await promisify(execFile)(process.execPath, child);
  return JSON.parse(stdout);
}

async function look(path: string): Promise<Measured> {
  const file = await open(path);
  const { size } = await file.stat();
  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  const since = performance.now();
  const decided = await inspectArchive(read, size).then(
    ({ warnings, files, bytes }) => ({ warnings, files, bytes }),
    (error: unknown) => {
      if (error instanceof AppError) return { refused: error.code };
      throw error;
    },
  );
  await file.close();
  return { ...decided, ms: Math.round(performance.now() - since), rss: Math.round((await peakKb()) / 1024) };
}

/** Peak memory of this process, kB. VmHWM, since getrusage includes the memory of the parent process. */
async function peakKb(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
}

if (import.meta.main) {
  const outcomes: Measured[] = [];
  for (const path of process.argv.slice(2)) outcomes.push(await look(path));
  console.log(JSON.stringify(outcomes));
}
