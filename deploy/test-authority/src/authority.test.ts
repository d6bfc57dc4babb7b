import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OIDS } from '@g2/proof/cms';
import { derNull, octetString, oid, sequence, smallInteger } from '@g2/proof/der';
import {
  normalizeNonce,
  readTimestamp,
  type StampedHash,
  timestampRequest,
  tokenOf,
} from '@g2/proof/timestamp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningAuthority, startTestAuthority } from './server.ts';
import { openssl, tempFolder } from './testing.ts';

const folder = tempFolder();
let authority: RunningAuthority;
beforeAll(async () => {
  authority = await startTestAuthority({ folder: folder.path });
});
afterAll(async () => {
  await authority.stop();
  folder.remove();
});

async function ask(url: string, request: Buffer): Promise<Buffer> {
  const headers = { 'content-type': 'application/timestamp-query' };
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(request) });
  expect(response.headers.get('content-type')).toBe('application/timestamp-reply');
  return Buffer.from(await response.arrayBuffer());
}

const content = randomBytes(1000);
const hashed = (algorithm: StampedHash['algorithm']): StampedHash => ({
  algorithm,
  hash: createHash(algorithm).update(content).digest(),
});

test.each([
  [0, 'sha256'],
  [0, 'sha512'],
  [1, 'sha256'],
  [1, 'sha512'],
] as const)('authority %i stamps a %s hash, which openssl verifies', async (which, algorithm) => {
  const nonce = normalizeNonce(randomBytes(8));
  const response = await ask(authority.urls[which] ?? '', timestampRequest(hashed(algorithm), nonce));
  const read = readTimestamp(response, authority.roots);
  expect(read).toMatchObject({
    ...hashed(algorithm),
    nonce,
    authority: `TESTE G2 - Carimbo do tempo ${which + 1}`,
  });
  expect(Math.abs(read.time.getTime() - Date.now())).toBeLessThan(60_000);
  // The stamp must not verify with the root of the other authority alone.
  expect(() => readTimestamp(response, authority.roots.toSpliced(which, 1))).toThrow('no root');
  const data = join(folder.path, 'data');
  const stamp = join(folder.path, `${which}-${algorithm}.tsr`);
  writeFileSync(data, content);
  writeFileSync(stamp, response);
  const output = openssl('ts', '-verify', '-data', data, '-in', stamp, '-CAfile', authority.files.tsaRoots);
  if (output !== undefined) expect(output).toContain('Verification: OK');
});

test('refuses a response with any byte changed', async () => {
  for (const url of authority.urls) {
    const response = await ask(url, timestampRequest(hashed('sha256'), randomBytes(8)));
    for (let at = 0; at < response.length; at++) {
      const changed = Buffer.from(response);
      changed[at] = (changed[at] as number) ^ (1 << (at % 8));
      expect(() => readTimestamp(changed, authority.roots), `byte ${at}`).toThrow(RangeError);
    }
  }
});

test('refuses invalid requests with the statuses of RFC 3161', async () => {
  const [url] = authority.urls;
  const request = (hash: Buffer, algorithm: string) =>
    sequence(smallInteger(1), sequence(sequence(oid(algorithm), derNull()), octetString(hash)));
  for (const wrong of [
    Buffer.from('not a request'),
    request(randomBytes(20), '1.3.14.3.2.26'),
    request(randomBytes(31), OIDS.sha256),
  ]) {
    const response = await ask(url, wrong);
    expect(() => tokenOf(response)).toThrow('did not stamp as asked (status 2)');
  }
});

test('includes its certificate only when the request asks for it', async () => {
  const request = sequence(
    smallInteger(1),
    sequence(sequence(oid(OIDS.sha256), derNull()), octetString(hashed('sha256').hash)),
  );
  const bare = await ask(authority.urls[0], request);
  expect(bare.length).toBeLessThan(600);
  expect(() => readTimestamp(bare, authority.roots)).toThrow('the certificate that signed is not there');
});

test('keeps its roots and earlier stamps valid after a restart', async () => {
  const before = await ask(authority.urls[1], timestampRequest(hashed('sha256'), randomBytes(8)));
  const again = await startTestAuthority({ folder: folder.path });
  const after = await ask(again.urls[1], timestampRequest(hashed('sha256'), randomBytes(8)));
  await again.stop();
  expect(again.roots).toEqual(authority.roots);
  const [one, other] = [before, after].map((answer) => readTimestamp(answer, again.roots));
  expect(one?.serial).not.toBe(other?.serial);
});

test('verifies stamps that another machine made with the same seed', async () => {
  const seed = randomBytes(16).toString('hex');
  const folders = [tempFolder(), tempFolder()];
  const [one, other] = await Promise.all(
    folders.map(({ path }) => startTestAuthority({ folder: path, seed })),
  );
  const response = await ask(one?.urls[0] ?? '', timestampRequest(hashed('sha256'), randomBytes(8)));
  expect(readTimestamp(response, other?.roots ?? []).hash).toEqual(hashed('sha256').hash);
  await Promise.all([one?.stop(), other?.stop()]);
  for (const one of folders) one.remove();
});

test('certifies the document signer through an intermediate authority', async () => {
  const { p12, password, documentsRoot } = authority.files;
  const listed = openssl('pkcs12', '-in', p12, '-passin', `file:${password}`, '-nokeys');
  if (listed === undefined) return;
  expect(listed.match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
  expect(readFileSync(password, 'utf8')).toMatch(/^[0-9a-f]{24}$/);
  const list = join(folder.path, 'list.crl');
  writeFileSync(list, Buffer.from(await (await fetch(`${authority.url}/lcr/documents.crl`)).arrayBuffer()));
  // openssl throws when the signature of the CRL is invalid.
  openssl('crl', '-inform', 'DER', '-in', list, '-CAfile', documentsRoot, '-noout');
});

test('can be set to fail and to recover', async () => {
  const [url] = authority.urls;
  const status = async () => (await fetch(url, { method: 'POST', body: 'x' })).status;
  authority.setTrouble('failing', 1);
  expect(await status()).toBe(503);
  authority.setTrouble(null);
  expect(await status()).toBe(415);
});
