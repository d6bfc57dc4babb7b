import type { TestProject } from 'vitest/node';
import { provideStacks } from './stacks.ts';

/**
 * Vitest globalSetup: one stack per worker. A worker runs its test files in sequence, so they may stop
 * programs or count globally.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideStacks(project, project.config.maxWorkers);
}
