import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';

const CHUNK = randomBytes(1024 * 1024);

/** A ZIP of exactly the requested size: one uncompressed entry of random bytes. */
export async function makeZip(path: string, bytes: number): Promise<void> {
  const zip = new yazl.ZipFile();
  let left = bytes;
  const content = Readable.from(
    (function* () {
      for (; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, Math.min(left, CHUNK.length));
    })(),
  );
  zip.addReadStream(content, 'source.bin', { compress: false });
  zip.end();
  const out = createWriteStream(path);
  zip.outputStream.pipe(out);
  await finished(out);
}
