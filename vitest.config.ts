import { defineConfig } from 'vitest/config';
import { LongestFirst } from './deploy/dev/longest-first.ts';

const ignore = ['**/node_modules/**', '**/dist/**', '**/gen/**'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...ignore, '**/*.int.test.ts', '**/*.e2e.test.ts'],
          // Pure tests have nothing to be kept apart for: modules are loaded once for all files of a worker.
          isolate: false,
        },
      },
      {
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          exclude: ignore,
          globalSetup: ['deploy/dev/test-infra.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['deploy/e2e/**/*.e2e.test.ts'],
          globalSetup: ['deploy/e2e/support/setup.ts'],
          exclude: ignore,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Each worker has a stack of its own.
          maxWorkers: 3,
          // Where nobody watches, a browser test that lost a race with a busy machine is asked once more.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
