import { isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Length of a UTF-8 character by its lead byte. */
const lengthBy = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);

/** Drops an incomplete last character. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return lengthBy(byte) > back ? bytes.subarray(0, -back) : bytes;
    if (byte < 0x80) return bytes;
  }
  return bytes;
}

/** True for control characters except tab, line feed, form feed, carriage return and escape. */
const isControl = (byte: number): boolean =>
  byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27;

/** Encoding of a text; undefined for a binary. */
function encodingOf(head: Buffer): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.includes(0)) return undefined;
  if (isUtf8(wholeCharacters(head))) return 'utf-8';
  return head.some(isControl) ? undefined : 'windows-1252';
}

/** True for UTF-8, UTF-16 with BOM or Latin-1. An empty file is text. */
export const isText = (head: Buffer): boolean => encodingOf(head) !== undefined;

/** Decoded text without BOM and without an incomplete last character; undefined for a binary. */
export function textOf(head: Buffer): string | undefined {
  const encoding = encodingOf(head);
  if (encoding === undefined) return undefined;
  // `stream` drops an incomplete last character.
  return new TextDecoder(encoding).decode(head, { stream: true });
}
