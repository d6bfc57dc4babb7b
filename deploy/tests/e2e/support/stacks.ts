import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readStackFacts, startStack } from './stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stacks: { url: string; dataDir: string }[];
  }
}

/**
 * Starts the stacks of a Vitest project and stops them after its tests. `E2E_DATA_DIR` selects a running
 * stack by its data folder instead, for test development (with several files: `--no-file-parallelism`).
 */
export async function provideStacks(
  project: TestProject,
  count: number,
  env: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const running = process.env.E2E_DATA_DIR;
  if (running) {
    project.provide('stacks', [{ url: readStackFacts(running).url, dataDir: running }]);
    return async () => {};
  }
  // One temporary folder for tests, browsers and stacks, removed after the run.
  const folder = mkdtempSync(join(tmpdir(), 'g2-e2e-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFolder);
  process.env.TMPDIR = folder;
  const started = await Promise.allSettled(Array.from({ length: count }, () => startStack({ env })));
  const stacks = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await Promise.all(stacks.map((stack) => stack.stop()));
    throw failed.reason;
  }
  project.provide(
    'stacks',
    stacks.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  return async () => {
    await Promise.all(stacks.map((stack) => stack.stop()));
    process.off('exit', removeFolder);
    removeFolder();
  };
}
