import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { MAX_ARCHIVE_ENTRIES, MAX_UPLOAD_BYTES } from '@g2/terms/limits';
import { Refused } from './output.ts';

export type Entry = { path: Buffer; mode: string; content: Buffer };
export type PackedZip = { sha256: string; size: number };

/** MS-DOS date 1980-01-01, the earliest in a ZIP: real dates would change the hash. */
const DATE = 33;
/** ZIP flag for UTF-8 file names (APPNOTE, general purpose bit 11). */
const FLAGS = 0x0800;
const UNIX = 3 << 8;
const LINK = '120000';
const STORED = 20;
const ZIP64 = 45;
const MOST_16 = 0xffff;
const BLOCK = 1024 * 1024;
const MOST_32 = 0xffff_ffff;

/**
 * Writes a reproducible ZIP: entries in the given order, without real times. Compresses only with `compress`,
 * because compressed bytes differ between versions of the compressor.
 * @returns SHA-256 (hexadecimal) and size (bytes)
 * @throws Refused above the service's limits
 */
export async function packZip(
  into: string,
  entries: AsyncIterable<Entry>,
  compress: boolean,
): Promise<PackedZip> {
  const file = await open(into, 'w', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  // Collects small writes and writes them as one block.
  let held: Buffer[] = [];
  let holding = 0;
  const flush = async (): Promise<void> => {
    await file.writeFile(Buffer.concat(held, holding));
    held = [];
    holding = 0;
  };
  const write = async (bytes: Buffer): Promise<void> => {
    if (size + bytes.length > MAX_UPLOAD_BYTES) {
      throw new Refused(
        `O ZIP passa de 500 MB, o máximo.${compress ? '' : ' Tente com --compress.'}`,
        'file-too-large',
      );
    }
    hash.update(bytes);
    size += bytes.length;
    held.push(bytes);
    holding += bytes.length;
    if (holding >= BLOCK) await flush();
  };
  try {
    const central: Buffer[] = [];
    for await (const entry of entries) {
      if (central.length >= MAX_ARCHIVE_ENTRIES) {
        throw new Refused('São mais de 100.000 arquivos, o máximo.', 'zip-too-many-files');
      }
      const { head, data, listed } = entryRecords(entry, compress, size);
      await write(head);
      await write(data);
      central.push(listed);
    }
    const at = size;
    for (const listed of central) await write(listed);
    await write(endOf(central.length, size - at, at));
    await flush();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

function entryRecords({ path, mode, content }: Entry, compress: boolean, offset: number) {
  const deflated = compress ? deflateRawSync(content, { level: 9 }) : content;
  const isSmaller = deflated.length < content.length;
  const data = isSmaller ? deflated : content;
  // The fields from "version needed" to the lengths are the same in the local and the central header.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(STORED, 0);
  common.writeUInt16LE(FLAGS, 2);
  common.writeUInt16LE(isSmaller ? 8 : 0, 4);
  common.writeUInt16LE(DATE, 8);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(path.length, 22);
  const signature = Buffer.from('PK\u0003\u0004', 'latin1');
  const listing = Buffer.alloc(6);
  listing.write('PK\u0001\u0002', 'latin1');
  listing.writeUInt16LE(UNIX | STORED, 4);
  const rest = Buffer.alloc(14);
  // Git stores only 120000 for a symbolic link, without permission bits.
  const unix = mode === LINK ? 0o120777 : Number.parseInt(mode, 8);
  rest.writeUInt32LE((unix << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  return {
    head: Buffer.concat([signature, common, path]),
    data,
    listed: Buffer.concat([listing, common, rest, path]),
  };
}

/** The end-of-central-directory record, preceded by the ZIP64 records from 65,535 files on. */
function endOf(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  const most = Math.min(count, MOST_16);
  end.writeUInt16LE(most, 8);
  end.writeUInt16LE(most, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(count > MOST_16 ? MOST_32 : at, 16);
  if (count < MOST_16) return end;
  const long = Buffer.alloc(56);
  long.write('PK\u0006\u0006', 'latin1');
  long.writeBigUInt64LE(44n, 4);
  long.writeUInt16LE(UNIX | ZIP64, 12);
  long.writeUInt16LE(ZIP64, 14);
  long.writeBigUInt64LE(BigInt(count), 24);
  long.writeBigUInt64LE(BigInt(count), 32);
  long.writeBigUInt64LE(BigInt(length), 40);
  long.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 'latin1');
  locator.writeBigUInt64LE(BigInt(at + length), 8);
  locator.writeUInt32LE(1, 16);
  end.writeUInt32LE(MOST_32, 16);
  return Buffer.concat([long, locator, end]);
}
