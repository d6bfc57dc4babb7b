import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { ATTRIBUTES, OIDS } from './cms.ts';
import { derNull, octetString, oid, sequence, setOf, smallInteger, sortedByBytes, tagged } from './der.ts';
import { issuerAndSerial } from './x509.ts';

const RSA = '1.2.840.113549.1.1.1';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

export type SigningKey = {
  /** Private key, RSA or elliptic curve. */
  key: KeyObject;
  certificate: X509Certificate;
  /** Certificates to embed: the signer's and its issuers', or none. */
  chain: readonly X509Certificate[];
};

export type SignedMessage = {
  /** The signature's bytes, which a signature time stamp covers. */
  signature: Buffer;
  /** Returns DER. `token`, a time stamp over `signature`, is added as unsigned attribute (RFC 3161 appendix A). */
  encode(token?: Uint8Array): Buffer;
};

type ContentToSign = { contentType: string; hash: Buffer; content?: Uint8Array };

/**
 * Signs a message with SHA-256 (RFC 5652). The signed attributes identify the certificate by its hash (RFC
 * 5035, required by CAdES and RFC 3161) and omit the signing time, which PAdES writes elsewhere (EN 319 142-1
 * §6.3). Embeds `input.content` when given.
 */
export function signMessage(input: ContentToSign, { key, certificate, chain }: SigningKey): SignedMessage {
  const attributes = sortedByBytes([
    attribute(ATTRIBUTES.contentType, oid(input.contentType)),
    attribute(ATTRIBUTES.messageDigest, octetString(input.hash)),
    attribute(ATTRIBUTES.signingCertificateV2, signingCertificateAttribute(certificate)),
  ]);
  // The attributes are signed with the tag of a SET, but sent with tag [0] (RFC 5652 §5.4).
  const signature = sign('sha256', setOf(...attributes), key);
  const info = (...unsigned: Buffer[]) =>
    sequence(
      smallInteger(1),
      issuerAndSerial(certificate),
      algorithm(OIDS.sha256),
      tagged(0, ...attributes),
      key.asymmetricKeyType === 'rsa' ? algorithm(RSA) : sequence(oid(ECDSA_WITH_SHA256)),
      octetString(signature),
      ...unsigned,
    );
  return {
    signature,
    encode: (token) =>
      messageOf(input, chain, token ? info(tagged(1, attribute(ATTRIBUTES.timeStampToken, token))) : info()),
  };
}

const messageOf = (
  { contentType, content }: ContentToSign,
  chain: readonly X509Certificate[],
  signerInfo: Buffer,
): Buffer =>
  sequence(
    oid(OIDS.signedData),
    tagged(
      0,
      sequence(
        smallInteger(contentType === OIDS.data ? 1 : 3),
        setOf(algorithm(OIDS.sha256)),
        sequence(oid(contentType), ...(content ? [tagged(0, octetString(content))] : [])),
        ...(chain.length > 0 ? [tagged(0, ...sortedByBytes(chain.map(({ raw }) => raw)))] : []),
        setOf(signerInfo),
      ),
    ),
  );

/** SigningCertificateV2 with one ESSCertIDv2. It omits the hash algorithm, because SHA-256 is the default. */
const signingCertificateAttribute = ({ raw }: X509Certificate): Buffer =>
  sequence(sequence(sequence(octetString(createHash('sha256').update(raw).digest()))));

const algorithm = (of: string): Buffer => sequence(oid(of), derNull());
const attribute = (type: string, of: Uint8Array): Buffer => sequence(oid(type), setOf(of));
