import { rmSync } from 'node:fs';
import { startStack } from '../e2e/support/stack.ts';
import { benchChange } from './change.ts';
import { benchCost } from './cost.ts';
import { benchDistributions } from './distributions.ts';
import { benchInspection } from './inspection.ts';
import { benchLists } from './lists.ts';
import { benchLog } from './log.ts';
import { benchProof } from './proof.ts';
import { benchRead } from './read.ts';
import { benchResets } from './resets.ts';
import { benchUpload } from './upload.ts';
import { benchManyUploads } from './upload-many.ts';
import { benchUploadS3 } from './upload-s3.ts';

/**
 * `npm run bench [upload|many-uploads|upload-s3|inspection|read|change|proof|log|resets|cost|lists|distributions]`:
 * prints figures with their goals and, where there is a baseline, the ratio to it in the same run on the same disk.
 */
const wanted = process.argv.slice(2);
const runs = (name: string) => wanted.length === 0 || wanted.includes(name);

const stack = await startStack();
try {
  if (runs('upload')) await benchUpload(stack);
  if (runs('many-uploads')) await benchManyUploads(stack);
  if (runs('inspection')) await benchInspection(stack);
  if (runs('read')) await benchRead(stack);
  if (runs('change')) await benchChange(stack);
  if (runs('proof')) await benchProof(stack);
  if (runs('log')) await benchLog(stack);
  if (runs('resets')) await benchResets(stack);
} finally {
  await stack.stop();
  rmSync(stack.dataDir, { recursive: true, force: true });
}
if (runs('upload-s3')) await benchUploadS3();
if (runs('cost')) await benchCost();
if (runs('lists')) await benchLists();
if (runs('distributions')) await benchDistributions();
