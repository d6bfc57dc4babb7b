import { verify, X509Certificate } from 'node:crypto';
import { SIGNATURES } from '@g2/proof/cms';
import { contentOf, EMPTY, elementsOf, oid, parseTime, TAGS } from '@g2/proof/der';
import { extensionOf } from '@g2/proof/x509';
import { boundedFetch } from '../authorities/bounded-fetch.ts';
import type { ValidationData } from './validation-data.ts';

/** Maximum size of a CRL, bytes; a larger one is not embedded into documents. */
const LIST_LIMIT = 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** Maximum cache time of a CRL, ms, even if it is valid for longer: a recent revocation must be noticed. */
const MAX_CACHE_MS = 60 * 60_000;
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const CRL_POINTS = '2.5.29.31';
/** The issuer revoked the certificate. Signatures made after the revocation are worthless. */
export class RevokedError extends Error {}

export type Revocation = {
  /** Certificates with issuers and verified CRLs. @throws RevokedError; Error when a CRL is unavailable */
  validationDataFor(certificates: readonly X509Certificate[], signal?: AbortSignal): Promise<ValidationData>;
};

type Options = {
  /** Root certificates, PEM; a signature or time stamp may lack the root of its chain. */
  roots: readonly string[];
  clock?: () => Date;
  timeoutMs?: number;
};
type ListOf = (address: string, issuer: X509Certificate, signal: AbortSignal | undefined) => Promise<Buffer>;
type Kept = { list: Buffer; refreshAt: number };

/** Loads CRLs (RFC 5280 §5) from the addresses in the certificates, cached for an hour at most. */
export function openRevocation({
  roots,
  clock = () => new Date(),
  timeoutMs = TIMEOUT_MS,
}: Options): Revocation {
  const known = roots.map((pem) => new X509Certificate(pem));
  const cache = new Map<string, Kept>();
  const loadCrl: ListOf = async (address, issuer, signal) => {
    const key = `${issuer.fingerprint256} ${address}`;
    const cached = cache.get(key);
    if (cached && clock().getTime() < cached.refreshAt) return cached.list;
    const { body } = await boundedFetch(new URL(address), {}, { limit: LIST_LIMIT, timeoutMs, signal });
    const until = verifyCrl(body, issuer, clock());
    cache.set(key, { list: body, refreshAt: Math.min(until.getTime(), clock().getTime() + MAX_CACHE_MS) });
    return body;
  };
  return {
    async validationDataFor(certificates, signal) {
      const chains = certificates.map((one) => chainOf(one, [...certificates, ...known]));
      const all = unique(chains.flat());
      const lists = new Set<Buffer>();
      for (const certificate of all) {
        const issuer = issuerOf(certificate, all);
        if (issuer === certificate) continue;
        const list = await firstAvailableCrl(certificate, (address) => loadCrl(address, issuer, signal));
        if (isRevoked(list, certificate))
          throw new RevokedError(`revoked: certificate ${certificate.serialNumber}`);
        lists.add(list);
      }
      return { certificates: all, lists: [...lists] };
    },
  };
}

/** Tries the CRL addresses of a certificate in order; returns the first CRL that loads. */
async function firstAvailableCrl(
  certificate: X509Certificate,
  loadCrl: (address: string) => Promise<Buffer>,
): Promise<Buffer> {
  const failures: unknown[] = [];
  for (const address of addressesOf(certificate)) {
    try {
      return await loadCrl(address);
    } catch (error) {
      failures.push(error);
    }
  }
  const message =
    failures.length === 0 ? 'the certificate names none by http' : failures.map(String).join('; ');
  throw new Error(`list of revoked certificates: ${message}`, { cause: failures[0] });
}

function chainOf(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const chain = [certificate];
  for (let current = certificate, left = 8; left > 0; left--) {
    const issuer = issuerOf(current, [current, ...others]);
    if (issuer.fingerprint256 === current.fingerprint256) return chain;
    chain.push(issuer);
    current = issuer;
  }
  throw new Error('a chain of certificates without an end');
}

function issuerOf(certificate: X509Certificate, among: readonly X509Certificate[]): X509Certificate {
  const issuer = among.find((one) => certificate.checkIssued(one) && certificate.verify(one.publicKey));
  if (issuer === undefined) throw new Error('the certificate of an issuer is not known');
  return issuer;
}

const unique = (certificates: readonly X509Certificate[]): X509Certificate[] => [
  ...new Map(certificates.map((one) => [one.fingerprint256, one])).values(),
];

/** The http and https URLs in CRLDistributionPoints (RFC 5280 §4.2.1.13). */
function addressesOf({ raw }: X509Certificate): string[] {
  const points = extensionOf(raw, CRL_POINTS);
  return (points === undefined ? [] : elementsOf(points.value)).flatMap((point) => {
    // ASN.1: context tag [0] fullName within context tag [0] distributionPoint.
    const named = elementsOf(point).find(([tag]) => tag === 0xa0);
    const names = named && elementsOf(named).find(([tag]) => tag === 0xa0);
    return (names === undefined ? [] : elementsOf(names))
      .map((name) => Buffer.from(contentOf(name)).toString('latin1'))
      .filter((name) => /^https?:/i.test(name));
  });
}

/** Verifies a CRL, returns its nextUpdate. @throws RangeError when its issuer did not sign it, or it is not current */
function verifyCrl(list: Buffer, issuer: X509Certificate, now: Date): Date {
  const [body = EMPTY, algorithm = EMPTY, signature = EMPTY] = elementsOf(list);
  const [named = EMPTY] = elementsOf(algorithm);
  const digest = SIGNATURES.find(({ type }) => oid(type).equals(named))?.digest;
  // The first byte of a BIT STRING is its number of unused bits, here 0.
  if (digest === undefined || !verify(digest, body, issuer.publicKey, contentOf(signature).subarray(1)))
    throw new RangeError('a list that its issuer did not sign');
  const times = elementsOf(body).filter(([tag]) => tag === TAGS.utcTime || tag === TAGS.time);
  const [from, until] = times.map(parseTime);
  if (from === undefined || until === undefined) throw new RangeError('a list without its times');
  if (from.getTime() > now.getTime() + CLOCK_TOLERANCE_MS || until <= now)
    throw new RangeError('a list that is not of now');
  return until;
}

/** Searches for serial number and time tag, a pair only in CRL entries (RFC 5280 §5.1.2.6): parsing would be slow. */
function isRevoked(list: Buffer, { raw }: X509Certificate): boolean {
  const fields = elementsOf(elementsOf(raw)[0] ?? EMPTY);
  const serial = fields.find(([tag]) => tag === TAGS.integer) ?? EMPTY;
  return [TAGS.utcTime, TAGS.time].some((time) => list.includes(Buffer.concat([serial, Buffer.of(time)])));
}
