import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { ATTRIBUTES, OIDS } from '../cms.ts';
import {
  derBoolean,
  derNull,
  integer,
  octetString,
  oid,
  sequence,
  set,
  setOf,
  smallInteger,
  sortedByBytes,
  tagged,
} from '../der.ts';
import type { StampedHash } from '../timestamp.ts';
import { issuerAndSerial } from '../x509.ts';

/** Encodes bytes as a value with this tag. */
const retagged = (tag: number, bytes: Uint8Array): Buffer => {
  const made = octetString(bytes);
  made[0] = tag;
  return made;
};
const bits = (bytes: Uint8Array): Buffer => retagged(0x03, Buffer.concat([Buffer.of(0), bytes]));
const generalTime = (at: Date): Buffer =>
  retagged(0x18, Buffer.from(at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')));
/** A name attribute: common name or organisation. */
export const namePart = (kind: 'CN' | 'O', text: string): Buffer =>
  sequence(oid(kind === 'CN' ? '2.5.4.3' : '2.5.4.10'), retagged(0x0c, Buffer.from(text)));
const nameOf = (commonName: string): Buffer => sequence(setOf(namePart('CN', commonName)));
const extension = (type: string, isCritical: boolean, value: Buffer): Buffer =>
  sequence(oid(type), ...(isCritical ? [derBoolean(true)] : []), octetString(value));

export type Pair = { key: KeyObject; certificate: X509Certificate; name: string };
type Order = {
  name: string;
  kind?: 'ec' | 'rsa';
  issuer?: Pair;
  isAuthority?: boolean;
  purpose?: string;
  isCritical?: boolean;
  /** Subject in DER; replaces the one made from `name`. */
  subject?: Buffer;
  /** X.509 version 1, which has no version field. */
  isFirst?: boolean;
  from?: string;
  to?: string;
};

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
let serials = 0x40;

/** Creates a key and its certificate, self-signed without `issuer`. An issuer must have an EC key. */
export function certify(order: Order): Pair {
  const { name, kind = 'ec', issuer, purpose, isCritical = true } = order;
  const { publicKey, privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const isAuthority = order.isAuthority ?? issuer === undefined;
  const extensions = [
    extension('2.5.29.19', true, isAuthority ? sequence(derBoolean(true)) : sequence()),
    ...(purpose ? [extension('2.5.29.37', isCritical, sequence(oid(purpose)))] : []),
  ];
  const body = sequence(
    ...(order.isFirst ? [] : [tagged(0, smallInteger(2))]),
    smallInteger(++serials),
    ECDSA_SHA256,
    nameOf(issuer?.name ?? name),
    sequence(
      generalTime(new Date(order.from ?? '2020-01-01T00:00:00Z')),
      generalTime(new Date(order.to ?? '2040-01-01T00:00:00Z')),
    ),
    order.subject ?? nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(order.isFirst ? [] : [tagged(3, sequence(...extensions))]),
  );
  const signature = sign('sha256', body, issuer?.key ?? privateKey);
  const certificate = new X509Certificate(sequence(body, ECDSA_SHA256, bits(signature)));
  return { key: privateKey, certificate, name };
}

export type Style = {
  digest?: 'sha256' | 'sha384' | 'sha512';
  /**
   * How the signed attributes identify the certificate: RFC 5816 with the default or an explicit hash
   * algorithm, or RFC 3161 with SHA-1.
   */
  named?: 'default' | 'explicit' | 'sha1';
  chain?: readonly { raw: Uint8Array }[];
  contentType?: string;
  signatureType?: string;
  unsigned?: Buffer[];
};

const attribute = (type: string, of: Uint8Array): Buffer => sequence(oid(type), setOf(of));
const hashOf = (digest: string, bytes: Uint8Array) => createHash(digest).update(bytes).digest();

function namedBy({ raw }: X509Certificate, named: Style['named'], digest: string): Buffer {
  const type = named === 'sha1' ? ATTRIBUTES.signingCertificate : ATTRIBUTES.signingCertificateV2;
  const algorithm = { sha256: OIDS.sha256, sha384: OIDS.sha384, sha512: OIDS.sha512 }[digest] ?? '';
  const one =
    named === 'explicit'
      ? [sequence(oid(algorithm)), octetString(hashOf(digest, raw))]
      : [octetString(hashOf(named === 'sha1' ? 'sha1' : 'sha256', raw))];
  return attribute(type, sequence(sequence(sequence(...one))));
}

/** A signed message in any style that authorities use (RFC 5652). */
export function signedMessage(content: Buffer, by: Pair, style: Style = {}): Buffer {
  const { digest = 'sha256', named = 'default', contentType = OIDS.tstInfo } = style;
  const attributes = sortedByBytes([
    attribute(ATTRIBUTES.contentType, oid(contentType)),
    attribute(ATTRIBUTES.messageDigest, octetString(hashOf(digest, content))),
    namedBy(by.certificate, named, digest),
  ]);
  const isRsa = by.key.asymmetricKeyType === 'rsa';
  const own = { sha256: '2', sha384: '3', sha512: '4' }[digest];
  const type = style.signatureType ?? (isRsa ? '1.2.840.113549.1.1.1' : `1.2.840.10045.4.3.${own}`);
  const algorithm = sequence(oid(OIDS[digest]), derNull());
  const chain = (style.chain ?? [by.certificate]).map(({ raw }) => raw);
  return sequence(
    oid(OIDS.signedData),
    tagged(
      0,
      sequence(
        smallInteger(3),
        setOf(algorithm),
        sequence(oid(contentType), tagged(0, octetString(content))),
        ...(chain.length > 0 ? [tagged(0, ...sortedByBytes(chain))] : []),
        set(
          sequence(
            smallInteger(1),
            issuerAndSerial(by.certificate),
            algorithm,
            tagged(0, ...attributes),
            isRsa ? sequence(oid(type), derNull()) : sequence(oid(type)),
            octetString(sign(digest, setOf(...attributes), by.key)),
            ...(style.unsigned ?? []),
          ),
        ),
      ),
    ),
  );
}

/** TSTInfo of a stamp (RFC 3161 §2.4.2). */
export function stampInfo({ algorithm, hash }: StampedHash, at: Date, nonce?: Buffer): Buffer {
  const imprint = sequence(sequence(oid(OIDS[algorithm]), derNull()), octetString(hash));
  const more = nonce ? [integer(nonce)] : [];
  return sequence(smallInteger(1), oid('2.999.1'), imprint, smallInteger(77), generalTime(at), ...more);
}

/** Response of a time stamp authority: granted, with this token. */
export const granted = (token: Buffer): Buffer => sequence(sequence(smallInteger(0)), token);
