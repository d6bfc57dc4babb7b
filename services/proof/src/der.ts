import { type AsnType, fromBER, ObjectIdentifier, type Sequence } from 'asn1js';

/*
 * What is written is put together of bytes: DER inside DER stays as its author wrote it, as hashes and signatures over it need,
 * where a tree that is read and written again may come out otherwise.
 */

/** A value with its tag and length (X.690 §8.1). */
function value(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const digits = content.length.toString(16);
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length), length, content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => value(0x30, ...parts);
/** The members in the order of their bytes (X.690 §11.6). */
export const setOf = (...members: readonly Uint8Array[]): Buffer => value(0x31, ...inOrder(members));
/** A constructed value of context tag `number`; implicit sets are to be in order already. */
export const tagged = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  value(0xa0 | number, ...parts);
export const octets = (bytes: Uint8Array): Buffer => value(0x04, bytes);
/** A small number, 0 to 127. */
export const small = (number: number): Buffer => value(0x02, Buffer.of(number));
export const nothing = (): Buffer => value(0x05);
export const oid = (dotted: string): Buffer => Buffer.from(new ObjectIdentifier({ value: dotted }).toBER());

export const inOrder = (members: readonly Uint8Array[]): Uint8Array[] =>
  members.toSorted((a, b) => Buffer.compare(a, b));

/**
 * The values within a sequence, a set or a tagged value, each as its author wrote it.
 * @throws RangeError when it has none
 */
export function within(der: Uint8Array): Uint8Array[] {
  // Lists of what was revoked are long.
  const { result, offset } = fromBER(Uint8Array.from(der).buffer, { maxNodes: 1_000_000 });
  const parts = (result as Sequence).valueBlock.value;
  if (offset === -1 || !Array.isArray(parts)) throw new RangeError('not DER');
  return (parts as AsnType[]).map((part) => part.valueBeforeDecodeView);
}
