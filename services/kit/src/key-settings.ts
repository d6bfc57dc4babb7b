import { createPrivateKey, createPublicKey, type JsonWebKeyInput, type KeyObject } from 'node:crypto';
import { ConfigError } from './config-error.ts';

type Jwk = JsonWebKeyInput['key'] & { kid: string };

function isEd25519(read: (key: JsonWebKeyInput) => KeyObject, key: Jwk): boolean {
  try {
    return read({ key, format: 'jwk' }).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** True for JSON of a private Ed25519 JWK. */
export function isPrivateKey(text: string): boolean {
  try {
    return isEd25519(createPrivateKey, JSON.parse(text) as Jwk);
  } catch {
    return false;
  }
}

/** @throws ConfigError one line that names the variable and the unusable key */
export function checkKeys(config: { SERVICE_KEY?: Jwk; TRUSTED_KEYS: { keys: Jwk[] } }): void {
  const { SERVICE_KEY: own, TRUSTED_KEYS: trusted } = config;
  const configError = (text: string) => new ConfigError(`configuration: ${text}`);
  if (own && !isEd25519(createPrivateKey, own)) throw configError('SERVICE_KEY: is no private Ed25519 JWK');
  const kids = new Set<string>();
  for (const [at, key] of trusted.keys.entries()) {
    const place = `TRUSTED_KEYS: key ${at + 1}`;
    if (!isEd25519(createPublicKey, key)) throw configError(`${place}: is no public Ed25519 JWK`);
    if (kids.has(key.kid)) throw configError(`${place}: its kid is there already`);
    kids.add(key.kid);
  }
}
