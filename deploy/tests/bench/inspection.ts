import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import yazl from 'yazl';
import { signUp } from '../e2e/support/client.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { watchMemory } from './support.ts';
import { newRegistration, pidsOf, sendByTus } from './uploading.ts';

const FILES = 50_000;
/** Bytes of base64 text per file. It deflates to three quarters, which makes a ZIP of 500 MB. */
const TEXT_BYTES = 13_250;
const GOAL_S = 30;
const MEMORY_GOAL_MB = 300;
const LANGUAGES = ['ts', 'py', 'go', 'java', 'css', 'md'];

async function sourcesInto(path: string): Promise<void> {
  const pool = randomBytes(TEXT_BYTES * 100).toString('base64');
  const zip = new yazl.ZipFile();
  const out = createWriteStream(path);
  zip.outputStream.pipe(out);
  for (let n = 0; n < FILES; n++) {
    const from = (n * 7_919) % (pool.length - TEXT_BYTES);
    const text = `// ${n}\n${pool.slice(from, from + TEXT_BYTES).replaceAll('/', '\n')}`;
    const name = `src/parte-${n % 200}/arquivo-${n}.${LANGUAGES[n % LANGUAGES.length]}`;
    zip.addBuffer(Buffer.from(text), name, { compressionLevel: 1 });
  }
  zip.end();
  await finished(out);
}

/** Measures the time from the last byte of a 500 MB upload with 50,000 files until its contents are listed. */
export async function benchInspection(stack: Stack): Promise<void> {
  const folder = join(stack.dataDir, 'bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'sources.zip');
  await sourcesInto(path);
  const size = statSync(path).size;
  const { client } = await signUp(stack.url);
  const id = await newRegistration(client);
  const memory = watchMemory(pidsOf(stack, ['storage-hashing']));
  await sendByTus(stack, client, id)(path);
  memory.growth();
  const started = performance.now();
  type Looked = { contents: { files: number } | null };
  let contents: Looked['contents'] = null;
  while (!contents) {
    await delay(100);
    ({ contents } = await client.ok<Looked>(`/api/registrations/${id}`));
  }
  const seconds = (performance.now() - started) / 1000;
  const risen = (memory.growth()['storage-hashing'] ?? 0) / 1_000_000;
  memory.stop();
  rmSync(folder, { recursive: true, force: true });
  console.log(
    `inspection of ${(size / 1_000_000).toFixed(0)} MB with ${contents.files} files: ${seconds.toFixed(1)} s ` +
      `(goal ≤ ${GOAL_S}: ${seconds <= GOAL_S ? 'met' : 'NOT met'}), RSS growth ${risen.toFixed(0)} MB ` +
      `(goal ≤ ${MEMORY_GOAL_MB}: ${risen <= MEMORY_GOAL_MB ? 'met' : 'NOT met'})`,
  );
}
