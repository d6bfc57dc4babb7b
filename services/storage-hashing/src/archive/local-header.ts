import { AppError } from '@g2/terms/errors';
import { parseExtraFields } from 'yauzl';
import { type DirectoryEntry, ENCRYPTION_FLAGS, type EntryLocation, LOCAL_HEADER } from './directory.ts';
import { contradictionError, damagedFileError } from './refusals.ts';
import type { WindowedReader } from './windowed-reader.ts';

/** Signature of a local file header, "PK\3\4" (APPNOTE 4.3.7). */
const SIGNATURE = 0x04034b50;
/** General purpose bit 3: a data descriptor follows the data. */
const DESCRIBED = 0x8;
/** Value of a size that is stored in the ZIP64 field instead (APPNOTE 4.5.3). */
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;

/** ZIP readers differ in which of local header and directory they use. @throws AppError zip-damaged, zip-encrypted */
export async function checkLocalHeader(
  file: WindowedReader,
  entry: DirectoryEntry,
): Promise<{ dataAt: number; isDescribed: boolean }> {
  const { place } = entry;
  const header = await readLocalHeader(file, place.at, entry.path);
  const isDescribed = (header.flags & DESCRIBED) !== 0;
  if ((header.flags & ENCRYPTION_FLAGS) !== 0) throw new AppError('zip-encrypted');
  const agrees =
    header.method === place.method &&
    header.raw.toString('latin1') === entry.raw &&
    (isDescribed ||
      (header.crc32 === place.crc32 && header.packed === place.packed && header.size === place.size));
  if (!agrees) throw contradictionError(entry.path);
  return { dataAt: header.dataAt, isDescribed };
}

type Local = Omit<EntryLocation, 'at'> & { flags: number; raw: Buffer; dataAt: number };

/** @throws AppError zip-damaged */
export async function readLocalHeader(file: WindowedReader, at: number, path: string): Promise<Local> {
  const fixed = await file.bytes(at, LOCAL_HEADER);
  if (fixed.readUInt32LE(0) !== SIGNATURE) throw damagedFileError(path);
  const header = {
    flags: fixed.readUInt16LE(6),
    method: fixed.readUInt16LE(8),
    crc32: fixed.readUInt32LE(14),
    packed: fixed.readUInt32LE(18),
    size: fixed.readUInt32LE(22),
  };
  const [nameBytes, extraBytes] = [fixed.readUInt16LE(26), fixed.readUInt16LE(28)];
  const dataAt = at + LOCAL_HEADER + nameBytes + extraBytes;
  if (dataAt > file.size) throw damagedFileError(path);
  const variable = await file.bytes(at + LOCAL_HEADER, nameBytes + extraBytes);
  const raw = variable.subarray(0, nameBytes);
  return { ...withZip64(header, variable.subarray(nameBytes), path), raw, dataAt };
}

/** Replaces sizes by those of the ZIP64 field, which starts with the unpacked size (APPNOTE 4.5.3). */
function withZip64<Header extends { packed: number; size: number }>(
  header: Header,
  extra: Buffer,
  path: string,
): Header {
  if (header.packed !== IN_ZIP64 && header.size !== IN_ZIP64) return header;
  try {
    const data = parseExtraFields(extra).find(({ id }) => id === ZIP64_FIELD)?.data ?? Buffer.alloc(0);
    const size = header.size === IN_ZIP64 ? Number(data.readBigUInt64LE(0)) : header.size;
    const packedAt = header.size === IN_ZIP64 ? 8 : 0;
    const packed = header.packed === IN_ZIP64 ? Number(data.readBigUInt64LE(packedAt)) : header.packed;
    return { ...header, size, packed };
  } catch (error) {
    throw damagedFileError(path, error);
  }
}
/** Data descriptor with or without signature, with sizes of eight or four bytes (APPNOTE 4.3.9). */
const DESCRIPTOR_LENGTHS = [24, 20, 16, 12];

/** Length of the entry's data descriptor; 0 when no descriptor matches. @param room bytes up to the next record */
export async function dataDescriptorBytes(
  file: WindowedReader,
  at: number,
  room: number,
  entry: EntryLocation,
): Promise<number> {
  const bytes = await file.bytes(at, Math.min(room, 24));
  return (
    DESCRIPTOR_LENGTHS.find(
      (length) => length <= bytes.length && matchesDescriptor(bytes.subarray(0, length), entry),
    ) ?? 0
  );
}

/** Signature of a data descriptor, "PK\7\8" (APPNOTE 4.3.9.3). */
const DESCRIPTION = 0x08074b50;

function matchesDescriptor(bytes: Buffer, { crc32, packed, size }: EntryLocation): boolean {
  const isSigned = bytes.length === 24 || bytes.length === 16;
  if (isSigned && bytes.readUInt32LE(0) !== DESCRIPTION) return false;
  const fields = bytes.subarray(isSigned ? 4 : 0);
  const sizes =
    fields.length === 20
      ? [Number(fields.readBigUInt64LE(4)), Number(fields.readBigUInt64LE(12))]
      : [fields.readUInt32LE(4), fields.readUInt32LE(8)];
  return fields.readUInt32LE(0) === crc32 && sizes[0] === packed && sizes[1] === size;
}
