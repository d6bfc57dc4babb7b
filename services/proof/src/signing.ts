import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { ATTRIBUTES, OIDS } from './cms.ts';
import { inOrder, nothing, octets, oid, sequence, setOf, small, tagged } from './der.ts';
import { issuerAndSerial } from './x509.ts';

const RSA = '1.2.840.113549.1.1.1';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

export type SigningKey = {
  /** RSA or elliptic curve. */
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

type What = { contentType: string; hash: Buffer; content?: Uint8Array };

/**
 * Signs (RFC 5652, SHA-256) with the certificate's name (RFC 5035, required by CAdES and RFC 3161) and without signing
 * time, which PAdES keeps elsewhere (EN 319 142-1 §6.3). Embeds `what.content` when given.
 */
export function signMessage(what: What, { key, certificate, chain }: SigningKey): SignedMessage {
  const attributes = inOrder([
    attribute(ATTRIBUTES.contentType, oid(what.contentType)),
    attribute(ATTRIBUTES.messageDigest, octets(what.hash)),
    attribute(ATTRIBUTES.signingCertificateV2, named(certificate)),
  ]);
  // Signed as a SET, carried as [0] (RFC 5652 §5.4).
  const signature = sign('sha256', setOf(...attributes), key);
  const info = (...unsigned: Buffer[]) =>
    sequence(
      small(1),
      issuerAndSerial(certificate),
      algorithm(OIDS.sha256),
      tagged(0, ...attributes),
      key.asymmetricKeyType === 'rsa' ? algorithm(RSA) : sequence(oid(ECDSA_WITH_SHA256)),
      octets(signature),
      ...unsigned,
    );
  return {
    signature,
    encode: (token) =>
      messageOf(what, chain, token ? info(tagged(1, attribute(ATTRIBUTES.timeStampToken, token))) : info()),
  };
}

const messageOf = (
  { contentType, content }: What,
  chain: readonly X509Certificate[],
  signerInfo: Buffer,
): Buffer =>
  sequence(
    oid(OIDS.signedData),
    tagged(
      0,
      sequence(
        small(contentType === OIDS.data ? 1 : 3),
        setOf(algorithm(OIDS.sha256)),
        sequence(oid(contentType), ...(content ? [tagged(0, octets(content))] : [])),
        ...(chain.length > 0 ? [tagged(0, ...inOrder(chain.map(({ raw }) => raw)))] : []),
        setOf(signerInfo),
      ),
    ),
  );

/** SigningCertificateV2 with one ESSCertIDv2. SHA-256 is the default and is omitted. */
const named = ({ raw }: X509Certificate): Buffer =>
  sequence(sequence(sequence(octets(createHash('sha256').update(raw).digest()))));

const algorithm = (of: string): Buffer => sequence(oid(of), nothing());
const attribute = (type: string, of: Uint8Array): Buffer => sequence(oid(type), setOf(of));
