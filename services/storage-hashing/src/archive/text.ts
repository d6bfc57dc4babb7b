import { isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes of a lead byte's character in UTF-8. */
const lengthBy = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);

/** Without the character that the cut of a longer text went through. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return lengthBy(byte) > back ? bytes.subarray(0, -back) : bytes;
    if (byte < 0x80) return bytes;
  }
  return bytes;
}

/** Controls that no text has: all but tab, line feed, form feed, carriage return and escape. */
const isControl = (byte: number): boolean =>
  byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27;

/** How the beginning of a file is written; undefined when it is no text. */
function encodingOf(head: Buffer): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.includes(0)) return undefined;
  if (isUtf8(wholeCharacters(head))) return 'utf-8';
  return head.some(isControl) ? undefined : 'windows-1252';
}

/** True when the beginning of a file is text: UTF-8, UTF-16 with its mark, or Latin-1. An empty file is text. */
export const isText = (head: Buffer): boolean => encodingOf(head) !== undefined;

/** The beginning of a file as text, without mark and without the character a cut went through; undefined for a binary. */
export function textOf(head: Buffer): string | undefined {
  const encoding = encodingOf(head);
  if (encoding === undefined) return undefined;
  // What is left of a cut character is held back by a decoder that expects more.
  return new TextDecoder(encoding).decode(head, { stream: true });
}
