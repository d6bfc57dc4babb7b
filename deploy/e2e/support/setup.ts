import type { TestProject } from 'vitest/node';
import { readStackFacts, startStack } from './stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stack: { url: string; dataDir: string };
  }
}

/**
 * One stack for all end-to-end files; each works with accounts and files of its own.
 * With `E2E_DATA_DIR` they use the running stack of that data folder: for whoever writes a test.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.E2E_DATA_DIR;
  if (running) {
    project.provide('stack', { url: readStackFacts(running).url, dataDir: running });
    return async () => {};
  }
  const stack = await startStack();
  project.provide('stack', { url: stack.url, dataDir: stack.dataDir });
  return async () => {
    await stack.stop();
  };
}
