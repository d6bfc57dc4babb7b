import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { ConfigError } from './config-error.ts';
import { checkKeys } from './key-settings.ts';
import { generateKeys } from './keys.ts';

const { private: own, trusted } = await generateKeys(['identity', 'certificate']);
const SERVICE_KEY = { kid: 'identity', ...own.identity };
const [first = { kid: '' }, second = { kid: '' }] = trusted.keys;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });

it('accepts keys that sign and verify', () => {
  expect(() => checkKeys({ SERVICE_KEY, TRUSTED_KEYS: trusted })).not.toThrow();
});

it.each([
  [{ ...SERVICE_KEY, d: 'hunter2' }, [first], 'SERVICE_KEY: is no private Ed25519 JWK'],
  [
    SERVICE_KEY,
    [first, { kid: 'b', kty: 'OKP', crv: 'Ed25519' }],
    'TRUSTED_KEYS: key 2: is no public Ed25519 JWK',
  ],
  [SERVICE_KEY, [{ ...rsa, kid: 'b' }], 'TRUSTED_KEYS: key 1: is no public Ed25519 JWK'],
  [SERVICE_KEY, [first, second, first], 'TRUSTED_KEYS: key 3: its kid is there already'],
])('refuses keys that cannot sign or verify with a message of one line, case %#', (key, keys, says) => {
  expect(() => checkKeys({ SERVICE_KEY: key, TRUSTED_KEYS: { keys } })).toThrow(
    new ConfigError(`configuration: ${says}`),
  );
});
