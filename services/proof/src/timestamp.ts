import { OIDS, signedContent } from './cms.ts';
import {
  contentOf,
  EMPTY,
  integer,
  nothing,
  octets,
  oid,
  sequence,
  small,
  TAGS,
  timeOf,
  truth,
  within,
} from './der.ts';

/** PKIStatus 0: granted without modifications (1 would be granted with modifications). */
const GRANTED = small(0);

/** The hash that is stamped. */
export type Stamped = { algorithm: 'sha256' | 'sha512'; hash: Buffer };

/** An authority's statement that a hash existed at a time (RFC 3161). */
export type Timestamp = Stamped & {
  /** Common name of the signer's certificate. */
  authority: string;
  time: Date;
  serial: string;
  nonce: Buffer | null;
};

/** Request (RFC 3161 §2.4.1) including the authority's certificate, for later offline checks. `nonce`: random bytes. */
export function timestampRequest({ algorithm, hash }: Stamped, nonce: Buffer): Buffer {
  const imprint = sequence(sequence(oid(OIDS[algorithm]), nothing()), octets(hash));
  return sequence(small(1), imprint, integer(asNonce(nonce)), truth(true));
}

/** Makes the bytes a positive integer without a leading zero byte, as authorities repeat it. */
export function asNonce(bytes: Buffer): Buffer {
  const nonce = Buffer.from(bytes);
  nonce[0] = ((nonce[0] as number) & 0x7f) | 0x40;
  return nonce;
}

/**
 * Parses a response or bare token and verifies offline: status, purpose, chain to a root (PEM) at that time, signature.
 * @throws RangeError with the failed check
 */
export function readTimestamp(answer: Uint8Array, roots: readonly string[]): Timestamp {
  const content = signedContent(tokenOf(answer), OIDS.tstInfo);
  // TSTInfo (§2.4.2): version, policy, imprint, serial number, time, then optional fields.
  const [, , imprint = EMPTY, serial = EMPTY, at = EMPTY, ...more] = within(content.bytes);
  const [hashAlgorithm = EMPTY, hash = EMPTY] = within(imprint);
  const [named = EMPTY] = within(hashAlgorithm);
  const algorithm = (['sha256', 'sha512'] as const).find((name) => oid(OIDS[name]).equals(named));
  if (algorithm === undefined) throw new RangeError('stamped with a hash that is not ours');
  const time = timeOf(at);
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

/** The DER token of a response (RFC 3161 §2.4.2, §3.4), or a bare token. @throws RangeError when it was refused */
export function tokenOf(answer: Uint8Array): Uint8Array {
  const [first = EMPTY, token] = within(answer);
  // A token begins with an OID, a response with its status.
  if (first[0] === TAGS.oid) return answer;
  const [status = EMPTY, ...words] = within(first);
  const granted = token && sequence(sequence(GRANTED, ...words), token);
  if (token !== undefined && granted?.equals(answer)) return token;
  throw new RangeError(`the authority did not stamp as asked (status ${contentOf(status)[0]})`);
}
