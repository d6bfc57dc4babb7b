import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from '@g2/terms/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOURCE } from './archives/case.ts';
import { CORPUS } from './archives/corpus.ts';
import { extraField, type Frame, forgePieces, type Part, zip64Extra } from './archives/forge.ts';
import { type Measured, measured } from './archives/measured.ts';

/** Memory limit of an inspection, MB. */
const MEMORY = 300;
const MB = 1_000_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'g2-archives-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Inspects an archive in a child process and measures it. */
async function decide(name: string, parts: Iterable<Part>, frame?: Frame): Promise<Measured> {
  const path = join(folder, 'large.zip');
  await pipeline(Readable.from(forgePieces(parts, frame)), createWriteStream(path));
  const [outcome] = await measured(path);
  if (outcome === undefined) throw new Error('nothing was measured');
  return reported(name, outcome);
}

function reported(name: string, outcome: Measured): Measured {
  console.log(`${name}: ${outcome.ms} ms, ${outcome.rss} MB, ${outcome.refused ?? 'accepted'}`);
  expect(outcome.rss).toBeLessThan(MEMORY);
  return outcome;
}

async function deflatedZeros(size: number): Promise<{ data: Buffer; crc32: number }> {
  const block = Buffer.alloc(16 * MB);
  let sum = 0;
  const blocks = function* () {
    for (let left = size; left > 0; left -= block.length) {
      const piece = block.subarray(0, Math.min(left, block.length));
      sum = crc32(piece, sum);
      yield piece;
    }
  };
  const chunks: Buffer[] = [];
  await pipeline(Readable.from(blocks()), createDeflateRaw({ level: 6 }), async (packed) => {
    for await (const chunk of packed) chunks.push(chunk);
  });
  return { data: Buffer.concat(chunks), crc32: sum };
}

function* times<T>(count: number, make: (index: number) => T): Generator<T> {
  for (let i = 0; i < count; i++) yield make(i);
}

const tiny = (i: number): Part => ({
  name: `src/pasta-${i % 100}/arquivo-${i}.ts`,
  method: 0,
  content: 'export {};',
});
const COUNTED = { here: 65_535, entries: 65_535 };

it('accepts 500 MB of zeros', { timeout: 120_000 }, async () => {
  const size = 500 * MB;
  const zeros = await deflatedZeros(size);
  const found = await decide('500 MB of zeros', [SOURCE, { name: 'zeros', size, ...zeros }]);
  expect(found).toMatchObject({ warnings: [], files: 2 });
  const stored = [SOURCE, { name: 'zeros', method: 0, size, data: Buffer.alloc(size), crc32: zeros.crc32 }];
  expect(await decide('500 MB of zeros, stored', stored)).toMatchObject({ warnings: [], files: 2 });
});

it('unpacks 4 GB in time and detects false sizes', {
  timeout: 180_000,
}, async () => {
  const size = 4_000 * MB;
  const zeros = await deflatedZeros(size);
  const honest: Part = { name: 'zeros', size, ...zeros };
  const found = await decide('4 GB of zeros', [SOURCE, honest]);
  expect(found).toMatchObject({ warnings: [], files: 2 });
  const more = { ...honest, name: 'more', size: MAX_UNPACKED_BYTES - size };
  expect(await decide('5 GB declared', [honest, more, SOURCE])).toMatchObject({ refused: 'zip-bomb' });
  const lying = { ...honest, size: 1_000 };
  expect(await decide('4 GB, 1,000 bytes declared', [SOURCE, lying])).toMatchObject({
    refused: 'zip-damaged',
  });
  const quick = { name: 'zeros', ...(await deflatedZeros(200 * MB)), size: 1_000 };
  expect(await decide('200 MB in 200 KB, 1,000 bytes declared', [SOURCE, quick])).toMatchObject({
    refused: 'zip-damaged',
  });
  const wide = { name: 'wide', size: 0xffffffff, extra: zip64Extra(8 * size), ...zeros };
  expect(await decide('32 GB declared', [SOURCE, wide])).toMatchObject({ refused: 'zip-bomb' });
});

it('accepts the maximum number of files and refuses one more', { timeout: 120_000 }, async () => {
  const end64 = {};
  const found = await decide('100,000 files', times(MAX_ARCHIVE_ENTRIES, tiny), { end: COUNTED, end64 });
  expect(found).toMatchObject({ warnings: [], files: MAX_ARCHIVE_ENTRIES });
  const more = await decide('100,001 files', times(MAX_ARCHIVE_ENTRIES + 1, tiny), { end: COUNTED, end64 });
  expect(more).toMatchObject({ refused: 'zip-too-many-files' });
  const uncounted = { end: { here: 100_001 % 65_536, entries: 100_001 % 65_536 } };
  const quiet = await decide(
    '100,001 files, counted as less',
    times(MAX_ARCHIVE_ENTRIES + 1, tiny),
    uncounted,
  );
  expect(quiet).toMatchObject({ refused: 'zip-too-many-files' });
});

it('accepts the longest names', { timeout: 120_000 }, async () => {
  const long = (i: number): Part => ({
    name: `${i}/${'código/'.repeat(33)}a.ts`,
    flags: 0x800,
    method: 0,
    content: `export const a = ${i};`,
  });
  const count = 100_000;
  const found = await decide('100,000 long names', times(count, long), { end: COUNTED, end64: {} });
  expect(found).toMatchObject({ warnings: [], files: count });
});

it('refuses a million files with any declared count', { timeout: 120_000 }, async () => {
  const bare = (i: number): Part => ({ name: String(i), method: 0, content: '' });
  for (const counted of [1_000_000, 1]) {
    const frame = { end: COUNTED, end64: { here: counted, entries: counted } };
    const found = await decide(`a million files, ${counted} counted`, times(1_000_000, bare), frame);
    expect(found).toMatchObject({ refused: 'zip-too-many-files' });
  }
  const small = times(500_000, bare);
  const wrapped = { end: { here: 500_000 % 65_536, entries: 500_000 % 65_536 } };
  expect(await decide('half a million, counted by 16 bits', small, wrapped)).toMatchObject({
    refused: 'zip-too-many-files',
  });
});

it('accepts more than 65,535 files with a 16-bit count, as by macOS', { timeout: 120_000 }, async () => {
  const frame = { end: { here: 70_000 % 65_536, entries: 70_000 % 65_536 } };
  const found = await decide('70,000 files, counted by 16 bits', times(70_000, tiny), frame);
  expect(found).toMatchObject({ warnings: [], files: 70_000 });
});

it('accepts 500 MB of source in 50,000 files', { timeout: 300_000 }, async () => {
  // Compresses to a quarter, like source code; 100 contents repeat under distinct names.
  const sources = Array.from({ length: 100 }, () => {
    const words = Array.from({ length: 150 }, () => randomBytes(6).toString('base64'));
    const pick = randomBytes(11_000);
    const text = Array.from(pick, (byte) => `${words[byte % 150]} `).join('');
    const content = Buffer.from(text).subarray(0, 46_500);
    return { data: deflateRawSync(content), size: content.length, crc32: crc32(content) };
  });
  const packed = sources.reduce((sum, { data }) => sum + data.length, 0) / sources.length;
  const files = times(50_000, (i): Part => ({ name: `src/${i % 500}/arquivo-${i}.ts`, ...sources[i % 100] }));
  const found = await decide(`50,000 files of ${Math.round(packed)} bytes, packed`, files);
  expect(found).toMatchObject({ warnings: [], files: 50_000 });
  expect(50_000 * packed).toBeGreaterThan(490 * MB);
});

it('accepts a directory with names of 64 KB', { timeout: 120_000 }, async () => {
  const wide = (i: number): Part => ({
    name: `${i}.ts`.padStart(32_000, 'ç'),
    content: 'x',
    flags: 0x800,
    central: { extra: extraField(9, Buffer.alloc(100)) },
  });
  expect(await decide('names of 64 KB', [...times(400, wide)])).toMatchObject({ files: 400 });
});

it('inspects every unusual archive within the memory limit', { timeout: 120_000 }, async () => {
  const cases = Object.values(CORPUS).flat();
  const paths = cases.map((_, i) => join(folder, `odd-${i}.zip`));
  for (const [i, one] of cases.entries()) await writeFile(paths[i] ?? '', one.make());
  const outcomes = await measured(...paths);
  expect(outcomes.map(({ refused }) => refused)).toEqual(
    cases.map((one) => ('refused' in one ? one.refused : undefined)),
  );
  const slowest = Math.max(...outcomes.map(({ ms }) => ms));
  const most = Math.max(...outcomes.map(({ rss }) => rss));
  console.log(`${cases.length} odd archives: at most ${slowest} ms each, ${most} MB for all`);
  expect(most).toBeLessThan(MEMORY);
});
