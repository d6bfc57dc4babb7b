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

/** Not otherwise than asked, which would be 1 (PKIStatus). */
const GRANTED = small(0);

/** What is stamped: the hash of a file or of a document. */
export type Stamped = { algorithm: 'sha256' | 'sha512'; hash: Buffer };

/** An authority's word that a hash existed at a time (RFC 3161). */
export type Timestamp = Stamped & {
  /** Common name of the certificate that signed. */
  authority: string;
  time: Date;
  serial: string;
  nonce: Buffer | null;
};

/**
 * What is sent to an authority (RFC 3161 §2.4.1); its certificate is asked for, so that the answer can be checked for ever.
 * @param nonce random bytes, which the answer must repeat; the first bit is dropped, so that they are a positive number
 */
export function timestampRequest({ algorithm, hash }: Stamped, nonce: Buffer): Buffer {
  const imprint = sequence(sequence(oid(OIDS[algorithm]), nothing()), octets(hash));
  return sequence(small(1), imprint, integer(asNonce(nonce)), truth(true));
}

/** As an authority repeats it: a positive number that begins with no zero byte. */
export function asNonce(bytes: Buffer): Buffer {
  const nonce = Buffer.from(bytes);
  nonce[0] = ((nonce[0] as number) & 0x7f) | 0x40;
  return nonce;
}

/**
 * Reads an authority's answer, or its token alone, and checks all that can be known of it without asking anybody: that it was
 * granted, by a certificate made for time stamps, which one of the roots vouches for at that time, and that its signature holds.
 * @param roots PEM
 * @throws RangeError, with what does not hold
 */
export function readTimestamp(answer: Uint8Array, roots: readonly string[]): Timestamp {
  const content = signedContent(tokenOf(answer), OIDS.tstInfo);
  // TSTInfo (§2.4.2): version, policy, imprint, serial number, time; then what may be there.
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

/**
 * The signed token within an answer (RFC 3161 §2.4.2), or the answer, when it is the token already; DER, as §3.4 asks.
 * @throws RangeError when the authority refused
 */
export function tokenOf(answer: Uint8Array): Uint8Array {
  const [first = EMPTY, token] = within(answer);
  // A token begins with the name of what it is, an answer with its status.
  if (first[0] === TAGS.oid) return answer;
  const [status = EMPTY, ...words] = within(first);
  const granted = token && sequence(sequence(GRANTED, ...words), token);
  if (token !== undefined && granted?.equals(answer)) return token;
  throw new RangeError(`the authority did not stamp as asked (status ${contentOf(status)[0]})`);
}
