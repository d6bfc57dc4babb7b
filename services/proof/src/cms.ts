import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import type { AsnType, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { Certificate, ContentInfo, SignedData, type SignerInfo } from 'pkijs';

export const OIDS = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

/** Of a signed message: RFC 5652 §11, RFC 5035, RFC 3161 appendix A. */
export const ATTRIBUTES = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
} as const;

const EXTENDED_KEY_USAGE = '2.5.29.37';

const DIGESTS: ReadonlyMap<string, string> = new Map([
  [OIDS.sha256, 'sha256'],
  [OIDS.sha384, 'sha384'],
  [OIDS.sha512, 'sha512'],
]);

export type Signer = { commonName: string; certificate: X509Certificate };

export type SignedContent = {
  /** What was signed. */
  bytes: Uint8Array;
  /** @throws RangeError when signature, purpose or chain does not hold at that time */
  verify(by: { roots: readonly string[]; at: Date; purpose: string }): Signer;
};

/**
 * Opens a signed message (RFC 5652) with one signer and its content inside.
 * @throws RangeError when it is none, or holds another kind of content
 */
export function signedContent(message: Uint8Array, contentType: string): SignedContent {
  const signed = parse(message);
  const bytes = signed.encapContentInfo.eContent?.getValue();
  const [info] = signed.signerInfos;
  if (
    signed.encapContentInfo.eContentType !== contentType ||
    bytes === undefined ||
    info === undefined ||
    signed.signerInfos.length !== 1
  )
    throw new RangeError('not such a signed message');
  const content = new Uint8Array(bytes);
  const certificates = certificatesOf(signed);
  return {
    bytes: content,
    verify({ roots, at, purpose }) {
      const certificate = signerOf(info, certificates);
      assertSigned(info, { content, contentType, certificate });
      assertMadeFor(purpose, certificate);
      assertVouchedFor(
        certificate,
        certificates,
        roots.map((pem) => new X509Certificate(pem)),
        at,
      );
      return { commonName: commonNameOf(certificate), certificate };
    },
  };
}

/**
 * What is in a signed message beside its content: every certificate, and the token of its signature time stamp.
 * @throws RangeError when it is none
 */
export function messageParts(message: Uint8Array): { certificates: X509Certificate[]; stamp: Buffer | null } {
  const signed = parse(message);
  const kept = signed.signerInfos[0]?.unsignedAttrs?.attributes.find(
    ({ type }) => type === ATTRIBUTES.timeStampToken,
  );
  const token = kept?.values[0] as AsnType | undefined;
  return {
    certificates: certificatesOf(signed),
    stamp: token === undefined ? null : Buffer.from(token.valueBeforeDecodeView),
  };
}

function parse(message: Uint8Array): SignedData {
  try {
    const info = ContentInfo.fromBER(Uint8Array.from(message).buffer);
    if (info.contentType !== OIDS.signedData) throw new RangeError('not a signed message');
    return new SignedData({ schema: info.content });
  } catch (error) {
    throw new RangeError('not a signed message', { cause: error });
  }
}

/** Steps are lines; a step of several attributes has them beside each other. */
const commonNameOf = ({ subject }: X509Certificate): string =>
  /(?:^| \+ )CN=(.+?)(?: \+ |$)/m.exec(subject)?.[1] ?? '';

const certificatesOf = (signed: SignedData): X509Certificate[] =>
  (signed.certificates ?? []).flatMap((one) =>
    'tbsView' in one ? [new X509Certificate(Buffer.from(one.toSchema(true).toBER()))] : [],
  );

/** The certificate that the signature names, by the hash that is itself signed: RFC 5816, or RFC 3161's own older SHA-1. */
function signerOf(info: SignerInfo, certificates: readonly X509Certificate[]): X509Certificate {
  const v2 = attribute(info, ATTRIBUTES.signingCertificateV2) as Sequence | undefined;
  const named = v2 ?? (attribute(info, ATTRIBUTES.signingCertificate) as Sequence | undefined);
  const first = (named?.valueBlock.value[0] as Sequence | undefined)?.valueBlock.value[0] as
    | Sequence
    | undefined;
  const parts = first?.valueBlock.value ?? [];
  const hash = parts.find((part) => part.idBlock.tagNumber === 4) as OctetString | undefined;
  const algorithm = (parts[0] === hash ? undefined : parts[0]) as Sequence | undefined;
  const oid = (algorithm?.valueBlock.value[0] as ObjectIdentifier | undefined)?.valueBlock.toString();
  const digest = v2 === undefined ? 'sha1' : DIGESTS.get(oid ?? OIDS.sha256);
  const wanted = Buffer.from(hash?.valueBlock.valueHexView ?? []);
  const found = certificates.find(
    ({ raw }) => digest !== undefined && same(createHash(digest).update(raw).digest(), wanted),
  );
  if (found === undefined) throw new RangeError('the certificate that signed is not there');
  return found;
}

/** For this alone, and told as critical (RFC 3161 §2.3). */
function assertMadeFor(purpose: string, certificate: X509Certificate): void {
  const usage = Certificate.fromBER(Uint8Array.from(certificate.raw).buffer).extensions?.find(
    ({ extnID }) => extnID === EXTENDED_KEY_USAGE,
  );
  if (usage?.critical !== true || String(certificate.keyUsage) !== purpose)
    throw new RangeError('a certificate for other purposes');
}

const attribute = (info: SignerInfo, type: string): unknown =>
  info.signedAttrs?.attributes.find((one) => one.type === type)?.values[0];

type Signature = { content: Uint8Array; contentType: string; certificate: X509Certificate };

/** RFC 5652 §5.4: the signature is over the attributes, and one of these is the content's hash. */
function assertSigned(info: SignerInfo, { content, contentType, certificate }: Signature): void {
  const digest = DIGESTS.get(info.digestAlgorithm.algorithmId);
  const attributes = info.signedAttrs;
  if (digest === undefined || attributes === undefined)
    throw new RangeError('signed in a way that is not ours');
  const said = attribute(info, ATTRIBUTES.messageDigest) as OctetString | undefined;
  const type = (
    attribute(info, ATTRIBUTES.contentType) as ObjectIdentifier | undefined
  )?.valueBlock.toString();
  const hash = createHash(digest).update(content).digest();
  if (type !== contentType || !same(hash, Buffer.from(said?.valueBlock.valueHexView ?? [])))
    throw new RangeError('the content was changed');
  const signature = Buffer.from(info.signature.valueBlock.valueHexView);
  const over = Buffer.from(attributes.encodedValue);
  over[0] = 0x31;
  if (!verify(digest, over, certificate.publicKey, signature))
    throw new RangeError('the signature does not hold');
}

const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** From the signer to a root by way of the certificates that came along; each valid at that time. */
function assertVouchedFor(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): void {
  for (let current = certificate, left = 8; left > 0; left--) {
    if (at < current.validFromDate || at > current.validToDate)
      throw new RangeError('a certificate was not valid then');
    if (roots.some((root) => root.fingerprint256 === current.fingerprint256)) return;
    const issuer = [...roots, ...others].find(
      (one) => one.ca && current.checkIssued(one) && current.verify(one.publicKey),
    );
    if (issuer === undefined || issuer.fingerprint256 === current.fingerprint256) break;
    current = issuer;
  }
  throw new RangeError('no root that is known vouches for it');
}
