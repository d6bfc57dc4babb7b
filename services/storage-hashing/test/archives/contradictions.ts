import { deflateRawSync } from 'node:zlib';
import { type Case, SOURCE } from './case.ts';
import { extraField, forge, type Part, zip64Extra } from './forge.ts';

const CONTENT = Buffer.from(SOURCE.content);
const PACKED = deflateRawSync(CONTENT);
/** Above the limit for synchronous unpacking. */
const LARGE = Buffer.alloc(3_000_000, 'export const answer = 42;\n');
const large: Part = { name: 'src/large.ts', content: LARGE };
const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};
const damagedCase = (name: string, part: Part, says?: string): Case => ({
  name,
  make: () => forge([part, { name: 'z.ts', content: 'z' }]),
  refused: 'zip-damaged',
  ...(says ? { says } : {}),
});

/** Archives with corrupted bytes. */
export const CORRUPTED: Case[] = [
  damagedCase('a bit of deflated data', { ...SOURCE, data: flipped(PACKED, 8) }, 'src/main.ts'),
  damagedCase('a bit of stored data', { ...SOURCE, method: 0, data: flipped(CONTENT, 8) }, 'corrompido'),
  damagedCase(
    'a bit of much stored data',
    { ...large, method: 0, data: flipped(LARGE, 2_000_000) },
    'corrompido',
  ),
  damagedCase('another sum', { ...SOURCE, crc32: 1 }, 'corrompido'),
  damagedCase('another sum of a large file', { ...large, crc32: 1 }, 'corrompido'),
  damagedCase('no deflate data', { ...SOURCE, data: Buffer.alloc(PACKED.length, 0xff) }, 'corrompido'),
  damagedCase('deflate data that is cut', { ...SOURCE, data: PACKED.subarray(0, -2) }, 'corrompido'),
  damagedCase(
    'much deflate data that is cut',
    { ...large, data: deflateRawSync(LARGE).subarray(0, -2) },
    'corrompido',
  ),
  damagedCase("a file's header that is none", { ...SOURCE, local: { signature: 0x04034b51 } }, 'corrompido'),
  damagedCase("a directory's header that is none", { ...SOURCE, central: { signature: 0x02014b51 } }),
  damagedCase('an extra field longer than there is room', {
    ...SOURCE,
    central: { extra: Buffer.from('01000900', 'hex') },
  }),
  damagedCase('an extra field that ZIP64 needs and is not there', { ...SOURCE, size: 0xffffffff }),
  damagedCase(
    "the same in the file's header",
    { ...SOURCE, size: 0xffffffff, extra: zip64Extra(CONTENT.length), local: { extra: Buffer.alloc(0) } },
    'corrompido',
  ),
  damagedCase('a file that lies behind the end', { ...SOURCE, at: 1_000_000 }),
  damagedCase('data that goes on behind the end', { ...SOURCE, packed: 5_000_000 }),
];

/** Archives with false sizes or headers. */
export const CONTRADICTIONS: Case[] = [
  damagedCase('a size too small', { ...SOURCE, size: CONTENT.length - 1 }, 'tamanho'),
  damagedCase('a size too large', { ...SOURCE, size: CONTENT.length + 1 }, 'tamanho'),
  damagedCase('a size of none', { ...SOURCE, size: 0 }, 'tamanho'),
  damagedCase('a large size too small', { ...large, size: LARGE.length - 1 }, 'tamanho'),
  damagedCase('a large size too large', { ...large, size: LARGE.length + 1 }, 'tamanho'),
  damagedCase('a small size of large content', { ...large, size: 10 }, 'tamanho'),
  damagedCase('stored and of two sizes', { ...SOURCE, method: 0, size: 9 }, 'tamanho'),
  damagedCase(
    'bytes behind the deflate data',
    { ...SOURCE, data: Buffer.concat([PACKED, CONTENT]) },
    'tamanho',
  ),
  damagedCase(
    'bytes behind much deflate data',
    { ...large, data: Buffer.concat([deflateRawSync(LARGE), LARGE]) },
    'tamanho',
  ),
  damagedCase('another name in its own header', { ...SOURCE, local: { name: 'src/evil.ts' } }, 'contradiz'),
  damagedCase('another method in its own header', { ...SOURCE, local: { method: 0 } }, 'contradiz'),
  damagedCase('another size in its own header', { ...SOURCE, local: { size: 9 } }, 'contradiz'),
  damagedCase('another packed size in its own header', { ...SOURCE, local: { packed: 9 } }, 'contradiz'),
  damagedCase('another sum in its own header', { ...SOURCE, local: { crc32: 9 } }, 'contradiz'),
  {
    name: 'fewer files counted than there are',
    make: () => forge([SOURCE, { name: 'b.ts' }], { end: { here: 1, entries: 1 } }),
    refused: 'zip-damaged',
  },
  {
    name: 'more files counted than there are',
    make: () => forge([SOURCE], { end: { here: 2, entries: 2 } }),
    refused: 'zip-damaged',
  },
  {
    name: 'fewer counted on this disk',
    make: () => forge([SOURCE, { name: 'b.ts' }], { end: { here: 1 } }),
    refused: 'zip-damaged',
  },
  {
    name: 'a directory cut within an entry',
    make: () =>
      forge([SOURCE], { end: { directorySize: 50, directoryAt: forge([SOURCE]).length - 22 - 50 } }),
    refused: 'zip-damaged',
  },
  {
    name: 'a directory larger than it is',
    make: () => forge([SOURCE], { end: { directorySize: 5_000 } }),
    refused: 'zip-damaged',
  },
  {
    name: 'a directory said to end within its last entry',
    make: () =>
      forge([SOURCE, { ...SOURCE, name: 'b.ts', central: { extra: extraField(9, Buffer.alloc(60)) } }], {
        beforeDirectory: Buffer.alloc(0),
        end: { directorySize: 57 + 56 },
      }),
    refused: 'zip-damaged',
  },
  {
    name: 'a comment that goes on behind the directory',
    make: () => {
      const bytes = forge([SOURCE]);
      bytes.writeUInt16LE(9, bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 32);
      return bytes;
    },
    refused: 'zip-damaged',
  },
  {
    name: 'two ends that disagree on how many',
    make: () => forge([SOURCE, { name: 'b.ts' }], { end: { here: 1, entries: 1 }, end64: {} }),
    refused: 'zip-damaged',
  },
  {
    name: 'two ends that disagree on how large',
    make: () => forge([SOURCE], { end: { directorySize: 9 }, end64: {} }),
    refused: 'zip-damaged',
  },
  {
    name: 'two ends that disagree on where',
    make: () => forge([SOURCE], { end: { directoryAt: 9 }, end64: {} }),
    refused: 'zip-damaged',
  },
  {
    name: "ZIP64's end somewhere else",
    make: () => forge([SOURCE], { end64: { recordAt: 5 } }),
    refused: 'zip-damaged',
  },
  {
    name: "ZIP64's count of more than there are",
    make: () =>
      forge([SOURCE], { end: { here: 65_535, entries: 65_535 }, end64: { here: 65_537, entries: 65_537 } }),
    refused: 'zip-damaged',
  },
];

const ENCRYPTED = (name: string, part: Part): Case => ({
  name,
  make: () => forge([SOURCE, { name: 'b.ts', content: 'segredo', ...part }]),
  refused: 'zip-encrypted',
});

export const ENCRYPTED_CASES: Case[] = [
  ENCRYPTED('a password', { flags: 1 }),
  ENCRYPTED('a password and a description', { flags: 9 }),
  ENCRYPTED('a password of AES', { flags: 1, method: 99 }),
  ENCRYPTED('strong encryption', { flags: 0x41 }),
  ENCRYPTED('strong encryption without the other bit', { flags: 0x40 }),
  ENCRYPTED('a masked header', { flags: 0x2000 }),
  ENCRYPTED('a header masked by the directory alone', { central: { flags: 0x2000 } }),
  ENCRYPTED('encrypted by its own header alone', { local: { flags: 1 } }),
];
