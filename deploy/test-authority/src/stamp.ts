import { createHash } from 'node:crypto';
import { OIDS } from '@g2/proof/cms';
import { sequence } from '@g2/proof/der';
import { signMessage } from '@g2/proof/signing';
import { BitString, type Integer } from 'asn1js';
import { Accuracy, PKIStatus, PKIStatusInfo, TimeStampReq, TSTInfo } from 'pkijs';
import { type KeyAndCertificate, randomSerial } from './certificates.ts';

/** Policy OID of the time stamps, from the arc for examples (2.999, ITU-T X.660). */
const POLICY = '2.999.1';
const SIZES: ReadonlyMap<string, number> = new Map([
  [OIDS.sha256, 32],
  [OIDS.sha512, 64],
]);
/** Values of PKIFailureInfo (RFC 3161 §2.4.2). */
const FAILURE = { badAlgorithm: 0, badDataFormat: 5, unacceptedPolicy: 15 };

/** Responds to a TimeStampReq (RFC 3161 §2.4) with a time stamp, or with the reason of a refusal. @returns DER */
export function respondToStampRequest(request: Buffer, authority: KeyAndCertificate, now: Date): Buffer {
  const input = parse(request);
  if (input === undefined) return refusal(FAILURE.badDataFormat);
  const { hashAlgorithm, hashedMessage } = input.messageImprint;
  const size = SIZES.get(hashAlgorithm.algorithmId);
  if (size === undefined) return refusal(FAILURE.badAlgorithm);
  if (hashedMessage.valueBlock.valueHexView.length !== size) return refusal(FAILURE.badDataFormat);
  if (input.reqPolicy !== undefined && input.reqPolicy !== POLICY) return refusal(FAILURE.unacceptedPolicy);
  // `ordering` is absent, because DER omits a default value (false).
  const info = new TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint: input.messageImprint,
    serialNumber: randomSerial(),
    genTime: new Date(Math.floor(now.getTime() / 1000) * 1000),
    accuracy: new Accuracy({ seconds: 1 }),
    ...(input.nonce === undefined ? {} : { nonce: input.nonce as Integer }),
  });
  const content = Buffer.from(info.toSchema().toBER());
  const what = { contentType: OIDS.tstInfo, hash: createHash('sha256').update(content).digest(), content };
  const chain = input.certReq === true ? [authority.certificate] : [];
  const token = signMessage(what, { ...authority, chain }).encode();
  return response(new PKIStatusInfo({ status: PKIStatus.granted }), token);
}

function parse(request: Buffer): TimeStampReq | undefined {
  try {
    return TimeStampReq.fromBER(Uint8Array.from(request).buffer);
  } catch {
    return undefined;
  }
}

function refusal(bit: number): Buffer {
  const bytes = new Uint8Array((bit >> 3) + 1);
  bytes[bit >> 3] = 0x80 >> (bit & 7);
  const failInfo = new BitString({ valueHex: bytes.buffer, unusedBits: 7 - (bit & 7) });
  return response(new PKIStatusInfo({ status: PKIStatus.rejection, failInfo }));
}

function response(status: PKIStatusInfo, ...token: Buffer[]): Buffer {
  return sequence(Buffer.from(status.toSchema().toBER()), ...token);
}
