import type { TestProject } from 'vitest/node';
import { provideStacks } from './stacks.ts';

/** What one person may do in a minute or an hour is less than what a run does from one address. */
const LIMITS = {
  SIGN_UP_PER_HOUR: '10000',
  LOGIN_ATTEMPTS_PER_MINUTE: '1000',
  LOGIN_ATTEMPTS_PER_ADDRESS: '5000',
  SEARCHES_PER_MINUTE: '5000',
  WRITES_PER_MINUTE: '5000',
};

/**
 * Vitest globalSetup: one stack for all files, which run at the same time. So each makes accounts of its own and finds
 * what it made by a name nobody else has; one that counts what everybody did, or stops a program, is a long one.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideStacks(project, 1, LIMITS);
}
