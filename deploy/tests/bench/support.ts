import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@g2/kit/testing-ports';
import { type Child, startChild } from '../../stack/child.ts';

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const percentile = (values: number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;

export function report(what: string, ours: string, bare: string, ratio: number, goal?: number): void {
  const verdict = goal === undefined ? '' : ` (goal ≥ ${goal}: ${ratio >= goal ? 'met' : 'NOT met'})`;
  console.log(`${what}: ${ours} against ${bare} bare → ratio ${ratio.toFixed(2)}${verdict}`);
}

export async function startBaseline(
  file: string,
  env: Record<string, string>,
): Promise<Child & { url: string }> {
  const port = await freePort();
  const child = await startChild({
    name: file,
    command: process.execPath,
    args: [join(import.meta.dirname, file)],
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (!child.running()) throw new Error(`${file} ended:\n${child.tail().join('\n')}`);
    await delay(50);
  }
  return { ...child, url };
}

const rss = (pid: number): number => {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
};

/** Tracks the growth of resident memory of processes since the start, bytes. */
export function watchMemory(pids: Record<string, number>) {
  const before = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, rss(pid)]));
  let peak: Record<string, number> = {};
  const look = () => {
    for (const [name, pid] of Object.entries(pids)) peak[name] = Math.max(peak[name] ?? 0, rss(pid));
  };
  const timer = setInterval(look, 20);
  return {
    /** Maximum growth since the previous call, relative to the start. */
    growth(): Record<string, number> {
      look();
      const seen = peak;
      peak = {};
      return Object.fromEntries(
        Object.keys(pids).map((name) => [name, (seen[name] ?? 0) - (before[name] ?? 0)]),
      );
    },
    stop: () => clearInterval(timer),
  };
}
