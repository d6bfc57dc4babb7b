import { crc32, deflateRawSync } from 'node:zlib';
import { type Case, SOURCE } from './case.ts';
import { extraField, forge, type Part, zip64Extra } from './forge.ts';

const GB = 1024 ** 3;
/** Declares `size` but holds one byte. */
const claims = (name: string, size: number): Part => ({
  name,
  content: 'x',
  size: Math.min(size, 0xffffffff),
  ...(size >= 0xffffffff ? { extra: zip64Extra(size) } : {}),
});

const KERNEL = deflateRawSync(Buffer.alloc(1_000_000));
const KERNEL_SUM = crc32(Buffer.alloc(1_000_000));

/** Classic overlap bomb: many entries share one header. */
function overlapping(count: number): Buffer {
  const kernel: Part = { name: 'kernel', data: KERNEL, crc32: KERNEL_SUM, size: 1_000_000 };
  const again = Array.from({ length: count - 1 }, (): Part => ({ ...kernel, isThere: false, at: 0 }));
  return forge([kernel, ...again]);
}

/** Fifield's quoting bomb: each file is a stored block with the next one's header, then its data. */
function quoting(count: number): Buffer {
  const parts: Part[] = [];
  const name = (i: number) => `f${String(i).padStart(4, '0')}`;
  const header = 30 + 5;
  const quote = 5;
  for (let i = 0; i < count; i++) {
    const left = count - 1 - i;
    parts.push({
      name: name(i),
      packed: left * (quote + header) + KERNEL.length,
      size: left * header + 1_000_000,
      at: i * (header + quote),
      data: i === count - 1 ? KERNEL : Buffer.from([0, header, 0, ~header & 0xff, 0xff]),
    });
  }
  return forge(parts);
}

export const OVERLAPS: Case[] = [
  { name: 'one header for a thousand files', make: () => overlapping(1_000), refused: 'zip-overlap' },
  {
    name: 'one header for six thousand files, of 6 GB',
    make: () => overlapping(6_000),
    refused: 'zip-overlap',
  },
  { name: 'files quoted in files', make: () => quoting(500), refused: 'zip-overlap' },
  {
    name: 'a file listed twice',
    make: () => forge([SOURCE, { ...SOURCE, isThere: false, at: 0 }]),
    refused: 'zip-overlap',
  },
  {
    name: 'a file within another',
    make: () => {
      const inner = forge([SOURCE]);
      return forge([
        { name: 'fora.bin', method: 0, content: inner },
        { ...SOURCE, isThere: false, at: 30 + 8 },
      ]);
    },
    refused: 'zip-overlap',
  },
  {
    name: 'a file that goes on into the directory',
    make: () => forge([{ name: 'a.ts', method: 0, content: 'x', packed: 40, size: 40 }]),
    refused: 'zip-overlap',
  },
  {
    name: 'a file that lies in the directory',
    make: () => {
      const inner = forge([{ name: 'i', content: '' }]);
      return forge([
        { ...SOURCE, central: { extra: extraField(9, inner) } },
        { name: 'i', content: '', isThere: false },
      ]);
    },
    refused: 'zip-overlap',
  },
  {
    name: 'files that overlap by the extra field of a header',
    make: () => {
      const extra = extraField(9, Buffer.alloc(20));
      const first: Part = { ...SOURCE, local: { extra }, data: Buffer.alloc(0), packed: 24 };
      return forge([first, { name: 'b.ts', content: 'b', after: Buffer.alloc(100) }]);
    },
    refused: 'zip-overlap',
  },
  {
    name: 'the last file overlaps the directory by the extra field of its header',
    make: () => {
      const extra = extraField(9, Buffer.alloc(20));
      return forge([
        { name: 'a', method: 0, content: '', local: { extra }, packed: 20, size: 20, data: Buffer.alloc(0) },
      ]);
    },
    refused: 'zip-overlap',
  },
];

export const BOMBS: Case[] = [
  {
    name: 'more than 5 GB declared by one',
    make: () => forge([SOURCE, claims('a', 5 * GB + 1)]),
    refused: 'zip-bomb',
  },
  {
    name: 'more than 5 GB declared by ten',
    make: () => forge([SOURCE, ...Array.from({ length: 10 }, (_, i) => claims(`a${i}`, 600_000_000))]),
    refused: 'zip-bomb',
  },
  {
    name: 'as much as a field holds',
    make: () => forge([SOURCE, claims('a', 2 ** 63)]),
    refused: 'zip-bomb',
  },
  {
    name: '5 GB declared and not there',
    make: () => forge([SOURCE, claims('a', 4 * GB)]),
    refused: 'zip-damaged',
    says: 'tamanho',
  },
  {
    name: 'a million files counted, one there',
    make: () =>
      forge([SOURCE], { end: { here: 65_535, entries: 65_535 }, end64: { here: 1e6, entries: 1e6 } }),
    refused: 'zip-too-many-files',
  },
  {
    name: 'a directory of 40 MB',
    make: () =>
      forge(
        Array.from(
          { length: 640 },
          (_, i): Part => ({
            name: `${i}.ts`,
            content: 'x',
            central: { extra: extraField(9, Buffer.alloc(65_000)) },
          }),
        ),
      ),
    refused: 'zip-too-many-files',
  },
];
