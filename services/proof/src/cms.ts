import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import {
  contentOf,
  derNull,
  EMPTY,
  elementsOf,
  octetString,
  oid,
  sequence,
  set,
  smallInteger,
  TAGS,
  tagged,
} from './der.ts';
import { assertKeyUsage, assertTrustedChain, commonNameOf, issuerAndSerial } from './x509.ts';

export const OIDS = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

/** Attributes of a signed message: RFC 5652 §11, RFC 5035, RFC 3161 appendix A. */
export const ATTRIBUTES = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
} as const;

const DIGESTS = ['sha256', 'sha384', 'sha512'] as const;
type Digest = (typeof DIGESTS)[number];

const RSA = '1.2.840.113549.1.1.1';
/** Signature algorithms by key type and hash (RFC 4055 §5, RFC 5758 §3.2). */
export const SIGNATURES: readonly { key: 'rsa' | 'ec'; digest: Digest; type: string }[] = [
  { key: 'rsa', digest: 'sha256', type: '1.2.840.113549.1.1.11' },
  { key: 'rsa', digest: 'sha384', type: '1.2.840.113549.1.1.12' },
  { key: 'rsa', digest: 'sha512', type: '1.2.840.113549.1.1.13' },
  { key: 'ec', digest: 'sha256', type: '1.2.840.10045.4.3.2' },
  { key: 'ec', digest: 'sha384', type: '1.2.840.10045.4.3.3' },
  { key: 'ec', digest: 'sha512', type: '1.2.840.10045.4.3.4' },
];

export type Signer = { commonName: string; certificate: X509Certificate };

export type SignedContent = {
  bytes: Uint8Array;
  /** @throws RangeError when signature, purpose or chain is not valid at that time */
  verify(by: { roots: readonly string[]; at: Date; purpose: string }): Signer;
};

/** Parses DER (RFC 5652, one signer, embedded content) unverified. @throws RangeError when malformed or other type */
export function signedContent(message: Uint8Array, contentType: string): SignedContent {
  const { content, certificates, info } = parse(message);
  const { type, bytes } = content;
  if (bytes === undefined || !oid(contentType).equals(type))
    throw new RangeError('not such a signed message');
  return {
    bytes,
    verify({ roots, at, purpose }) {
      const certificate = signerOf(info, certificates);
      assertSigned(info, { content: bytes, contentType, certificate });
      assertKeyUsage(purpose, certificate);
      assertTrustedChain(
        certificate,
        certificates,
        roots.map((pem) => new X509Certificate(pem)),
        at,
      );
      return { commonName: commonNameOf(certificate), certificate };
    },
  };
}

/** Returns all certificates and the signature time stamp token. @throws RangeError when the message is malformed */
export function certificatesAndStamp(message: Uint8Array): {
  certificates: X509Certificate[];
  stamp: Uint8Array | null;
} {
  const { certificates, info } = parse(message);
  return { certificates, stamp: attributeOf(info.unsigned, ATTRIBUTES.timeStampToken) ?? null };
}

type Info = {
  /** Issuer and serial number of the signer's certificate. */
  signer: Uint8Array;
  digestAlgorithm: Uint8Array;
  /** Signed attributes in DER with tag [0]. The signature covers them with the tag of a SET. */
  attributes: Uint8Array;
  signatureAlgorithm: Uint8Array;
  signature: Uint8Array;
  unsigned: Uint8Array | undefined;
};
type Message = {
  content: { type: Uint8Array; bytes: Uint8Array | undefined };
  certificates: X509Certificate[];
  info: Info;
};

/** Parses RFC 5652 §3, §5.1, §5.3. The rebuilt message must be equal, as the signature does not cover all bytes. */
function parse(message: Uint8Array): Message {
  const [, tagged0 = EMPTY] = elementsOf(message);
  const [version = EMPTY, digests = EMPTY, what = EMPTY, ...more] = elementsOf(
    elementsOf(tagged0)[0] ?? EMPTY,
  );
  const [type = EMPTY, wrapped] = elementsOf(what);
  const bytes = wrapped && contentOf(elementsOf(wrapped)[0] ?? EMPTY);
  const optionalFields = more.length > 1 ? more.slice(0, -1) : [];
  const certificates = optionalFields[0]?.[0] === 0xa0 ? elementsOf(optionalFields[0]) : [];
  const infos = elementsOf(more.at(-1) ?? EMPTY);
  const [
    ,
    signer = EMPTY,
    digestAlgorithm = EMPTY,
    attributes = EMPTY,
    signatureAlgorithm = EMPTY,
    signed = EMPTY,
    unsigned,
  ] = elementsOf(infos[0] ?? EMPTY);
  const info = {
    signer,
    digestAlgorithm,
    attributes,
    signatureAlgorithm,
    signature: contentOf(signed),
    unsigned,
  };
  const rebuilt = sequence(
    oid(OIDS.signedData),
    tagged(
      0,
      sequence(
        version,
        set(...elementsOf(digests)),
        sequence(type, ...(bytes ? [tagged(0, octetString(bytes))] : [])),
        ...optionalFields,
        set(sequence(smallInteger(1), ...fieldsOf(info))),
      ),
    ),
  );
  const isKnown = [1, 3, 4, 5].some((known) => smallInteger(known).equals(version));
  if (!rebuilt.equals(message) || !isKnown || !elementsOf(digests).some((one) => same(one, digestAlgorithm)))
    throw new RangeError('not a signed message such as ours');
  return {
    content: { type, bytes },
    // Keep X.509 certificates only, which are SEQUENCEs (0x30). Other kinds have other tags.
    certificates: certificates.filter(([tag]) => tag === 0x30).map(certificateOf),
    info,
  };
}

function certificateOf(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (error) {
    throw new RangeError('not a certificate', { cause: error });
  }
}

const fieldsOf = (info: Info): Uint8Array[] => [
  info.signer,
  info.digestAlgorithm,
  info.attributes,
  info.signatureAlgorithm,
  octetString(info.signature),
  ...(info.unsigned ? [info.unsigned] : []),
];

/** Maps an AlgorithmIdentifier to Node's hash name. */
const digestOf = (algorithm: Uint8Array): Digest | undefined =>
  DIGESTS.find((name) => isAlgorithm(algorithm, OIDS[name]));

/** Compares an AlgorithmIdentifier. Its parameters may be absent or NULL (RFC 5754 §2). */
const isAlgorithm = (given: Uint8Array, type: string): boolean =>
  [sequence(oid(type)), sequence(oid(type), derNull())].some((one) => one.equals(given));

/** Value of a single-valued attribute; undefined when the attribute is absent. */
function attributeOf(attributes: Uint8Array | undefined, type: string): Uint8Array | undefined {
  const name = oid(type);
  const found = (attributes === undefined ? [] : elementsOf(attributes))
    .map((one) => elementsOf(one))
    .find(([its = EMPTY]) => name.equals(its));
  return found && elementsOf(found[1] ?? EMPTY)[0];
}

/** Finds the signer's certificate by its hash in the signed attributes: RFC 5816, or SHA-1 as in RFC 3161. */
function signerOf({ attributes }: Info, certificates: readonly X509Certificate[]): X509Certificate {
  const newer = attributeOf(attributes, ATTRIBUTES.signingCertificateV2);
  const named = newer ?? attributeOf(attributes, ATTRIBUTES.signingCertificate) ?? EMPTY;
  const [first = EMPTY, second = EMPTY] = elementsOf(elementsOf(elementsOf(named)[0] ?? EMPTY)[0] ?? EMPTY);
  const isDefault = first[0] === TAGS.octets;
  const wanted = contentOf(isDefault ? first : second);
  const digest = newer === undefined ? 'sha1' : isDefault ? 'sha256' : digestOf(first);
  const found = certificates.find(
    ({ raw }) => digest !== undefined && same(createHash(digest).update(raw).digest(), wanted),
  );
  if (found === undefined) throw new RangeError('the certificate that signed is not there');
  return found;
}

type Signature = { content: Uint8Array; contentType: string; certificate: X509Certificate };

/** Checks the signature over the signed attributes, and the content's hash in them (RFC 5652 §5.4). */
function assertSigned(info: Info, { content, contentType, certificate }: Signature): void {
  const { attributes, signature, signatureAlgorithm } = info;
  const digest = digestOf(info.digestAlgorithm);
  const key = certificate.publicKey.asymmetricKeyType;
  const types = SIGNATURES.filter((one) => one.key === key && one.digest === digest).map(({ type }) => type);
  if (
    digest === undefined ||
    attributes[0] !== 0xa0 ||
    !(key === 'rsa' ? [RSA, ...types] : types).some((type) => isAlgorithm(signatureAlgorithm, type)) ||
    !issuerAndSerial(certificate).equals(info.signer)
  )
    throw new RangeError('signed in a way that is not ours');
  const hash = createHash(digest).update(content).digest();
  const signedHash = contentOf(attributeOf(attributes, ATTRIBUTES.messageDigest) ?? EMPTY);
  const type = attributeOf(attributes, ATTRIBUTES.contentType) ?? EMPTY;
  if (!oid(contentType).equals(type) || !same(hash, signedHash))
    throw new RangeError('the content was changed');
  const signedBytes = Buffer.from(attributes);
  signedBytes[0] = 0x31;
  if (!verify(digest, signedBytes, certificate.publicKey, signature))
    throw new RangeError('the signature does not hold');
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
