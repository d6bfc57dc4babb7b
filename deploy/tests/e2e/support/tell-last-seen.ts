import { afterEach } from 'vitest';
import { lastSeen } from './last-seen.ts';

/** Vitest setupFile: a test that fails, also one that is asked again then, leaves in the log what its pages showed. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const seen = await lastSeen();
  if (seen !== '') console.log(`The open pages when "${task.name}" failed:\n${seen}`);
});
