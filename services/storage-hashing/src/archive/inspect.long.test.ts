import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isFileProven, manifestRoot, manifestText } from '@g2/proof/manifest';
import { AppError } from '@g2/terms/errors';
import { PREVIEW_BYTES } from '@g2/terms/limits';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { type InspectOptions, inspectArchive } from './inspect.ts';
import { LIMITS } from './limits.ts';
import { readmeOf, readPreview } from './preview.ts';
import { proveArchiveFile } from './proof.ts';

type Files = Record<string, Buffer | string>;

async function zipOf(files: Files, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadStream);
}

const readerOf = (bytes: Buffer) => async (at: number, length: number) => bytes.subarray(at, at + length);
const inspect = (bytes: Buffer, options?: InspectOptions) =>
  inspectArchive(readerOf(bytes), bytes.length, options);
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

const FILES: Files = {
  'src/main.ts': 'export {};\n'.repeat(100),
  'src/Ação.ts': 'export {};\n',
  'LEIA-ME.md': '# Programa\n',
  'logo.png': randomBytes(1_000),
  'grande.csv': 'a,b\n'.repeat(500_000),
  bin: '#!/usr/bin/env node\n',
};

it('describes each file of a ZIP and proves its content', async () => {
  for (const compress of [true, false]) {
    const zip = await zipOf(FILES, compress);
    const found = await inspect(zip);
    expect(found).toMatchObject({
      files: 6,
      bytes: Object.values(FILES).reduce((sum, content) => sum + Buffer.byteLength(content), 0),
      languages: [
        { name: 'CSV', files: 1, bytes: 2_000_000 },
        { name: 'TypeScript', files: 2, bytes: 1_111 },
        { name: 'JavaScript', files: 1, bytes: 20 },
        { name: 'Markdown', files: 1, bytes: 11 },
      ],
      warnings: [],
    });
    expect(found.entries.map(({ path }) => path)).toEqual([
      'LEIA-ME.md',
      'bin',
      'grande.csv',
      'logo.png',
      'src/Ação.ts',
      'src/main.ts',
    ]);
    for (const { path, size, sha256: hash, isText } of found.entries) {
      const content = Buffer.from(FILES[path] ?? '');
      expect({ path, size, hash, isText }).toEqual({
        path,
        size: content.length,
        hash: sha256(content),
        isText: path !== 'logo.png',
      });
      const proof = proveArchiveFile(found.entries, path);
      expect(isFileProven(proof)).toBe(true);
      expect(proof).toMatchObject({ root: found.root, size });
    }
    const lines = Object.entries(FILES).map(([path, content]) => ({ path, sha256: sha256(content) }));
    expect(manifestRoot(lines)).toBe(found.root);
    expect(manifestText(lines)).toContain(`${sha256(FILES['src/Ação.ts'] ?? '')}  src/Ação.ts\n`);
  }
});

it('refuses to prove an unknown file', async () => {
  const { entries } = await inspect(await zipOf(FILES));
  expect(() => proveArchiveFile(entries, 'src')).toThrow(expect.objectContaining({ code: 'not-found' }));
});

it('reads a preview of each file', async () => {
  for (const compress of [true, false]) {
    const zip = await zipOf(FILES, compress);
    let read = 0;
    const { entries } = await inspect(zip);
    for (const entry of entries) {
      const content = Buffer.from(FILES[entry.path] ?? '');
      const preview = await readPreview(
        async (at, length) => {
          read += length;
          return zip.subarray(at, at + length);
        },
        zip.length,
        entry,
      );
      const head = content.subarray(0, PREVIEW_BYTES);
      expect(preview.bytes.equals(head)).toBe(true);
      expect(preview.isWhole).toBe(content.length <= PREVIEW_BYTES);
      expect(preview.text).toBe(entry.isText ? head.toString() : undefined);
    }
    expect(read).toBeLessThan(1_000_000);
  }
});

it('finds the README nearest the root', () => {
  expect(readmeOf(['a/b/README.md', 'a/leiame.txt', 'a/README.md', 'a/readme', 'README.ts'])).toBe(
    'a/README.md',
  );
  expect(readmeOf(['a/README.md', 'LEIA-ME.txt'])).toBe('LEIA-ME.txt');
  expect(readmeOf(['src/main.ts', 'READMES/a.md'])).toBeUndefined();
});

it('accepts a ZIP at the limits and refuses one above them', async () => {
  const zip = await zipOf({ 'a.ts': 'export {};', 'b.ts': 'export {};' });
  const within = { ...LIMITS, entries: 2, unpacked: 20 };
  expect(await inspect(zip, { limits: within })).toMatchObject({ files: 2, bytes: 20 });
  const refused = (limits: object) => inspect(zip, { limits: { ...within, ...limits } });
  await expect(refused({ entries: 1 })).rejects.toMatchObject({ code: 'zip-too-many-files' });
  await expect(refused({ unpacked: 19 })).rejects.toMatchObject({ code: 'zip-bomb' });
});

it('stops when aborted or timed out, also within one large file', async () => {
  const zip = await zipOf({ zeros: Buffer.alloc(200_000_000) });
  const stop = new AbortController();
  const stopped = inspect(zip, { signal: stop.signal });
  setImmediate(() => stop.abort(new Error('enough')));
  await expect(stopped).rejects.toThrow(/enough|abort/);
  const small = await zipOf(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${i}.ts`, 'x'])));
  const among = new AbortController();
  const ended = inspect(small, { signal: among.signal, onProgress: () => among.abort(new Error('enough')) });
  await expect(ended).rejects.toThrow('enough');
  await expect(inspect(zip, { limits: { ...LIMITS, ms: 20 } })).rejects.toThrow(/timeout|abort/);
  await expect(inspect(zip, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
});

it('yields the event loop and reports progress', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, i) => [`${i}.ts`, 'export {};\n'.repeat(999)]),
  );
  const zip = await zipOf(files, false);
  // Fake clock: every second call exceeds the yield interval, independent of the machine.
  let ms = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 6));
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const reported: number[] = [];
  await inspect(zip, {
    onProgress: (done, of) => {
      reported.push(done);
      expect(of).toBe(3_000);
    },
  });
  isOver = true;
  expect(reported.length).toBeGreaterThan(1_000);
  expect(turns).toBeGreaterThan(reported.length - 2);
  expect(reported).toEqual(reported.toSorted((a, b) => a - b));
});

it('rejects with the error of the store when any read fails', async () => {
  const zip = await zipOf({ 'a.bin': randomBytes(3_000_000), 'b.ts': 'x' }, false);
  const many = await zipOf(Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`src/${i}.ts`, 'x'])));
  for (const bytes of [zip, many]) {
    for (let good = 0; good < 3; good++) {
      let reads = 0;
      const failingInspection = inspectArchive(async (at, length) => {
        if (reads++ === good) throw new Error('store away');
        return bytes.subarray(at, at + length);
      }, bytes.length);
      await expect(failingInspection).rejects.toThrow('store away');
    }
  }
  const short = inspectArchive(async (at, length) => zip.subarray(at, at + length - 1), zip.length);
  await expect(short).rejects.toThrow('the store gave');
});

it('reads hardly more bytes than the ZIP has', async () => {
  const zip = await zipOf(
    { 'a.bin': randomBytes(5_000_000), 'b.bin': randomBytes(200_000), 'c.ts': 'x' },
    false,
  );
  const reads: { at: number; length: number }[] = [];
  await inspectArchive(async (at, length) => {
    reads.push({ at, length });
    return zip.subarray(at, at + length);
  }, zip.length);
  expect(reads.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(1.4 * zip.length);
  expect(reads.length).toBeLessThan(15);
});

const CODES = [
  'not-a-zip',
  'zip-empty',
  'zip-damaged',
  'zip-encrypted',
  'zip-overlap',
  'zip-bomb',
  'zip-too-many-files',
];

it('returns a result or a known refusal for any damage', async () => {
  const zip = await zipOf({ 'a.ts': randomBytes(300), 'b.ts': Buffer.alloc(300), 'c/d.ts': 'x' });
  const damage = fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(zip.length), async (changes, cut) => {
      const bytes = Buffer.from(zip.subarray(0, cut % 3 === 0 ? cut : zip.length));
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      const outcome = await inspect(bytes).catch((error: unknown) => error);
      if (outcome instanceof AppError) expect([...CODES, 'file-empty']).toContain(outcome.code);
      else expect(outcome).toMatchObject({ files: expect.any(Number), root: expect.any(String) });
    }),
    { numRuns: 1_000 },
  );
});
