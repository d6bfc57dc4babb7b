import type { TestProject } from 'vitest/node';
import { startStack } from './stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stack: { url: string; dataDir: string };
  }
}

/** One stack for all end-to-end files; each works with accounts and files of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startStack();
  project.provide('stack', { url: stack.url, dataDir: stack.dataDir });
  return async () => {
    await stack.stop();
  };
}
