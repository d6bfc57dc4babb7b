import { createHash } from 'node:crypto';
import { OIDS } from '@g2/proof/cms';
import { sequence } from '@g2/proof/der';
import { signMessage } from '@g2/proof/signing';
import { BitString, type Integer } from 'asn1js';
import { Accuracy, PKIStatus, PKIStatusInfo, TimeStampReq, TSTInfo } from 'pkijs';
import { type KeyAndCertificate, randomSerial } from './certificates.ts';

/** OID from the example arc (ITU-T X.660, 2.999). */
const POLICY = '2.999.1';
const SIZES: ReadonlyMap<string, number> = new Map([
  [OIDS.sha256, 32],
  [OIDS.sha512, 64],
]);
/** RFC 3161 §2.4.2, PKIFailureInfo. */
const FAILURE = { badAlgorithm: 0, badDataFormat: 5, unacceptedPolicy: 15 };

/** Responds to a TimeStampReq (RFC 3161 §2.4): granted, or refused with a reason; DER. */
export function respondToStampRequest(request: Buffer, authority: KeyAndCertificate, now: Date): Buffer {
  const asked = parse(request);
  if (asked === undefined) return refusal(FAILURE.badDataFormat);
  const { hashAlgorithm, hashedMessage } = asked.messageImprint;
  const size = SIZES.get(hashAlgorithm.algorithmId);
  if (size === undefined) return refusal(FAILURE.badAlgorithm);
  if (hashedMessage.valueBlock.valueHexView.length !== size) return refusal(FAILURE.badDataFormat);
  if (asked.reqPolicy !== undefined && asked.reqPolicy !== POLICY) return refusal(FAILURE.unacceptedPolicy);
  // No `ordering`: DER omits the default false.
  const info = new TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint: asked.messageImprint,
    serialNumber: randomSerial(),
    genTime: new Date(Math.floor(now.getTime() / 1000) * 1000),
    accuracy: new Accuracy({ seconds: 1 }),
    ...(asked.nonce === undefined ? {} : { nonce: asked.nonce as Integer }),
  });
  const content = Buffer.from(info.toSchema().toBER());
  const what = { contentType: OIDS.tstInfo, hash: createHash('sha256').update(content).digest(), content };
  const chain = asked.certReq === true ? [authority.certificate] : [];
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
