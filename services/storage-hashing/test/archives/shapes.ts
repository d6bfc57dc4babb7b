import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Case, SOURCE } from './case.ts';
import { dataDescriptor, extraField, forge, zip64Extra } from './forge.ts';
import { CONTENT, ONE, PACKED, PNG, PROGRAM, streamed } from './samples.ts';

/** Archives as common tools write them. */
export const VALID: Case[] = [
  { name: 'one file', make: ONE, warnings: [] },
  { name: 'stored', make: () => forge([{ ...SOURCE, method: 0 }]), warnings: [] },
  {
    name: 'folders of their own, and a file',
    make: () =>
      forge([{ name: 'src/', content: '' }, { name: 'vazia/', data: Buffer.from('0300', 'hex') }, SOURCE]),
    warnings: [],
  },
  {
    name: 'a folder by its mode alone',
    make: () => forge([{ name: 'src', content: '', method: 0, attributes: (0o040755 << 16) >>> 0 }, SOURCE]),
    warnings: [],
  },
  { name: 'ZIP64', make: () => forge([SOURCE], { end64: {} }), warnings: [] },
  {
    name: 'ZIP64 with an almost empty end record of the old format',
    make: () => {
      const end = { here: 65_535, entries: 65_535, directorySize: 0xffffffff, directoryAt: 0xffffffff };
      return forge([SOURCE], { end, end64: {} });
    },
    warnings: [],
  },
  {
    name: 'sizes in the ZIP64 field',
    make: () =>
      forge([
        { ...SOURCE, packed: 0xffffffff, size: 0xffffffff, extra: zip64Extra(CONTENT.length, PACKED) },
        { ...SOURCE, name: 'b.ts', size: 0xffffffff, extra: zip64Extra(CONTENT.length) },
      ]),
    warnings: [],
    paths: ['b.ts', 'src/main.ts'],
  },
  {
    name: 'a description behind the data',
    make: () => forge([streamed(dataDescriptor(CONTENT, PACKED))]),
    warnings: [],
  },
  {
    name: 'a description without its signature',
    make: () =>
      forge([streamed(dataDescriptor(CONTENT, PACKED, { isSigned: false })), { ...SOURCE, name: 'b.ts' }]),
    warnings: [],
    paths: ['b.ts', 'src/main.ts'],
  },
  {
    name: 'descriptions of ZIP64, with and without',
    make: () =>
      forge([
        streamed(dataDescriptor(CONTENT, PACKED, { isLong: true })),
        { ...streamed(dataDescriptor(CONTENT, PACKED, { isLong: true, isSigned: false })), name: 'b.ts' },
      ]),
    warnings: [],
    paths: ['b.ts', 'src/main.ts'],
  },
  {
    name: 'the mark of a split ZIP that came to be one file (APPNOTE 8.5.4)',
    make: () => forge([SOURCE], { prefix: Buffer.from('PK00'), isAdjusted: true }),
    warnings: [],
  },
  {
    name: 'the mark of a split ZIP, in one file all the same',
    make: () => forge([SOURCE], { prefix: Buffer.from('PK\x07\x08'), isAdjusted: true }),
    warnings: [],
  },
  {
    name: 'a comment as long as can be',
    make: () => forge([SOURCE], { comment: Buffer.alloc(65_535, 'x') }),
    warnings: [],
  },
  {
    name: 'times in an extra field',
    make: () => forge([{ ...SOURCE, extra: extraField(0x5455, Buffer.from('0300000000', 'hex')) }]),
    warnings: [],
  },
  {
    name: 'an empty file, deflated to no data at all',
    make: () => forge([SOURCE, { name: 'vazio.ts', content: '', data: Buffer.alloc(0) }]),
    warnings: [],
    paths: ['src/main.ts', 'vazio.ts'],
  },
  {
    name: 'an order of the directory that is not that of the files',
    make: () => {
      const size = ONE().readUInt16LE(26) + 30 + PACKED;
      const other = { ...SOURCE, name: 'src/data.ts' };
      return forge(
        [
          { ...SOURCE, at: size },
          { ...other, at: 0 },
        ].map((part, i) => ({
          ...part,
          local: { name: i === 0 ? other.name : SOURCE.name },
        })),
      );
    },
    warnings: [],
    paths: ['src/data.ts', 'src/main.ts'],
  },
  {
    name: 'a ZIP in the ZIP: one file',
    make: () => forge([SOURCE, { name: 'lib.zip', method: 0, content: ONE() }]),
    warnings: [],
    paths: ['lib.zip', 'src/main.ts'],
  },
  {
    name: 'a nested bomb: one file, and not opened',
    make: () => {
      const zeros = forge([{ name: 'zeros', content: Buffer.alloc(10_000_000) }]);
      const layer = forge(Array.from({ length: 16 }, (_, i) => ({ name: `lib ${i}.zip`, content: zeros })));
      return forge([SOURCE, ...[0, 1, 2].map((i) => ({ name: `${i}.zip`, content: layer }))]);
    },
    warnings: [],
    paths: ['0.zip', '1.zip', '2.zip', 'src/main.ts'],
  },
];

const whole = ONE();

/** Files that are no ZIP, an empty ZIP or an incomplete one. */
export const NOT_A_ZIP: Case[] = [
  { name: 'no byte', make: () => Buffer.alloc(0), refused: 'file-empty' },
  { name: 'a renamed PNG', make: () => PNG, refused: 'not-a-zip' },
  { name: 'a gzip', make: () => gzipSync(CONTENT), refused: 'not-a-zip' },
  {
    name: 'a RAR',
    make: () => Buffer.from('Rar!\x1a\x07\x01\x00'.padEnd(300, 'x'), 'latin1'),
    refused: 'not-a-zip',
  },
  {
    name: 'a 7z',
    make: () => Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), Buffer.alloc(300)]),
    refused: 'not-a-zip',
  },
  { name: 'a text', make: () => CONTENT, refused: 'not-a-zip' },
  { name: 'three bytes', make: () => Buffer.from('PK\x03'), refused: 'not-a-zip' },
  { name: 'the end alone', make: () => forge([]), refused: 'zip-empty' },
  {
    name: 'the end with a comment',
    make: () => forge([], { comment: Buffer.from('nada') }),
    refused: 'zip-empty',
  },
  { name: "ZIP64's end alone", make: () => forge([], { end64: {} }), refused: 'zip-empty' },
  {
    name: 'folders and no file',
    make: () => forge([{ name: 'src/' }, { name: 'src/app/' }]),
    refused: 'zip-empty',
  },
  {
    name: 'bytes and an empty directory',
    make: () => forge([], { prefix: PROGRAM }),
    refused: 'zip-damaged',
  },
  {
    name: 'files that no directory lists',
    make: () => forge([{ ...SOURCE, isListed: false }]),
    refused: 'zip-damaged',
  },
  {
    name: 'an end alone that counts a file',
    make: () => forge([], { end: { here: 1, entries: 1 } }),
    refused: 'zip-damaged',
  },
  { name: 'the last byte missing', make: () => whole.subarray(0, -1), refused: 'zip-damaged' },
  { name: 'the end missing', make: () => whole.subarray(0, -22), refused: 'zip-damaged' },
  { name: 'half of it', make: () => whole.subarray(0, whole.length / 2), refused: 'zip-damaged' },
  { name: 'the first four bytes', make: () => whole.subarray(0, 4), refused: 'zip-damaged' },
  { name: 'the front missing', make: () => whole.subarray(40), refused: 'zip-damaged' },
  {
    name: 'the front missing of a large one',
    make: () => forge([{ ...SOURCE, method: 0, content: randomBytes(200_000).toString('hex') }]).subarray(40),
    refused: 'zip-damaged',
  },
  {
    name: 'a longer comment announced',
    make: () => forge([SOURCE], { end: { comment: 9 } }),
    refused: 'zip-damaged',
  },
  {
    name: 'one part of several',
    make: () => forge([SOURCE], { end: { disk: 1 } }),
    refused: 'zip-damaged',
    says: 'dividido',
  },
  {
    name: 'the first part of several',
    make: () => Buffer.concat([Buffer.from('PK\x07\x08'), whole.subarray(0, -22)]),
    refused: 'zip-damaged',
    says: 'dividido',
  },
  {
    name: 'the mark of a split ZIP, cut',
    make: () => Buffer.concat([Buffer.from('PK00'), whole.subarray(0, -22)]),
    refused: 'zip-damaged',
  },
  {
    name: 'one part of several, by ZIP64',
    make: () => forge([SOURCE], { end64: { disk: 1 } }),
    refused: 'zip-damaged',
    says: 'dividido',
  },
];
