import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { selectedAreas } from './areas.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export default defineConfig({
  root,
  resolve: {
    // Workspace links point outside Stryker's mutated copy, so these two packages resolve into the copy.
    alias: [{ find: /^@g2\/(terms|proof)\/(.*)$/, replacement: `${root}services/$1/src/$2.ts` }],
  },
  test: {
    include: selectedAreas.flatMap(({ tests }) => tests),
    exclude: ['**/*.int.test.ts', '**/*.long.test.ts'],
    testTimeout: 30_000,
    // Modules load once for all test files.
    isolate: false,
  },
});
