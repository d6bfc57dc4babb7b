import type { TestProject } from 'vitest/node';
import { provideStacks } from './stacks.ts';

/**
 * Vitest globalSetup: a stack for each worker, whose files run one after the other: none meets what another's count,
 * stop or kill.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideStacks(project, project.config.maxWorkers);
}
