import type { TestProject } from 'vitest/node';
import { provideStacks } from './stacks.ts';

/** Raised rate limits, because all tests of a run share one IP address. */
const LIMITS = {
  SIGN_UP_PER_HOUR: '10000',
  LOGIN_ATTEMPTS_PER_MINUTE: '1000',
  LOGIN_ATTEMPTS_PER_ADDRESS: '5000',
  SEARCHES_PER_MINUTE: '5000',
  WRITES_PER_MINUTE: '5000',
};

/**
 * Vitest globalSetup: one stack for all files, which run in parallel. A test creates its own accounts and finds its
 * data by unique names; a test that counts globally or stops a program belongs to the long project.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideStacks(project, 1, LIMITS);
}
