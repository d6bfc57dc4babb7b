import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { chosen } from './areas.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The unit tests of the mutated code, without servers. */
export default defineConfig({
  root,
  resolve: {
    // A workspace is a link out of the copy that Stryker changes: these two are imported from the copy.
    alias: [{ find: /^@g2\/(terms|proof)\/(.*)$/, replacement: `${root}services/$1/src/$2.ts` }],
  },
  test: {
    include: chosen.flatMap(({ tests }) => tests),
    exclude: ['**/*.int.test.ts', '**/*.long.test.ts'],
    testTimeout: 30_000,
    // Modules are loaded once for all files of a run.
    isolate: false,
  },
});
