// Mutation tests: does a unit test fail when a line of a rule is changed?
//
//   npm run mutation                          every area of areas.ts: hours on two cores
//   AREA=terms npm run mutation               one area
//   AREA=terms npm run mutation -- --force    the same from scratch
//
// Results are in .data/mutation/<area>.html. A mutant that survived is a fault that no unit test shows; below
// `thresholds.break` the command fails. A later run tries only what changed; mutants of constants and of the names of
// functions keep their last result then, so that a score to be told needs --force.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosen } from './areas.ts';

const name = process.env.AREA ?? 'all';
const results = `.data/mutation/${name}`;

export default {
  mutate: [...chosen.flatMap(({ code }) => code), '!**/*.test.ts', '!**/testing/**', '!**/samples.ts'],
  plugins: ['@stryker-mutator/vitest-runner', import.meta.resolve('./ignored.mjs')],
  ignorers: ['texts'],
  testRunner: 'vitest',
  vitest: { configFile: 'deploy/tests/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // A slow run on a busy machine is no fault that was noticed.
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: `${results}.json`,
  // Outside the checkout: a run that is killed leaves no copies of tests for `npm test` to find.
  tempDirName: join(tmpdir(), 'g2-mutation'),
  ignorePatterns: ['/.data', '/gateway', '/helm', '/web', 'dist'],
  // TypeScript 7 has no API to rewrite tsconfig.json with, and nothing here reads it: no such file exists.
  tsconfigFile: 'no-tsconfig.json',
  thresholds: { high: 95, low: 90, break: 85 },
  warnings: { slow: false },
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `${results}.html` },
  jsonReporter: { fileName: `${results}.report.json` },
};
