import { afterEach, inject } from 'vitest';
import { failureReport } from './last-seen.ts';
import { outputFile } from './stack.ts';

/** Vitest setupFile: logs the open pages and the programs' log lines when a test fails. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const { dataDir = '' } = inject('stacks')[0] ?? {};
  console.log(`When "${task.name}" failed:\n${await failureReport(outputFile(dataDir))}`);
});
