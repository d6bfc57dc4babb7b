import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@g2/terms/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { inspectZip, overlap } from './zip.ts';

type File = { name: string; bytes: Buffer; compress: boolean };

async function zipOf(files: File[], forceZip64Format = false): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes, compress } of files) zip.addBuffer(bytes, name, { compress });
  zip.end({ forceZip64Format, comment: '' });
  return buffer(zip.outputStream as NodeJS.ReadStream);
}

/** Inspects a buffer as if it lay in an object store; tells how many bytes were read. */
async function inspect(zip: Buffer) {
  let read = 0;
  const facts = await inspectZip(zip.length, async (start, end) => {
    read += end - start + 1;
    return Readable.from([zip.subarray(start, end + 1)]);
  });
  return { ...facts, read };
}

it('counts entries and what they unpack to', async () => {
  const files = [
    { name: 'a.txt', bytes: Buffer.alloc(100_000), compress: true },
    { name: 'pasta/ção.txt', bytes: randomBytes(50), compress: false },
  ];
  for (const zip64 of [false, true]) {
    expect(await inspect(await zipOf(files, zip64))).toMatchObject({ entries: 2, unpacked: 100_050 });
  }
});

it('reads only the tail of a large file', async () => {
  const zip = await zipOf([{ name: 'a', bytes: randomBytes(20_000_000), compress: false }]);
  expect((await inspect(zip)).read).toBeLessThan(1_000_000);
});

it('counts many entries through few reads', async () => {
  const files = Array.from({ length: 5_000 }, (_, i) => ({
    name: `pasta/arquivo-${i}.ts`,
    bytes: Buffer.alloc(1),
    compress: false,
  }));
  let reads = 0;
  const zip = await zipOf(files);
  const facts = await inspectZip(zip.length, async (start, end) => {
    reads++;
    return Readable.from([zip.subarray(start, end + 1)]);
  });
  expect(facts).toEqual({ entries: 5_000, unpacked: 5_000 });
  expect(reads).toBeLessThan(10);
});

it('refuses an empty archive, and a directory larger than any honest one', async () => {
  await expect(inspect(await zipOf([]))).rejects.toMatchObject({
    code: 'zip-empty',
    message: 'O ZIP está vazio: não contém nenhum arquivo.',
  });
  const directory = 70 * 1024 * 1024;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(65_535, 8);
  end.writeUInt16LE(65_535, 10);
  end.writeUInt32LE(directory, 12);
  const entry = Buffer.alloc(46 + 2_000);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(2_000, 28);
  const large = Buffer.concat([Buffer.alloc(directory, entry), end]);
  await expect(inspect(large)).rejects.toMatchObject({ code: 'not-a-zip' });
});

/** Entries of a central directory, and its end, as a ZIP that says whatever it likes. */
function forged(entries: { at: number; packed: number }[], body: Buffer): Buffer {
  const directory = Buffer.alloc(47 * entries.length);
  entries.forEach(({ at, packed }, i) => {
    const entry = directory.subarray(47 * i);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(packed, 20);
    entry.writeUInt32LE(packed, 24);
    entry.writeUInt16LE(1, 28);
    entry.writeUInt32LE(at, 42);
    entry.write('a', 46);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, directory, end]);
}

it('refuses entries that share bytes, in whatever order they are listed', async () => {
  const body = randomBytes(1_000);
  const apart = [
    { at: 500, packed: 100 },
    { at: 0, packed: 100 },
  ];
  expect(await inspect(forged(apart, body))).toMatchObject({ entries: 2, unpacked: 200 });
  const bad = [
    [
      { at: 0, packed: 100 },
      { at: 0, packed: 100 },
    ],
    [
      { at: 500, packed: 100 },
      { at: 100, packed: 371 },
    ],
    [
      { at: 0, packed: 900 },
      { at: 200, packed: 100 },
      { at: 400, packed: 100 },
    ],
    // Inside the other's header.
    [
      { at: 0, packed: 0 },
      { at: 29, packed: 0 },
    ],
  ];
  for (const entries of bad) {
    await expect(inspect(forged(entries, body))).rejects.toMatchObject({
      code: 'not-a-zip',
      message: expect.stringContaining('mesmo lugar'),
    });
  }
});

it('finds an overlap just where two spans share a byte', () => {
  const spans = fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 40 })), { maxLength: 8 });
  fc.assert(
    fc.property(spans, (drawn) => {
      const taken = new Set<number>();
      let shared = false;
      for (const [start, length] of drawn) {
        for (let at = start; at < start + length; at++) {
          shared ||= taken.has(at);
          taken.add(at);
        }
      }
      expect(overlap(drawn.map(([start, length]) => ({ start, end: start + length })))).toBe(shared);
    }),
  );
});

it('refuses more entries than it would go through, before it does', async () => {
  const entries = Array.from({ length: 65_535 }, () => ({ at: 0, packed: 0 }));
  const zip = forged(entries, randomBytes(100));
  const many = await inspect(zip).catch((error: unknown) => error);
  expect(many).toMatchObject({ code: 'not-a-zip', message: expect.stringContaining('mesmo lugar') });

  const large = saysItHas(100_001);
  let read = 0;
  const refused = inspectZip(large.length, async (start, end) => {
    read += end - start + 1;
    return Readable.from([large.subarray(start, end + 1)]);
  });
  await expect(refused).rejects.toMatchObject({
    code: 'not-a-zip',
    message: expect.stringContaining('demais'),
  });
  expect(read).toBeLessThan(1_000_000);
});

/** A ZIP64 whose end claims so many entries; it ends before the first of them is looked at. */
function saysItHas(entries: number): Buffer {
  const body = randomBytes(10_000_000);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(body.length), 8);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  end.fill(0, 4, 8);
  end.writeUInt16LE(0, 20);
  return Buffer.concat([body, end64, locator, end]);
}

it('says of files that no directory lists any more that they are damaged, not that there are none', async () => {
  const zip = await zipOf([{ name: 'a', bytes: randomBytes(10), compress: false }]);
  const end = zip.length - 22;
  zip.fill(0, end + 8, end + 12);
  await expect(inspect(zip)).rejects.toMatchObject({ code: 'not-a-zip' });
});

it('passes on what the object store fails with', async () => {
  const zip = await zipOf([{ name: 'a', bytes: randomBytes(10), compress: false }]);
  const away = inspectZip(zip.length, async () => {
    throw new Error('store away');
  });
  await expect(away).rejects.toThrow('store away');
});

it('says not-a-zip to any damage, and never anything else', async () => {
  const zip = await zipOf([
    { name: 'a', bytes: randomBytes(300), compress: false },
    { name: 'b', bytes: Buffer.alloc(300), compress: true },
  ]);
  const damage = fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(zip.length), async (changes, cut) => {
      const bytes = Buffer.from(zip.subarray(0, cut % 3 === 0 ? cut : zip.length));
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      const outcome = await inspect(bytes).catch((error: unknown) => error);
      if (outcome instanceof AppError) expect(outcome.code).toBe('not-a-zip');
      else expect(outcome).toMatchObject({ entries: expect.any(Number), unpacked: expect.any(Number) });
    }),
  );
});
