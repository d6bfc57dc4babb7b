import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Upload } from 'tus-js-client';

/** Waits between retries, ms. Together they exceed the restart time of a program. */
const DELAYS = [100, 200, 400, 800, ...Array.from({ length: 40 }, () => 1_000)];

/**
 * Third-party tus client in its own process, so that a drill can kill it. Begins an upload or resumes the one of an
 * earlier process, and reports the outcome.
 * `node tus-client.ts <endpoint> <cookie> <file> <sha256> <file for its state>`
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
