import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** A stream that passes bytes through and hashes them. `sha256` returns the hash (hex) after the last byte. */
export function createHashTap(): { tap: Transform; sha256: () => string } {
  const hash = createHash('sha256');
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { tap, sha256: () => hash.digest('hex') };
}

/** Writes lines, compressed and synced. @returns the number of lines and the file's SHA-256 */
export async function writeLines(
  path: string,
  lines: AsyncIterable<string>,
): Promise<{ rows: number; sha256: string }> {
  const { tap, sha256 } = createHashTap();
  let rows = 0;
  const counted = async function* () {
    for await (const line of lines) {
      rows++;
      yield `${line}\n`;
    }
  };
  await pipeline(
    Readable.from(counted()),
    createGzip(),
    tap,
    createWriteStream(path, { flags: 'wx', flush: true }),
  );
  return { rows, sha256: sha256() };
}

/** Reads the lines of a file. @throws Error before the first line when its SHA-256 differs */
export async function* readLines(path: string, sha256: string): AsyncGenerator<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  if (hash.digest('hex') !== sha256) throw new Error(`${path} is not what was backed up`);
  yield* createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
}
