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
  /** What is put into the message: the signer's certificate and those that vouch for it, or none. */
  chain: readonly X509Certificate[];
};

export type SignedMessage = {
  /** The signature's own bytes: what a signature time stamp is of. */
  signature: Buffer;
  /**
   * The whole message, DER.
   * @param token of a time stamp over `signature`, kept beside it, unsigned (RFC 3161 appendix A)
   */
  encode(token?: Uint8Array): Buffer;
};

type What = { contentType: string; hash: Buffer; content?: Uint8Array };

/**
 * Makes a signed message (RFC 5652) by SHA-256. What is signed names the certificate (RFC 5035, as CAdES and RFC 3161 want
 * it) and no signing time, which PAdES has elsewhere (EN 319 142-1 §6.3).
 * @param what the content's hash; the content goes along only where it is given
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

/** SigningCertificateV2 with one ESSCertIDv2; SHA-256, its default, is not named. */
const named = ({ raw }: X509Certificate): Buffer =>
  sequence(sequence(sequence(octets(createHash('sha256').update(raw).digest()))));

const algorithm = (of: string): Buffer => sequence(oid(of), nothing());
const attribute = (type: string, of: Uint8Array): Buffer => sequence(oid(type), setOf(of));
