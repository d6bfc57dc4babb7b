import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SOURCE } from './case.ts';
import { forge, type Part } from './forge.ts';

export const CONTENT = Buffer.from(SOURCE.content);
export const PACKED = deflateRawSync(CONTENT).length;
export const ONE = () => forge([SOURCE]);
/** Start of a self-extracting archive. */
export const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5_000, 0x90)]);
export const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  randomBytes(3_000),
]);

/** A streamed entry: the sizes follow the data. */
export const streamed = (after: Buffer): Part => ({
  ...SOURCE,
  flags: 8,
  local: { crc32: 0, packed: 0, size: 0 },
  after,
});
