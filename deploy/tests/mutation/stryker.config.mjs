// Mutation tests: do the unit tests detect a changed line?
//
//   npm run mutation                          all areas of areas.ts: hours on two cores
//   AREA=terms npm run mutation               one area
//   AREA=terms npm run mutation -- --force    one area from scratch
//
// Reports: .data/mutation/<area>.html. The command fails below `thresholds.break`. Incremental runs test only changed
// code and keep old results for constants and function names, so use --force before quoting a score.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectedAreas } from './areas.ts';

const name = process.env.AREA ?? 'all';
const results = `.data/mutation/${name}`;

export default {
  mutate: [...selectedAreas.flatMap(({ code }) => code), '!**/*.test.ts', '!**/testing/**', '!**/samples.ts'],
  plugins: ['@stryker-mutator/vitest-runner', import.meta.resolve('./ignored.mjs')],
  ignorers: ['texts'],
  testRunner: 'vitest',
  vitest: { configFile: 'deploy/tests/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // A slow run on a busy machine must not count as a detected mutant.
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: `${results}.json`,
  // Outside the checkout, so that `npm test` does not find copies left by a killed run.
  tempDirName: join(tmpdir(), 'g2-mutation'),
  ignorePatterns: ['/.data', '/gateway', '/helm', '/web', 'dist'],
  // Stryker cannot rewrite tsconfig.json with TypeScript 7; a non-existent file disables that.
  tsconfigFile: 'no-tsconfig.json',
  thresholds: { high: 95, low: 90, break: 85 },
  warnings: { slow: false },
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `${results}.html` },
  jsonReporter: { fileName: `${results}.report.json` },
};
