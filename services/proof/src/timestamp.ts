import { type AsnType, fromBER, Integer, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import { OIDS, type SignedContent, signedContent } from './cms.ts';
import { within } from './der.ts';

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
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OIDS[algorithm] }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(hash).buffer }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(asNonce(nonce)).buffer }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER());
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
  const token = tokenOf(answer);
  const content = signedContent(token, OIDS.tstInfo);
  const info = infoOf(content);
  const algorithm = (['sha256', 'sha512'] as const).find(
    (name) => OIDS[name] === info.messageImprint.hashAlgorithm.algorithmId,
  );
  if (algorithm === undefined) throw new RangeError('stamped with a hash that is not ours');
  const signer = content.verify({ roots, at: info.genTime, purpose: OIDS.timeStamping });
  return {
    algorithm,
    hash: Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView),
    authority: signer.commonName,
    time: info.genTime,
    serial: Buffer.from(info.serialNumber.valueBlock.valueHexView).toString('hex'),
    nonce: info.nonce === undefined ? null : Buffer.from(info.nonce.valueBlock.valueHexView),
  };
}

function infoOf(content: SignedContent): TSTInfo {
  try {
    return TSTInfo.fromBER(Uint8Array.from(content.bytes).buffer);
  } catch (error) {
    throw new RangeError('not a time stamp', { cause: error });
  }
}

/**
 * The signed token within an answer (RFC 3161 §2.4.2), as its authority wrote it; or the answer, when it is the token already.
 * @throws RangeError when the authority refused
 */
export function tokenOf(answer: Uint8Array): Uint8Array {
  const parsed = fromBER(Uint8Array.from(answer).buffer);
  if (parsed.offset !== answer.length) throw new RangeError('not a time stamp');
  const response = responseOf(parsed.result);
  if (response === undefined) return answer;
  // 0 granted, 1 granted with modifications
  const { status } = response.status;
  const [, token] = within(answer);
  if (status > 1 || token === undefined)
    throw new RangeError(`the authority did not stamp (status ${status})`);
  return token;
}

function responseOf(schema: AsnType): TimeStampResp | undefined {
  try {
    return new TimeStampResp({ schema });
  } catch {
    return undefined;
  }
}
