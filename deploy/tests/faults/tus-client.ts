import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Upload } from 'tus-js-client';

/** Waits between tries, ms: longer together than a program takes to come back. */
const DELAYS = [100, 200, 400, 800, ...Array.from({ length: 40 }, () => 1_000)];

/**
 * A client that nobody here wrote, in a process of its own so that it can be killed: begins an upload, or goes on with the
 * one that a process before it began. Says how it ended.
 * `node tus-client.ts <endpoint> <cookie> <file> <sha256> <where it remembers>`
 */
const [endpoint = '', cookie = '', file = '', sha256 = '', memory = ''] = process.argv.slice(2);

const upload = new Upload(createReadStream(file), {
  endpoint,
  uploadSize: statSync(file).size,
  uploadUrl: existsSync(memory) ? new URL(readFileSync(memory, 'utf8'), endpoint).href : null,
  headers: { cookie },
  metadata: { filename: basename(file), sha256 },
  retryDelays: DELAYS,
  onUploadUrlAvailable: () => writeFileSync(memory, new URL(upload.url ?? '').pathname),
  onSuccess: () => console.log('done'),
  onError: (error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
});
upload.start();
