import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@g2/kit/testing-ports';
import { startChild } from '../../../stack/child.ts';

export const root = resolve(import.meta.dirname, '../../../..');

export type StackFacts = {
  url: string;
  stripeSimulatorUrl: string;
  webhookUrl: string;
  webhookSecret: string;
  /** null when a real certificate signs */
  testAuthorityUrl: string | null;
  postgresUrl: string;
  natsUrl: string;
  metricsUrls: Record<string, string>;
  processes: { name: string; pid: number }[];
};

export type Stack = {
  url: string;
  dataDir: string;
  /** Current stack.json; pids change when a program restarts. */
  facts(): StackFacts;
  /** Stops the stack as Ctrl-C does. @returns the exit code */
  stop(): Promise<number | null>;
  output(): string;
};

const READY = /^G2 Software Registry ready: (\S+)$/m;
const TIMEOUT_MS = 180_000;

export const readStackFacts = (dataDir: string): StackFacts =>
  JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as StackFacts;

export const outputFile = (dataDir: string): string => join(dataDir, 'output.log');

/** Starts the whole product like `npm start`, on a free port with its own data folder. */
export async function startStack(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<Stack> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'g2-e2e-'));
  const lines: string[] = [];
  let sawReady: (url: string) => void = () => {};
  const ready = new Promise<string>((done) => {
    sawReady = done;
  });
  const child = await startChild({
    name: 'up',
    command: process.execPath,
    args: [join(root, 'deploy/stack/up.ts')],
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(await freePort()),
      G2_DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    onLine: (line) => {
      lines.push(line);
      if (existsSync(dataDir)) appendFileSync(outputFile(dataDir), `${line}\n`);
      const url = READY.exec(line)?.[1];
      if (url) sawReady(url);
    },
    stopTimeoutMs: 60_000,
    partingSignal: 'SIGTERM',
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(done, TIMEOUT_MS, undefined);
  });
  const url = await Promise.race([ready, child.exited.then(() => undefined), late]);
  clearTimeout(timer);
  if (!url) {
    await child.stop();
    throw new Error(`the stack did not become ready:\n${lines.slice(-40).join('\n')}`);
  }
  return {
    url,
    dataDir,
    facts: () => readStackFacts(dataDir),
    async stop() {
      await child.stop();
      const { code } = await child.exited;
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    output: () => lines.join('\n'),
  };
}
