import type { X509Certificate } from 'node:crypto';
import { contentOf, EMPTY, elementsOf, oid, sequence, TAGS } from './der.ts';

const EXTENDED_KEY_USAGE = '2.5.29.37';

/** `purpose` must be the only extended key usage and critical (RFC 3161 §2.3). */
export function assertKeyUsage(purpose: string, { raw, keyUsage }: X509Certificate): void {
  const usage = extensionOf(raw, EXTENDED_KEY_USAGE);
  if (usage?.critical !== true || String(keyUsage) !== purpose)
    throw new RangeError('a certificate for other purposes');
}

/** Finds an extension of a certificate (RFC 5280 §4.1), which Node does not expose. `value` is DER. */
export function extensionOf(
  certificate: Uint8Array,
  type: string,
): { critical: boolean; value: Uint8Array } | undefined {
  const [body = EMPTY] = elementsOf(certificate);
  const tagged = elementsOf(body).find(([tag]) => tag === 0xa3);
  const name = oid(type);
  const found = (tagged === undefined ? [] : elementsOf(elementsOf(tagged)[0] ?? EMPTY))
    .map((one) => elementsOf(one))
    .find(([its = EMPTY]) => name.equals(its));
  const [, critical = EMPTY] = found ?? [];
  return found && { critical: critical[0] === TAGS.truth, value: contentOf(found.at(-1) ?? EMPTY) };
}

/** Issuer and serial number, by which a signed message identifies a certificate (RFC 5652 §10.2.4). */
export function issuerAndSerial({ raw }: X509Certificate): Buffer {
  const fields = elementsOf(elementsOf(raw)[0] ?? EMPTY);
  // Fields in order: serial number, algorithm, issuer. An optional version, tagged [0], precedes them.
  const [serial = EMPTY, , issuer = EMPTY] = fields[0]?.[0] === 0xa0 ? fields.slice(1) : fields;
  return sequence(issuer, serial);
}

/** The subject's common name. Node writes one RDN per line, and joins attributes of one RDN with " + ". */
export const commonNameOf = ({ subject }: X509Certificate): string =>
  /(?:^| \+ )CN=(.+?)(?: \+ |$)/m.exec(subject)?.[1] ?? '';

/** Builds the chain from the signer to a root through the supplied certificates. Each must be valid at time `at`. */
export function assertTrustedChain(
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
