import { afterEach, inject } from 'vitest';
import { failureReport } from './last-seen.ts';
import { outputFile } from './stack.ts';

/** Vitest setupFile: a test that fails leaves in the log what its pages showed and what the programs logged. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const { dataDir = '' } = inject('stacks')[0] ?? {};
  console.log(`When "${task.name}" failed:\n${await failureReport(outputFile(dataDir))}`);
});
