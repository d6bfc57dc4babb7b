import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@g2/kit/config-error';
import { loadConfig, withSecretFiles } from '@g2/kit/env';
import { generateKeys } from '@g2/kit/keys';
import { createLogger } from '@g2/kit/log';
import { register } from '@g2/kit/metrics';
import { closeAfterTests } from '@g2/kit/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { config } from '../src/config.ts';
import { openSigner } from '../src/pades/signer.ts';
import { createSigning } from '../src/signing/signing.ts';
import { startAuthority } from './authority.ts';

const authority = await closeAfterTests(startAuthority());
const p12 = authority.path('assinatura.p12');
const folder = mkdtempSync(join(tmpdir(), 'signer-'));
afterAll(() => rmSync(folder, { recursive: true }));
const keys = await generateKeys(['certificate']);

const environment = {
  G2_DEMO: '1',
  PUBLIC_URL: 'http://localhost:8080',
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  NATS_URL: 'nats://a:1',
  DATABASE_URL: 'postgres://a:1/b',
  REGISTRATION_GRPC: 'a:1',
  STORAGE_GRPC: 'a:1',
  PAYMENT_GRPC: 'a:1',
  LOG_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
  SERVICE_KEY: JSON.stringify(keys.private.certificate),
  TRUSTED_KEYS: JSON.stringify(keys.trusted),
  TSA_URLS: authority.urls.join(', '),
  TSA_ROOTS_FILE: authority.path('carimbos-raizes.pem'),
  SIGNING_P12_FILE: p12,
  SIGNING_P12_PASSWORD_FILE: authority.path('assinatura.senha'),
};
const silent = createLogger('test', 'silent');
const open = (more: Record<string, string> = {}, at = new Date()) =>
  createSigning(loadConfig(config, withSecretFiles({ ...environment, ...more })), silent, () => at);
const production = { G2_DEMO: '0', PUBLIC_URL: 'https://registro.example.com' };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Output of openssl; undefined with a message when it is not installed. */
function openssl(...args: string[]): Buffer | undefined {
  if (spawnSync('openssl', ['version']).error) {
    console.log('openssl is not installed: files that others write are not opened');
    return undefined;
  }
  return execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

test('a demo signs with the test authority and marks its documents as tests', async () => {
  const { isTest, authorities } = await open();
  expect(isTest).toBe(true);
  expect(authorities.map(({ url }) => url)).toEqual(authority.urls);
  const signer = await openSigner(p12, authority.password);
  expect(signer.chain).toHaveLength(3);
  const shown = await register.getSingleMetric('g2_signing_certificate_expires_at_seconds')?.get();
  expect(shown?.values[0]?.value).toBe(Math.floor(signer.expiresAt.getTime() / 1000));
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a test certificate in production', production, /SIGNING_P12_FILE: a certificate of a test authority/],
  ['no certificate in production', { ...production, SIGNING_P12_FILE: '' }, /SIGNING_P12_FILE is missing/],
  ['a wrong password', { SIGNING_P12_PASSWORD: 'wrong' }, /SIGNING_P12_FILE: its password does not fit/],
  ['a missing file', { SIGNING_P12_FILE: '/nowhere.p12' }, /SIGNING_P12_FILE: it can not be read/],
  ['another file', { SIGNING_P12_FILE: authority.path('carimbos-raizes.pem') }, /it is not a PKCS#12 file/],
  ['authorities without roots', { TSA_ROOTS_FILE: '' }, /TSA_ROOTS_FILE is missing/],
  ['a roots file without certificates', { TSA_ROOTS_FILE: p12 }, /TSA_ROOTS_FILE holds no certificates/],
  [
    'an authority address without a scheme',
    { TSA_URLS: 'stamps.example.com' },
    /TSA_URLS: entry 1: is no http or https address/,
  ],
])('refuses to start with %s and reports it in one line', async (_name, env, says) => {
  const failed = await (async () => open(env))().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ConfigError);
  expect((failed as Error).message).toMatch(says);
  expect((failed as Error).message).not.toContain('\n');
});

test('refuses an expired certificate and warns 60 days before the expiry', async () => {
  await expect(open({}, inDays(366))).rejects.toThrow(/its certificates expired on \d{4}-\d\d-\d\d$/);
  const warn = vi.spyOn(silent, 'warn');
  await open({}, inDays(300));
  expect(warn).not.toHaveBeenCalled();
  await open({}, inDays(310));
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ days: 54 }),
    'the signing certificate expires soon',
  );
});

test('a demo may leave documents unsigned', async () => {
  const none = { SIGNING_P12_FILE: '', TSA_URLS: '', TSA_ROOTS_FILE: '' };
  expect(await open(none)).toMatchObject({ isTest: true, authorities: [] });
});

test('opens PKCS#12 files of openssl and refuses a missing chain or legacy encryption', async () => {
  const key = join(folder, 'key.pem');
  const root = join(folder, 'root.pem');
  const subject = ['-subj', '/CN=Someone', '-days', '30'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384', '-nodes'];
  if (!openssl('req', '-x509', ...curve, '-keyout', key, ...subject, '-out', root)) return;
  const write = (name: string, ...more: string[]) => {
    const file = join(folder, name);
    openssl('pkcs12', '-export', '-inkey', key, '-in', root, '-passout', 'pass:çé', '-out', file, ...more);
    return file;
  };
  expect(await openSigner(write('new.p12'), 'çé')).toMatchObject({ isTestIssued: false });
  await expect(openSigner(write('old.p12', '-legacy'), 'çé')).rejects.toThrow('in an old way');
  const bare = join(folder, 'bare.pem');
  const pem = openssl('pkcs12', '-in', p12, '-passin', `pass:${authority.password}`, '-nodes');
  // PEM blocks of the key and its chain; the key's own certificate is the first certificate.
  const parts = String(pem).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g) ?? [];
  const [certificate] = parts.filter((part) => part.includes('CERTIFICATE'));
  writeFileSync(bare, `${parts.find((part) => part.includes('KEY'))}${certificate}`);
  const alone = join(folder, 'alone.p12');
  openssl('pkcs12', '-export', '-in', bare, '-passout', 'pass:', '-out', alone);
  await expect(openSigner(alone, '')).rejects.toThrow('certificates up to a root are missing');
});
