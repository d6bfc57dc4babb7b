import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Passes bytes on as they are; once all have passed, `sha256` tells their hash. */
export function hashing(): { tap: Transform; sha256: () => string } {
  const hash = createHash('sha256');
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { tap, sha256: () => hash.digest('hex') };
}

/** Writes lines, compressed and synced. @returns lines written and the file's SHA-256 */
export async function writeLines(
  path: string,
  lines: AsyncIterable<string>,
): Promise<{ rows: number; sha256: string }> {
  const { tap, sha256 } = hashing();
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

/** Reads the lines of a file that must have this SHA-256. @throws Error when it has another, before the first line */
export async function* readLines(path: string, sha256: string): AsyncGenerator<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  if (hash.digest('hex') !== sha256) throw new Error(`${path} is not what was backed up`);
  yield* createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
}
