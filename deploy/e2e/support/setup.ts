import type { TestProject } from 'vitest/node';
import { readStackFacts, startStack } from './stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stacks: { url: string; dataDir: string }[];
  }
}

/**
 * A stack for each worker: the files of one run one after the other, and none meets what another's count, stop or kill.
 * With `E2E_DATA_DIR` they use the running stack of that data folder, for whoever writes a test (more than one file:
 * `--no-file-parallelism`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.E2E_DATA_DIR;
  if (running) {
    project.provide('stacks', [{ url: readStackFacts(running).url, dataDir: running }]);
    return async () => {};
  }
  const { maxWorkers } = project.config;
  const stacks = await Promise.all(Array.from({ length: Number(maxWorkers) }, () => startStack()));
  project.provide(
    'stacks',
    stacks.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  return async () => {
    await Promise.all(stacks.map((stack) => stack.stop()));
  };
}
