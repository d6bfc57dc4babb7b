import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { AppError } from '@g2/terms/errors';
import { inspectArchive } from '../../src/archive/inspect.ts';

/** What a look into an archive came to, in a process of its own. */
export type Measured = {
  refused?: string;
  warnings?: string[];
  files?: number;
  bytes?: number;
  ms: number;
  /** The most memory the process ever had, MB; some 55 of it are Node's own. */
  rss: number;
};

/** Heap that is enough for an honest archive of 100,000 files, MB. */
const HEAP = 200;

/** Inspects a file in a process of its own, so that its memory is all that is measured. */
export async function measured(path: string): Promise<Measured> {
  const child = [`--max-old-space-size=${HEAP}`, import.meta.filename, path];
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
  const rss = Math.round(process.resourceUsage().maxRSS / 1024);
  return { ...decided, ms: Math.round(performance.now() - since), rss };
}

if (import.meta.main) console.log(JSON.stringify(await look(process.argv[2] ?? '')));
