import { createHash, randomBytes, type X509Certificate } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { ATTRIBUTES, certificatesAndStamp, OIDS, signedContent } from './cms.ts';
import {
  derBoolean,
  derNull,
  elementsOf,
  integer,
  octetString,
  oid,
  sequence,
  set,
  setOf,
  smallInteger,
  tagged,
} from './der.ts';
import { signMessage } from './signing.ts';
import {
  certify,
  granted,
  namePart,
  type Pair,
  type Style,
  signedMessage,
  stampInfo,
} from './testing/authority.ts';
import { normalizeNonce, readTimestamp, type StampedHash, timestampRequest, tokenOf } from './timestamp.ts';
import { commonNameOf, extensionOf, issuerAndSerial } from './x509.ts';

const pem = ({ certificate }: Pair): string => certificate.toString();
const purpose = OIDS.timeStamping;
const root = certify({ name: 'Raiz' });
const ec = certify({ name: 'Carimbo 1', issuer: root, purpose });
const rsa = certify({ name: 'Carimbo 2', kind: 'rsa', issuer: root, purpose });
const at = new Date('2026-11-24T12:00:00Z');
const nonce = normalizeNonce(randomBytes(8));
const some: StampedHash = { algorithm: 'sha256', hash: randomBytes(32) };
const info = stampInfo(some, at, nonce);
const stamped = (by: Pair, style?: Style, of = info) => granted(signedMessage(of, by, style));
const read = (answer: Uint8Array, roots = [pem(root)]) => readTimestamp(answer, roots);

describe('reading a time stamp', () => {
  it.each<[string, Pair, Style]>([
    ['an elliptic key', ec, {}],
    ['an RSA key', rsa, {}],
    ['an RSA key and a named hash', rsa, { signatureType: '1.2.840.113549.1.1.11' }],
    ['SHA-384', ec, { digest: 'sha384' }],
    ['SHA-512, by RSA', rsa, { digest: 'sha512', signatureType: '1.2.840.113549.1.1.13' }],
    ['SHA-384, by RSA', rsa, { digest: 'sha384', signatureType: '1.2.840.113549.1.1.12' }],
    ['SHA-512, also for the certificate', ec, { digest: 'sha512', named: 'explicit' }],
    ['SHA-1 of the certificate, as in RFC 3161', ec, { named: 'sha1' }],
    ['its certificate chain', ec, { chain: [root.certificate, ec.certificate] }],
  ])('accepts a stamp made with %s', (_by, by, style) => {
    const answer = stamped(by, style);
    const stamp = { ...some, nonce, authority: by.name, time: at, serial: '4d' };
    expect(read(answer)).toEqual(stamp);
    expect(read(tokenOf(answer))).toEqual(stamp);
  });

  it('accepts a stamp over a SHA-512 hash without a nonce', () => {
    const other: StampedHash = { algorithm: 'sha512', hash: randomBytes(64) };
    expect(read(stamped(ec, {}, stampInfo(other, at)))).toMatchObject({ ...other, nonce: null });
  });

  it('refuses a stamp with any byte changed', () => {
    const answer = stamped(ec);
    for (let place = 0; place < answer.length; place++) {
      const changed = Buffer.from(answer);
      changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
      expect(() => read(changed), `byte ${place}`).toThrow(RangeError);
    }
  });

  const stranger = certify({ name: 'Raiz' });
  const between = certify({ name: 'Intermediária', issuer: root, isAuthority: true });
  const noAuthority = certify({ name: 'Ninguém', issuer: root });
  const of = (order: Partial<Parameters<typeof certify>[0]>) =>
    certify({ name: 'Carimbo', issuer: root, purpose, ...order });
  const below = of({ issuer: between });
  const belowNoAuthority = of({ issuer: noAuthority });
  const chainOf = (...pairs: Pair[]): X509Certificate[] => pairs.map(({ certificate }) => certificate);

  it('accepts intermediate authorities, and certificates valid from or to this second', () => {
    expect(read(stamped(below, { chain: chainOf(below, between) })).authority).toBe('Carimbo');
    expect(read(stamped(below), [pem(below)]).authority).toBe('Carimbo');
    for (const ends of [{ from: at.toISOString() }, { to: at.toISOString() }])
      expect(read(stamped(of(ends))).time).toEqual(at);
  });

  it.each<[string, Buffer, string]>([
    ['of an unknown root', stamped(ec, {}, info), 'no root'],
    ['with a missing intermediate authority', stamped(below), 'no root'],
    [
      'below a certificate that is not an authority',
      stamped(belowNoAuthority, { chain: chainOf(belowNoAuthority, noAuthority) }),
      'no root',
    ],
    ['from before its certificate', stamped(of({ from: '2026-11-24T12:00:01Z' })), 'was not valid then'],
    ['from after its certificate', stamped(of({ to: '2026-11-24T11:59:59Z' })), 'was not valid then'],
    ['for another purpose', stamped(of({ purpose: '1.3.6.1.5.5.7.3.4' })), 'for other purposes'],
    ['for a purpose that is not critical', stamped(of({ isCritical: false })), 'for other purposes'],
    ['for no purpose', stamped(certify({ name: 'x', issuer: root })), 'for other purposes'],
    ['without its certificate', stamped(ec, { chain: [] }), 'is not there'],
    ['with another certificate', stamped(ec, { chain: chainOf(rsa) }), 'is not there'],
    [
      'signed with another algorithm than stated',
      stamped(ec, { signatureType: '1.2.840.10045.4.3.3' }),
      'not ours',
    ],
    ['of another content', stamped(ec, { contentType: OIDS.data }), 'not such a signed message'],
  ])('refuses a stamp %s', (what, answer, message) => {
    const roots = what === 'of an unknown root' ? [pem(stranger)] : [pem(root)];
    expect(() => read(answer, roots)).toThrow(message);
  });

  it('refuses a stamp over a hash of an unsupported algorithm', () => {
    const imprint = sequence(sequence(oid(OIDS.sha384)), octetString(randomBytes(48)));
    const other = sequence(smallInteger(1), oid('2.999.1'), imprint, smallInteger(1), stampTime());
    expect(() => read(stamped(ec, {}, other))).toThrow('not ours');
  });

  it('refuses a response that was not granted as requested', () => {
    const token = signedMessage(info, ec);
    for (const [answer, status] of [
      [sequence(sequence(smallInteger(2))), 2],
      [sequence(sequence(smallInteger(1)), token), 1],
      [sequence(sequence(smallInteger(0)), token, derNull()), 0],
    ] as const)
      expect(() => tokenOf(answer)).toThrow(`(status ${status})`);
  });
});

/** DER of the time in `info`. */
function stampTime(): Buffer {
  const place = info.indexOf(Buffer.from('20261124120000Z'));
  return info.subarray(place - 2, place + 15);
}

test('requests a time stamp with the authority’s certificate and a positive nonce', () => {
  const imprint = sequence(sequence(oid('2.16.840.1.101.3.4.2.1'), derNull()), octetString(some.hash));
  const asked = (first: number) => timestampRequest(some, Buffer.of(first, 2));
  expect(asked(0xff)).toEqual(
    sequence(smallInteger(1), imprint, integer(Buffer.of(0x7f, 2)), derBoolean(true)),
  );
  expect(asked(0)).toEqual(sequence(smallInteger(1), imprint, integer(Buffer.of(0x40, 2)), derBoolean(true)));
});

describe('a signed message that we create', () => {
  const content = Buffer.from('conteúdo');
  const hash = Buffer.from('2b'.repeat(32), 'hex');

  it.each([ec, rsa])('embeds content, and no certificate without a chain', ({ key, certificate, name }) => {
    const message = signMessage(
      { contentType: OIDS.tstInfo, hash, content: info },
      { key, certificate, chain: [] },
    );
    expect(message.signature.length).toBeGreaterThan(60);
    // `signMessage` signs the given hash, not the hash of the content.
    const opened = signedContent(message.encode(), OIDS.tstInfo);
    expect(Buffer.from(opened.bytes)).toEqual(info);
    expect(() => opened.verify({ roots: [pem(root)], at, purpose })).toThrow('is not there');
    expect(name).toBe(commonNameOf(certificate));
  });

  it('verifies, and contains its certificates and a time stamp token', () => {
    const what = { contentType: OIDS.tstInfo, hash: createHash('sha256').update(content).digest(), content };
    for (const by of [ec, rsa]) {
      const chain = [by.certificate, root.certificate];
      const message = signMessage(what, { ...by, chain });
      const signer = signedContent(message.encode(), OIDS.tstInfo).verify({
        roots: [pem(root)],
        at,
        purpose,
      });
      expect([signer.commonName, signer.certificate.raw]).toEqual([by.name, by.certificate.raw]);
      expect(certificatesAndStamp(message.encode()).stamp).toBeNull();
      const token = signedMessage(info, ec);
      const parts = certificatesAndStamp(message.encode(token));
      expect(parts.stamp && Buffer.from(parts.stamp)).toEqual(token);
      expect(parts.certificates.map(commonNameOf).sort()).toEqual([by.name, 'Raiz'].sort());
    }
    const detached = signMessage({ contentType: OIDS.data, hash }, { ...ec, chain: [] }).encode();
    expect(() => signedContent(detached, OIDS.data)).toThrow('not such a signed message');
    expect(certificatesAndStamp(detached)).toEqual({ certificates: [], stamp: null });
  });

  it('is refused with an unknown version or a malformed certificate', () => {
    const message = signedMessage(info, ec);
    const version = message.indexOf(Buffer.of(2, 1, 3));
    for (const known of [1, 3, 4, 5])
      expect(() => certificatesAndStamp(message.with(version + 2, known))).not.toThrow();
    for (const unknown of [0, 2, 6])
      expect(() => certificatesAndStamp(message.with(version + 2, unknown))).toThrow('not a signed message');
    const unsigned = [tagged(1, sequence(oid(ATTRIBUTES.timeStampToken), setOf(smallInteger(1))))];
    expect(certificatesAndStamp(signedMessage(info, ec, { unsigned })).stamp).toEqual(smallInteger(1));
    const broken = { raw: sequence(smallInteger(1)) };
    expect(() => certificatesAndStamp(signedMessage(info, ec, { chain: [broken] }))).toThrow(
      'not a certificate',
    );
    const other = { raw: tagged(1, smallInteger(1)) };
    expect(
      certificatesAndStamp(signedMessage(info, ec, { chain: [other, ec.certificate] })).certificates,
    ).toHaveLength(1);
  });
});

test('reads certificate extensions that Node does not expose', () => {
  const raw = ec.certificate.raw;
  const usage = extensionOf(raw, '2.5.29.37');
  expect(usage?.critical).toBe(true);
  expect(Buffer.from(usage?.value ?? [])).toEqual(sequence(oid(purpose)));
  expect(
    extensionOf(certify({ name: 'x', purpose, isCritical: false }).certificate.raw, '2.5.29.37')?.critical,
  ).toBe(false);
  expect(extensionOf(raw, '2.5.29.15')).toBeUndefined();
  expect(extensionOf(sequence(sequence(smallInteger(1))), '2.5.29.15')).toBeUndefined();
  expect(issuerAndSerial(ec.certificate).toString('latin1')).toContain('Raiz');
  const first = certify({ name: 'Antigo', isFirst: true }).certificate;
  const named = issuerAndSerial(first);
  expect(named.toString('hex')).toContain(`0201${first.serialNumber.toLowerCase()}`);
  expect(named.subarray(2)).toEqual(Buffer.concat(elementsOf(named).map((part) => Buffer.from(part))));
});

const [cn, o] = [namePart('CN', 'Ana Lima'), namePart('O', 'XCN=y')];
test.each([
  [sequence(set(o), set(cn)), 'Ana Lima'],
  [sequence(set(cn), set(o)), 'Ana Lima'],
  [sequence(set(o, cn)), 'Ana Lima'],
  [sequence(set(cn, o)), 'Ana Lima'],
  [sequence(set(o)), ''],
])('extracts the common name from a certificate’s subject', (subject, name) => {
  expect(commonNameOf(certify({ name: 'x', subject, issuer: root }).certificate)).toBe(name);
});
