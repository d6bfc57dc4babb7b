import { AppError } from '@g2/terms/errors';
import { SPLIT_MAGIC, UNSPLIT_MAGIC, ZIP_MAGIC } from './magic.ts';
import { damagedError } from './refusals.ts';
import type { WindowedReader } from './windowed-reader.ts';

/** End of central directory (APPNOTE 4.3.14-16). Offsets in the file, bytes. */
export type EndOfDirectory = {
  directoryAt: number;
  directorySize: number;
  /** Declared number of entries; without ZIP64 only its low 16 bits. */
  entries: number;
  isZip64: boolean;
  /** Bytes before the archive that its offsets do not count, as after `cat program archive.zip`. */
  shift: number;
};

/** Record "PK\5\6" at the end of a ZIP: 22 bytes, then a comment. */
const END = { signature: 0x06054b50, bytes: 22, comment: 0xffff };
/** "PK\6\7": locates the ZIP64 end record. */
const LOCATOR = { signature: 0x07064b50, bytes: 20 };
/** Fixed part of the ZIP64 end record. */
const END64 = { bytes: 56 };

const ONE_PART = 'O arquivo é uma parte de um ZIP dividido. Envie o ZIP inteiro, em um só arquivo.';

const TAIL = END.comment + END.bytes + LOCATOR.bytes;

/** @throws AppError file-empty, not-a-zip, zip-empty, zip-damaged */
export async function readEnd(file: WindowedReader): Promise<EndOfDirectory> {
  if (file.size === 0) throw new AppError('file-empty');
  const tail = await tailOf(file, file.size);
  const at = lastSignature(tail);
  if (at === undefined) throw await missingEndError(file);
  const end = tail.subarray(at);
  if (end.readUInt16LE(20) !== end.length - END.bytes) {
    throw damagedError('Há bytes depois do fim do ZIP, ou ele está incompleto.');
  }
  const endAt = file.size - end.length;
  const classic = fieldsOf(end);
  const locator = at >= LOCATOR.bytes ? tail.subarray(at - LOCATOR.bytes, at) : undefined;
  const is64 = locator?.readUInt32LE(0) === LOCATOR.signature;
  const found = is64
    ? await end64(file, locator, endAt - LOCATOR.bytes, classic)
    : classicEnd(classic, endAt);
  if (found.directoryAt < 0 || found.shift < 0) throw damagedError();
  if (found.directorySize === 0) throw emptyDirectoryError(found);
  return found;
}

/** Front-to-back readers would list a ZIP in the first `before` bytes; it is refused. @throws AppError zip-damaged */
export async function refuseTwo(file: WindowedReader, before: number): Promise<void> {
  if (before < END.bytes) return;
  const tail = await tailOf(file, before);
  const at = lastSignature(tail);
  const isEnd =
    at !== undefined &&
    tail.readUInt32LE(at + 4) === 0 &&
    tail.readUInt16LE(at + 20) >= tail.length - at - END.bytes;
  if (isEnd) throw damagedError('O arquivo traz dois ZIPs, um atrás do outro. Envie um só.');
}

/** An empty directory at offset 0 is an empty ZIP; after other bytes it is damage. */
const emptyDirectoryError = ({ entries, directoryAt }: EndOfDirectory): AppError =>
  entries === 0 && directoryAt === 0 ? new AppError('zip-empty') : damagedError();

const tailOf = (file: WindowedReader, end: number): Promise<Buffer> =>
  file.bytes(Math.max(0, end - TAIL), Math.min(end, TAIL));

function lastSignature(tail: Buffer): number | undefined {
  const magic = Buffer.alloc(4);
  magic.writeUInt32LE(END.signature);
  const at = tail.length < END.bytes ? -1 : tail.lastIndexOf(magic, tail.length - END.bytes);
  return at === -1 ? undefined : at;
}

async function missingEndError(file: WindowedReader): Promise<AppError> {
  const head = await file.bytes(0, Math.min(4, file.size));
  if (head.equals(SPLIT_MAGIC)) return damagedError(ONE_PART);
  return head.equals(ZIP_MAGIC) || head.equals(UNSPLIT_MAGIC) ? damagedError() : new AppError('not-a-zip');
}

type Fields = { disks: number[]; counts: number[]; size: number; offset: number };

const fieldsOf = (end: Buffer): Fields => ({
  disks: [end.readUInt16LE(4), end.readUInt16LE(6)],
  counts: [end.readUInt16LE(8), end.readUInt16LE(10)],
  size: end.readUInt32LE(12),
  offset: end.readUInt32LE(16),
});

const fieldsOf64 = (end: Buffer): Fields => ({
  disks: [end.readUInt32LE(16), end.readUInt32LE(20)],
  counts: [Number(end.readBigUInt64LE(24)), Number(end.readBigUInt64LE(32))],
  size: Number(end.readBigUInt64LE(40)),
  offset: Number(end.readBigUInt64LE(48)),
});

/** The directory ends where its end record begins; this gives its real offset. */
function endOf({ disks, counts, size, offset }: Fields, recordAt: number, isZip64: boolean): EndOfDirectory {
  if (disks.some((disk) => disk !== 0)) {
    throw damagedError(ONE_PART);
  }
  const [here = 0, entries = 0] = counts;
  if (here !== entries) throw damagedError();
  const directoryAt = recordAt - size;
  return { directoryAt, directorySize: size, entries, isZip64, shift: directoryAt - offset };
}

const classicEnd = (fields: Fields, endAt: number): EndOfDirectory => endOf(fields, endAt, false);

async function end64(
  file: WindowedReader,
  locator: Buffer,
  locatorAt: number,
  classic: Fields,
): Promise<EndOfDirectory> {
  const declaredOffset = Number(locator.readBigUInt64LE(8));
  const recordAt = await findEnd64(file, declaredOffset, locatorAt);
  const fields = fieldsOf64(await file.bytes(recordAt, END64.bytes));
  if (disagrees(classic, fields)) throw damagedError();
  return endOf(fields, recordAt, true);
}

/** Offset of the ZIP64 end record: as declared, or directly before the locator when bytes precede the archive. */
async function findEnd64(file: WindowedReader, declaredOffset: number, locatorAt: number): Promise<number> {
  for (const at of [declaredOffset, locatorAt - END64.bytes]) {
    if (!(at >= 0 && at + END64.bytes <= locatorAt)) continue;
    const record = await file.bytes(at, END64.bytes);
    const bytes = 12 + Number(record.readBigUInt64LE(4));
    if (at + bytes === locatorAt) return at;
  }
  throw damagedError();
}

/** True when the end records differ in a field that fits into the classic one. Readers use either record. */
function disagrees(classic: Fields, fields: Fields): boolean {
  const differ = (old: number | undefined, full: number, value: number | undefined) =>
    old !== full && old !== value;
  return (
    differ(classic.counts[1], 0xffff, fields.counts[1]) ||
    differ(classic.size, 0xffffffff, fields.size) ||
    differ(classic.offset, 0xffffffff, fields.offset)
  );
}
