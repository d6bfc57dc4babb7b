import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { StackFacts } from './stack.ts';

/** Address of the stack all files share. */
export const stackUrl = (): string => inject('stack').url;

/** Its stack.json as it is now. */
export const stackFacts = (): StackFacts =>
  JSON.parse(readFileSync(join(inject('stack').dataDir, 'stack.json'), 'utf8')) as StackFacts;
