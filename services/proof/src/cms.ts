import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { contentOf, EMPTY, oid, TAGS, within } from './der.ts';

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

export type Signer = { commonName: string; certificate: X509Certificate };

export type SignedContent = {
  /** What was signed. */
  bytes: Uint8Array;
  /** @throws RangeError when signature, purpose or chain does not hold at that time */
  verify(by: { roots: readonly string[]; at: Date; purpose: string }): Signer;
};

/**
 * Opens a signed message (RFC 5652) with one signer and its content inside.
 * @param message DER
 * @throws RangeError when it is none, or holds another kind of content
 */
export function signedContent(message: Uint8Array, contentType: string): SignedContent {
  const { content, certificates, info } = parse(message);
  if (content === undefined || !oid(contentType).equals(content.type))
    throw new RangeError('not such a signed message');
  const { bytes } = content;
  return {
    bytes,
    verify({ roots, at, purpose }) {
      const certificate = signerOf(info, certificates);
      assertSigned(info, { content: bytes, contentType, certificate });
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
export function messageParts(message: Uint8Array): {
  certificates: X509Certificate[];
  stamp: Uint8Array | null;
} {
  const { certificates, info } = parse(message);
  return { certificates, stamp: attributeOf(info.unsigned, ATTRIBUTES.timeStampToken) ?? null };
}

type Info = {
  digest: string | undefined;
  /** As they are signed. */
  attributes: Uint8Array;
  signature: Uint8Array;
  unsigned: Uint8Array | undefined;
};
type Message = {
  content: { type: Uint8Array; bytes: Uint8Array } | undefined;
  certificates: X509Certificate[];
  info: Info;
};

/** ContentInfo and SignedData (RFC 5652 §3, §5.1). */
function parse(message: Uint8Array): Message {
  const [type = EMPTY, tagged = EMPTY] = within(message);
  if (!oid(OIDS.signedData).equals(type)) throw new RangeError('not a signed message');
  const [, , what = EMPTY, ...more] = within(within(tagged)[0] ?? EMPTY);
  const [contentType = EMPTY, wrapped] = within(what);
  const kept = more.find(([tag]) => tag === 0xa0);
  const [info, another] = within(more.at(-1) ?? EMPTY);
  if (info === undefined || another !== undefined) throw new RangeError('a message of more signers than one');
  return {
    content:
      wrapped === undefined
        ? undefined
        : { type: contentType, bytes: contentOf(within(wrapped)[0] ?? EMPTY) },
    // Others than X.509 have tags of their own.
    certificates: (kept === undefined ? [] : within(kept))
      .filter(([tag]) => tag === 0x30)
      .map((der) => new X509Certificate(der)),
    info: infoOf(info),
  };
}

/** SignerInfo (RFC 5652 §5.3). */
function infoOf(der: Uint8Array): Info {
  const [, , digest = EMPTY, attributes = EMPTY, , signature = EMPTY, unsigned] = within(der);
  if (attributes[0] !== 0xa0) throw new RangeError('signed in a way that is not ours');
  return { digest: digestOf(digest), attributes, signature: contentOf(signature), unsigned };
}

/** Node's name of a hash by its AlgorithmIdentifier. */
function digestOf(algorithm: Uint8Array): string | undefined {
  const [named = EMPTY] = within(algorithm);
  return (['sha256', 'sha384', 'sha512'] as const).find((name) => oid(OIDS[name]).equals(named));
}

/** The one value of an attribute. */
function attributeOf(attributes: Uint8Array | undefined, type: string): Uint8Array | undefined {
  const name = oid(type);
  const found = (attributes === undefined ? [] : within(attributes))
    .map((one) => within(one))
    .find(([its = EMPTY]) => name.equals(its));
  return found && within(found[1] ?? EMPTY)[0];
}

/** The certificate that the signature names, by the hash that is itself signed: RFC 5816, or RFC 3161's own older SHA-1. */
function signerOf({ attributes }: Info, certificates: readonly X509Certificate[]): X509Certificate {
  const newer = attributeOf(attributes, ATTRIBUTES.signingCertificateV2);
  const named = newer ?? attributeOf(attributes, ATTRIBUTES.signingCertificate) ?? EMPTY;
  const [first = EMPTY, second = EMPTY] = within(within(within(named)[0] ?? EMPTY)[0] ?? EMPTY);
  const isDefault = first[0] === TAGS.octets;
  const wanted = contentOf(isDefault ? first : second);
  const digest = newer === undefined ? 'sha1' : isDefault ? 'sha256' : digestOf(first);
  const found = certificates.find(
    ({ raw }) => digest !== undefined && same(createHash(digest).update(raw).digest(), wanted),
  );
  if (found === undefined) throw new RangeError('the certificate that signed is not there');
  return found;
}

/** For this alone, and told as critical (RFC 3161 §2.3). */
function assertMadeFor(purpose: string, { raw, keyUsage }: X509Certificate): void {
  const usage = extensionOf(raw, EXTENDED_KEY_USAGE);
  if (usage?.critical !== true || String(keyUsage) !== purpose)
    throw new RangeError('a certificate for other purposes');
}

/** An extension of a certificate (RFC 5280 §4.1), which Node tells nothing of; its value is DER. */
export function extensionOf(
  certificate: Uint8Array,
  type: string,
): { critical: boolean; value: Uint8Array } | undefined {
  const [body = EMPTY] = within(certificate);
  const tagged = within(body).find(([tag]) => tag === 0xa3);
  const name = oid(type);
  const found = (tagged === undefined ? [] : within(within(tagged)[0] ?? EMPTY))
    .map((one) => within(one))
    .find(([its = EMPTY]) => name.equals(its));
  const [, critical = EMPTY] = found ?? [];
  return found && { critical: critical[0] === TAGS.truth, value: contentOf(found.at(-1) ?? EMPTY) };
}

type Signature = { content: Uint8Array; contentType: string; certificate: X509Certificate };

/** RFC 5652 §5.4: the signature is over the attributes, and one of these is the content's hash. */
function assertSigned(info: Info, { content, contentType, certificate }: Signature): void {
  const { digest, attributes, signature } = info;
  if (digest === undefined) throw new RangeError('signed in a way that is not ours');
  const hash = createHash(digest).update(content).digest();
  const said = contentOf(attributeOf(attributes, ATTRIBUTES.messageDigest) ?? EMPTY);
  const type = attributeOf(attributes, ATTRIBUTES.contentType) ?? EMPTY;
  if (!oid(contentType).equals(type) || !same(hash, said)) throw new RangeError('the content was changed');
  const over = Buffer.from(attributes);
  over[0] = 0x31;
  if (!verify(digest, over, certificate.publicKey, signature))
    throw new RangeError('the signature does not hold');
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Steps are lines; a step of several attributes has them beside each other. */
const commonNameOf = ({ subject }: X509Certificate): string =>
  /(?:^| \+ )CN=(.+?)(?: \+ |$)/m.exec(subject)?.[1] ?? '';

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
