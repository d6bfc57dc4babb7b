import { inject } from 'vitest';
import { readStackFacts, type StackFacts } from './stack.ts';

/** Address of the stack all files share. */
export const stackUrl = (): string => inject('stack').url;

/** Its stack.json as it is now. */
export const stackFacts = (): StackFacts => readStackFacts(inject('stack').dataDir);
