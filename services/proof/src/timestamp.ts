import { OIDS, signedContent } from './cms.ts';
import {
  contentOf,
  derBoolean,
  derNull,
  EMPTY,
  elementsOf,
  integer,
  octetString,
  oid,
  parseTime,
  sequence,
  smallInteger,
  TAGS,
} from './der.ts';

/** PKIStatus 0: granted without modifications (1 would be granted with modifications). */
const GRANTED = smallInteger(0);

/** The hash that is stamped. */
export type StampedHash = { algorithm: 'sha256' | 'sha512'; hash: Buffer };

/** An authority's statement that a hash existed at a time (RFC 3161). */
export type Timestamp = StampedHash & {
  /** Common name of the signer's certificate. */
  authority: string;
  time: Date;
  serial: string;
  nonce: Buffer | null;
};

/** Builds a request (RFC 3161 §2.4.1); asks for the authority's certificate, for later offline checks. */
export function timestampRequest({ algorithm, hash }: StampedHash, nonce: Buffer): Buffer {
  const imprint = sequence(sequence(oid(OIDS[algorithm]), derNull()), octetString(hash));
  return sequence(smallInteger(1), imprint, integer(normalizeNonce(nonce)), derBoolean(true));
}

/** Makes the bytes a positive integer without a leading zero byte, so that an authority returns the same bytes. */
export function normalizeNonce(bytes: Buffer): Buffer {
  const nonce = Buffer.from(bytes);
  nonce[0] = ((nonce[0] as number) & 0x7f) | 0x40;
  return nonce;
}

/** Verifies status, signature, key purpose and chain at the stamped time, offline. @throws RangeError: failed check */
export function readTimestamp(response: Uint8Array, roots: readonly string[]): Timestamp {
  const content = signedContent(tokenOf(response), OIDS.tstInfo);
  // TSTInfo (§2.4.2): version, policy, imprint, serial number, time, then optional fields.
  const [, , imprint = EMPTY, serial = EMPTY, at = EMPTY, ...more] = elementsOf(content.bytes);
  const [hashAlgorithm = EMPTY, hash = EMPTY] = elementsOf(imprint);
  const [named = EMPTY] = elementsOf(hashAlgorithm);
  const algorithm = (['sha256', 'sha512'] as const).find((name) => oid(OIDS[name]).equals(named));
  if (algorithm === undefined) throw new RangeError('stamped with a hash that is not ours');
  const time = parseTime(at);
  const signer = content.verify({ roots, at: time, purpose: OIDS.timeStamping });
  const nonce = more.find(([tag]) => tag === TAGS.integer);
  return {
    algorithm,
    hash: Buffer.from(contentOf(hash)),
    authority: signer.commonName,
    time,
    serial: Buffer.from(contentOf(serial)).toString('hex'),
    nonce: nonce === undefined ? null : Buffer.from(contentOf(nonce)),
  };
}

/** Returns a response's token (RFC 3161 §2.4.2, §3.4) or the bare one. @throws RangeError when the authority refused */
export function tokenOf(response: Uint8Array): Uint8Array {
  const [first = EMPTY, token] = elementsOf(response);
  // A token begins with an OID, a response with its status.
  if (first[0] === TAGS.oid) return response;
  const [status = EMPTY, ...words] = elementsOf(first);
  const granted = token && sequence(sequence(GRANTED, ...words), token);
  if (token !== undefined && granted?.equals(response)) return token;
  throw new RangeError(`the authority did not stamp as asked (status ${contentOf(status)[0]})`);
}
