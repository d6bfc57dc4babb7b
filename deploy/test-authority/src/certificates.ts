import { createHash, type KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { oid, sequence, setOf } from '@g2/proof/der';
import { BitString, Integer, OctetString, PrintableString, Utf8String } from 'asn1js';
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CertificateRevocationList,
  CRLDistributionPoints,
  DistributionPoint,
  Extension,
  Extensions,
  ExtKeyUsage,
  GeneralName,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs';

/** Organization name in every subject. Production recognises test certificates by it. */
const MARK = 'TESTE - SEM VALIDADE JURÍDICA';

const DAY_MS = 86_400_000;
const ID = {
  country: '2.5.4.6',
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  crlNumber: '2.5.29.20',
  crlPoints: '2.5.29.31',
  authorityKey: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
};

export type KeyAndCertificate = { key: KeyObject; certificate: X509Certificate };
export type CertificateRequest = {
  /** Authorities sign certificates and CRLs; the others sign only stamps or only documents. */
  kind: 'authority' | 'stamps' | 'documents';
  commonName: string;
  keys: { privateKey: KeyObject; publicKey: KeyObject };
  /** Issuer; absent for a self-signed root. */
  issuer?: KeyAndCertificate;
  /** CRL address of the issuer; none for roots. */
  crlUrl?: string;
  at: Date;
  days: number;
};

/** Issues a certificate. It is valid from the day before, for clocks that are behind. */
export async function issueCertificate(order: CertificateRequest): Promise<KeyAndCertificate> {
  const { commonName, keys, issuer, at, days } = order;
  const made = new Certificate({
    version: 2,
    serialNumber: randomSerial(),
    issuer: issuer ? parsed(issuer).subject : nameOf(commonName),
    subject: nameOf(commonName),
    notBefore: timeOf(at.getTime() - DAY_MS),
    notAfter: timeOf(at.getTime() + days * DAY_MS),
  });
  await made.subjectPublicKeyInfo.importKey(await webKey(keys.publicKey));
  made.extensions = extensionsOf(order, made);
  await made.sign(await webKey(issuer?.key ?? keys.privateKey), 'SHA-256');
  const der = Buffer.from(made.toSchema(true).toBER());
  return { key: keys.privateKey, certificate: new X509Certificate(der) };
}

/** Creates an empty CRL. @returns DER */
export async function emptyCrl(issuer: KeyAndCertificate, at: Date, days: number): Promise<Buffer> {
  const number = new Integer({ value: Math.floor(at.getTime() / 1000) });
  const list = new CertificateRevocationList({
    version: 1,
    issuer: parsed(issuer).subject,
    thisUpdate: timeOf(at.getTime()),
    nextUpdate: timeOf(at.getTime() + days * DAY_MS),
    crlExtensions: new Extensions({
      extensions: [authorityKey(parsed(issuer)), extension(ID.crlNumber, number.toBER())],
    }),
  });
  await list.sign(await webKey(issuer.key), 'SHA-256');
  return Buffer.from(list.toSchema(true).toBER());
}

/** Random serial number: positive and unique (RFC 3280 §4.1.2.2 and RFC 3161 §2.4.2) without a stored counter. */
export function randomSerial(): Integer {
  const bytes = Uint8Array.from(randomBytes(16));
  bytes[0] = ((bytes[0] as number) & 0x7f) | 0x40;
  return new Integer({ valueHex: bytes.buffer });
}

function extensionsOf({ kind, issuer, crlUrl }: CertificateRequest, made: Certificate): Extension[] {
  const isAuthority = kind === 'authority';
  // Bits of KeyUsage, highest first (RFC 5280 §4.2.1.3): keyCertSign and cRLSign for an authority, otherwise
  // digitalSignature and nonRepudiation.
  const usage = new BitString({
    valueHex: Uint8Array.of(isAuthority ? 0b0000_0110 : 0b1100_0000).buffer,
    unusedBits: isAuthority ? 1 : 6,
  });
  const stamps = new ExtKeyUsage({ keyPurposes: [ID.timeStamping] });
  return [
    extension(ID.basicConstraints, new BasicConstraints({ cA: isAuthority }).toSchema().toBER(), true),
    extension(ID.keyUsage, usage.toBER(), true),
    ...(kind === 'stamps' ? [extension(ID.extendedKeyUsage, stamps.toSchema().toBER(), true)] : []),
    extension(ID.subjectKey, new OctetString({ valueHex: keyId(made) }).toBER()),
    authorityKey(issuer ? parsed(issuer) : made),
    ...(crlUrl === undefined ? [] : [extension(ID.crlPoints, crlPoint(crlUrl))]),
  ];
}

const authorityKey = (issuer: Certificate): Extension =>
  extension(
    ID.authorityKey,
    new AuthorityKeyIdentifier({ keyIdentifier: new OctetString({ valueHex: keyId(issuer) }) })
      .toSchema()
      .toBER(),
  );

const keyId = ({ subjectPublicKeyInfo }: Certificate): ArrayBuffer =>
  Uint8Array.from(
    createHash('sha1').update(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView).digest(),
  ).buffer;

function crlPoint(url: string): ArrayBuffer {
  const distributionPoint = [new GeneralName({ type: 6, value: url })];
  return new CRLDistributionPoints({
    distributionPoints: [new DistributionPoint({ distributionPoint })],
  })
    .toSchema()
    .toBER();
}

const extension = (extnID: string, extnValue: ArrayBuffer, critical = false): Extension =>
  new Extension({ extnID, critical, extnValue });

/** One attribute per RDN: the library would put all into one, which programs display badly. */
function nameOf(commonName: string): RelativeDistinguishedNames {
  const step = (type: string, value: PrintableString | Utf8String) =>
    setOf(sequence(oid(type), Buffer.from(value.toBER())));
  const name = sequence(
    step(ID.country, new PrintableString({ value: 'BR' })),
    step(ID.organization, new Utf8String({ value: MARK })),
    step(ID.commonName, new Utf8String({ value: commonName })),
  );
  return RelativeDistinguishedNames.fromBER(Uint8Array.from(name).buffer);
}

/** A certificate time in DER: whole seconds, and UTCTime until 2049 (RFC 5280 §4.1.2.5). */
function timeOf(ms: number): Time {
  const value = new Date(Math.floor(ms / 1000) * 1000);
  return new Time({ value, type: value.getUTCFullYear() < 2050 ? 0 : 1 });
}

const parsed = ({ certificate }: KeyAndCertificate): Certificate =>
  Certificate.fromBER(Uint8Array.from(certificate.raw).buffer);

function webKey(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const { subtle } = webcrypto;
  const algorithm =
    key.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: 'P-256' };
  return key.type === 'public'
    ? subtle.importKey('spki', key.export({ type: 'spki', format: 'der' }), algorithm, true, ['verify'])
    : subtle.importKey('pkcs8', key.export({ type: 'pkcs8', format: 'der' }), algorithm, true, ['sign']);
}
