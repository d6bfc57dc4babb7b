import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMinio } from '../../stack/infra.ts';
import { signUp } from '../e2e/support/client.ts';
import { startStack } from '../e2e/support/stack.ts';
import { startBaseline, watchMemory } from './support.ts';
import { compareUploads, reportMemory } from './upload.ts';
import { pidsOf, sendToBaseline, UPLOAD_PROGRAMS, uploadSenders } from './uploading.ts';
import { makeZip } from './zip.ts';

const MB = 1_000_000;
const SIZE = 500;
const GOAL = 0.8;
const MEMORY_GOAL_MB = 100;

/** Compares uploads to MinIO with the slower of two baselines: hashing and writing to disk, and a multipart upload. */
export async function benchUploadS3(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'g2-bench-s3-'));
  const { endpoint, accessKey, secretKey, stop } = await startMinio({ dataDir: join(folder, 'minio') });
  const s3 = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
  const files = join(folder, 'files');
  mkdirSync(files);
  const stack = await startStack({ env: { ...s3, S3_BUCKET: 'g2-objects', G2_DEMO: '1' } });
  const disk = await startBaseline('baseline-upload.ts', { FOLDER: files });
  const direct = await startBaseline('baseline-s3.ts', { ...s3, S3_BUCKET: 'bare' });
  try {
    const path = join(folder, 'file.zip');
    await makeZip(path, SIZE * MB);
    const { client } = await signUp(stack.url);
    const { ways, idle } = await uploadSenders(stack, client);
    const memory = watchMemory(pidsOf(stack, UPLOAD_PROGRAMS));
    const bare = { 'hashes and disk': sendToBaseline(disk.url), multipart: sendToBaseline(direct.url) };
    await compareUploads(
      `upload of ${SIZE} MB to MinIO`,
      { path, size: SIZE, goal: GOAL },
      { ways, idle },
      bare,
    );
    reportMemory(`${SIZE} MB to MinIO`, memory.growth(), MEMORY_GOAL_MB);
    memory.stop();
  } finally {
    await Promise.all([disk.stop(), direct.stop()]);
    await stack.stop();
    await stop();
    rmSync(stack.dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}
