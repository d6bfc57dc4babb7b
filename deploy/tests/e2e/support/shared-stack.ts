import { inject } from 'vitest';
import { readStackFacts, type StackFacts } from './stack.ts';

function stack(): { url: string; dataDir: string } {
  const stacks = inject('stacks');
  const mine = stacks[(Number(process.env.VITEST_POOL_ID) - 1) % stacks.length];
  if (!mine) throw new Error(`no stack for worker ${process.env.VITEST_POOL_ID}`);
  return mine;
}

export const stackUrl = (): string => stack().url;
export const stackDataDir = (): string => stack().dataDir;

export const stackFacts = (): StackFacts => readStackFacts(stackDataDir());
