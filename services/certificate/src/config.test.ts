import { createHash, generateKeyPairSync } from 'node:crypto';
import { loadConfig } from '@g2/kit/env';
import { expect, it } from 'vitest';
import { config } from './config.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const env = {
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  NATS_URL: 'nats://localhost:4222',
  PUBLIC_URL: 'http://localhost:8080',
  DATABASE_URL: 'postgres://localhost/g2',
  SERVICE_KEY: '{"kty":"OKP","kid":"certificate","d":"x"}',
  TRUSTED_KEYS: '{"keys":[]}',
  REGISTRATION_GRPC: 'localhost:1',
  STORAGE_GRPC: 'localhost:1',
  PAYMENT_GRPC: 'localhost:1',
  LOG_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
  G2_DEMO: '1',
};

/** A verifier key of c2sp.org/signed-note. */
function verifier(name: string, type: number, length = 32): string {
  const typed = Buffer.concat([Uint8Array.of(type), Buffer.alloc(length, 7)]);
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8);
  return `${name}+${id}+${typed.toString('base64')}`;
}
const witness = verifier('witness.example', 4);

it('reads one witness per line and skips blank lines', () => {
  const read = loadConfig(config, {
    ...env,
    LOG_WITNESSES: `\n${witness} https://witness.example/\n\n${verifier('other.example', 4)} http://other.example/w\n`,
    TSA_URLS: 'https://user:password@stamps.example/tsp,http://other.example',
    TSA_ROOTS_FILE: '/roots.pem',
  });
  expect(read.LOG_WITNESSES.map(({ key, url }) => [key.name, url])).toEqual([
    ['witness.example', 'https://witness.example'],
    ['other.example', 'http://other.example/w'],
  ]);
  expect(read.TSA_URLS).toEqual(['https://user:password@stamps.example/tsp', 'http://other.example']);
  expect(loadConfig(config, env)).toMatchObject({ LOG_WITNESSES: [], TSA_URLS: [] });
});

it.each([
  [
    { LOG_WITNESSES: `${verifier('witness.example', 1)} https://w.example` },
    'LOG_WITNESSES: line 1: its key is of type 0x01: a witness has one of type 0x04 (cosignature/v1)',
  ],
  [
    { LOG_WITNESSES: `${witness} https://w.example\n${verifier('b.example', 6, 1312)} https://b.example` },
    'LOG_WITNESSES: line 2: a verifier key of type 0x06, which is not known: only Ed25519 is',
  ],
  [
    { LOG_WITNESSES: `${verifier('b.example', 4, 31)} https://b.example` },
    'LOG_WITNESSES: line 1: a verifier key of 31 bytes: Ed25519 has 32',
  ],
  [
    { LOG_WITNESSES: `${witness.replace('witness', 'Witness')} https://w.example` },
    'LOG_WITNESSES: line 1: a verifier key with an id that does not fit its name',
  ],
  [
    { LOG_WITNESSES: '\ngarbage https://w.example' },
    'LOG_WITNESSES: line 2: not a verifier key: <name>+<8 hex digits>+<base64>',
  ],
  [{ LOG_WITNESSES: witness }, 'LOG_WITNESSES: line 1: must be a verifier key, a space and an address'],
  [
    { LOG_WITNESSES: `${witness} w.example` },
    'LOG_WITNESSES: line 1: its address is no http or https address',
  ],
  [
    { LOG_WITNESSES: `${witness} https://a.example\n${witness} https://b.example` },
    'LOG_WITNESSES: line 2: is there already, in line 1',
  ],
  [
    { LOG_WITNESSES: `${witness} https://a.example\n${verifier('b.example', 4)} https://a.example/` },
    'LOG_WITNESSES: line 2: is there already, in line 1',
  ],
  [{ TSA_URLS: 'https://a.example,ftp://b' }, 'TSA_URLS: entry 2: is no http or https address'],
  [{ LOG_KEY: '{"kty":"OKP"' }, 'LOG_KEY: must be a private Ed25519 JWK'],
  [{ LOG_KEY: '{"kty":"OKP","crv":"Ed25519","x":"x","d":"y"}' }, 'LOG_KEY: must be a private Ed25519 JWK'],
])('refuses %o and names variable, position and reason', (more, says) => {
  expect(() => loadConfig(config, { ...env, ...more })).toThrow(`configuration: ${says}`);
});
