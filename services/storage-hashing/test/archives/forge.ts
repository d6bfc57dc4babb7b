import { crc32, deflateRawSync } from 'node:zlib';

/** Header values; local and central header may differ. */
type HeaderValues = {
  name: string | Buffer;
  flags: number;
  method: number;
  crc32: number;
  packed: number;
  size: number;
  extra: Buffer;
  /** Central header only: offset of the entry. */
  at: number;
  /** Central header only: host system and attributes. */
  madeBy: number;
  attributes: number;
  signature: number;
};

export type Part = Partial<HeaderValues> & {
  content?: Buffer | string;
  /** Raw data; made from `content` when absent. */
  data?: Buffer;
  /** Bytes before the entry that belong to no file. */
  before?: Buffer;
  /** Bytes after the data, such as a data descriptor. */
  after?: Buffer;
  local?: Partial<HeaderValues>;
  central?: Partial<HeaderValues>;
  /** False: the directory does not list the entry. */
  isListed?: boolean;
  /** False: the directory lists the entry, but its header and data are absent. */
  isThere?: boolean;
};

export type Frame = {
  prefix?: Buffer;
  /** True: offsets count from the start of the file, as after `zip -A`. */
  isAdjusted?: boolean;
  comment?: Buffer;
  /** Bytes between the last entry and the directory. */
  beforeDirectory?: Buffer;
  /** Values of the end record; default: the true values. */
  end?: Partial<EndValues>;
  /** Adds a ZIP64 end record; absent values are the true ones. */
  end64?: Partial<EndValues & { recordAt: number; madeBy: number }>;
  after?: Buffer;
};

type EndValues = {
  disk: number;
  here: number;
  entries: number;
  directorySize: number;
  directoryAt: number;
  comment: number;
};

/** Builds a ZIP with arbitrary header values; true values by default. */
export const forge = (parts: Iterable<Part>, frame: Frame = {}): Buffer =>
  Buffer.concat([...forgePieces(parts, frame)]);

/** Like `forge`, in pieces for large archives. */
export function* forgePieces(parts: Iterable<Part>, frame: Frame = {}): Generator<Buffer> {
  const { prefix = Buffer.alloc(0), isAdjusted = false, beforeDirectory = Buffer.alloc(0) } = frame;
  yield prefix;
  let at = isAdjusted ? prefix.length : 0;
  const directory: Buffer[] = [];
  let entries = 0;
  for (const part of parts) {
    const { says: headerValues, data } = complete(part);
    at += part.before?.length ?? 0;
    if (part.isListed !== false) {
      directory.push(central({ ...headerValues, at, ...pick(part), ...part.central }));
      entries++;
    }
    if (part.isThere === false) continue;
    const pieces = [part.before, local({ ...headerValues, ...part.local }), data, part.after];
    for (const piece of pieces) if (piece) yield piece;
    at += pieces.reduce((sum, piece) => sum + (piece?.length ?? 0), 0) - (part.before?.length ?? 0);
  }
  yield beforeDirectory;
  at += beforeDirectory.length;
  const bytes = Buffer.concat(directory);
  yield bytes;
  yield endOf(frame, { entries, at, size: bytes.length });
  if (frame.after) yield frame.after;
}

const pick = ({ at }: Part): { at?: number } => (at === undefined ? {} : { at });

function complete(part: Part): { says: HeaderValues; data: Buffer } {
  const content = Buffer.from(part.content ?? '');
  const method = part.method ?? 8;
  const data = part.data ?? (method === 8 ? deflateRawSync(content) : content);
  const headerValues: HeaderValues = {
    name: 'a.ts',
    flags: 0,
    method,
    crc32: crc32(content),
    packed: data.length,
    size: content.length,
    extra: Buffer.alloc(0),
    at: 0,
    madeBy: 0x031e,
    attributes: (0o100644 << 16) >>> 0,
    signature: 0,
    ...definedOf(part),
  };
  return { says: headerValues, data };
}

const KEYS = ['name', 'flags', 'crc32', 'packed', 'size', 'extra', 'madeBy', 'attributes'] as const;
const definedOf = (part: Part): Partial<HeaderValues> =>
  Object.fromEntries(KEYS.filter((key) => part[key] !== undefined).map((key) => [key, part[key]]));

function local({ name, flags, method, crc32, packed, size, extra, signature }: HeaderValues): Buffer {
  const raw = Buffer.from(name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(signature || 0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(crc32, 14);
  header.writeUInt32LE(packed, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(raw.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, raw, extra]);
}

function central(headerValues: HeaderValues): Buffer {
  const raw = Buffer.from(headerValues.name);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(headerValues.signature || 0x02014b50, 0);
  header.writeUInt16LE(headerValues.madeBy, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(headerValues.flags, 8);
  header.writeUInt16LE(headerValues.method, 10);
  header.writeUInt32LE(headerValues.crc32, 16);
  header.writeUInt32LE(headerValues.packed, 20);
  header.writeUInt32LE(headerValues.size, 24);
  header.writeUInt16LE(raw.length, 28);
  header.writeUInt16LE(headerValues.extra.length, 30);
  header.writeUInt32LE(headerValues.attributes, 38);
  header.writeUInt32LE(headerValues.at, 42);
  return Buffer.concat([header, raw, headerValues.extra]);
}

type Truth = { entries: number; at: number; size: number };

function endOf({ comment = Buffer.alloc(0), end, end64 }: Frame, { entries, at, size }: Truth): Buffer {
  const truth = { disk: 0, here: entries, entries, directorySize: size, directoryAt: at };
  const headerValues: EndValues = { ...truth, comment: comment.length, ...end };
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(headerValues.disk, 4);
  record.writeUInt16LE(Math.min(headerValues.here, 0xffff), 8);
  record.writeUInt16LE(Math.min(headerValues.entries, 0xffff), 10);
  record.writeUInt32LE(Math.min(headerValues.directorySize, 0xffffffff), 12);
  record.writeUInt32LE(Math.min(headerValues.directoryAt, 0xffffffff), 16);
  record.writeUInt16LE(headerValues.comment, 20);
  const old = Buffer.concat([record, comment]);
  return end64 ? Buffer.concat([endOf64({ recordAt: at + size, ...truth, ...end64 }), old]) : old;
}

function endOf64(headerValues: Omit<EndValues, 'comment'> & { recordAt: number }): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt32LE(headerValues.disk, 16);
  record.writeBigUInt64LE(BigInt(headerValues.here), 24);
  record.writeBigUInt64LE(BigInt(headerValues.entries), 32);
  record.writeBigUInt64LE(BigInt(headerValues.directorySize), 40);
  record.writeBigUInt64LE(BigInt(headerValues.directoryAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(headerValues.recordAt), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

export function extraField(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

/** ZIP64 extra field: sizes of eight bytes. */
export function zip64Extra(...values: number[]): Buffer {
  const data = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => void data.writeBigUInt64LE(BigInt(value), 8 * i));
  return extraField(1, data);
}

/** Data descriptor (APPNOTE 4.3.9). */
export function dataDescriptor(
  content: Buffer,
  packed: number,
  { isSigned = true, isLong = false } = {},
): Buffer {
  const bytes = Buffer.alloc((isSigned ? 4 : 0) + 4 + (isLong ? 16 : 8));
  if (isSigned) bytes.writeUInt32LE(0x08074b50, 0);
  let at = isSigned ? 4 : 0;
  bytes.writeUInt32LE(crc32(content), at);
  at += 4;
  for (const value of [packed, content.length]) {
    if (isLong) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUInt32LE(value, at);
    at += isLong ? 8 : 4;
  }
  return bytes;
}
