import { rmSync } from 'node:fs';
import { startStack } from '../e2e/support/stack.ts';
import { benchChange } from './change.ts';
import { benchLog } from './log.ts';
import { benchProof } from './proof.ts';
import { benchRead } from './read.ts';
import { benchUpload } from './upload.ts';

/**
 * `npm run bench [upload|read|change|proof|log]`: figures with their goals and, where there is a bare baseline, ratios to it
 * in the same run, on the same disk.
 */
const wanted = process.argv.slice(2);
const runs = (name: string) => wanted.length === 0 || wanted.includes(name);

const stack = await startStack();
try {
  if (runs('upload')) await benchUpload(stack);
  if (runs('read')) await benchRead(stack);
  if (runs('change')) await benchChange(stack);
  if (runs('proof')) await benchProof(stack);
  if (runs('log')) await benchLog(stack);
} finally {
  await stack.stop();
  rmSync(stack.dataDir, { recursive: true, force: true });
}
