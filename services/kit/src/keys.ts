import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

export type ServiceKeys = {
  /** Value of SERVICE_KEY, by service. */
  private: Record<string, JWK & { kid: string }>;
  /** Value of TRUSTED_KEYS, equal for all programs. */
  trusted: { keys: (JWK & { kid: string })[] };
};

/** Creates an Ed25519 key pair per service, for installations, development and tests. */
export async function generateKeys(services: readonly string[]): Promise<ServiceKeys> {
  const made: ServiceKeys = { private: {}, trusted: { keys: [] } };
  for (const kid of services) {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
    made.private[kid] = { ...(await exportJWK(privateKey)), kid };
    made.trusted.keys.push({ ...(await exportJWK(publicKey)), kid });
  }
  return made;
}

// PKCS #8 prefix of a 32-byte Ed25519 private key (RFC 8410).
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the keys from a seed. Demonstrations only: the seed discloses all private keys. */
export async function deriveKeys(services: readonly string[], seed: string): Promise<ServiceKeys> {
  const derived: ServiceKeys = { private: {}, trusted: { keys: [] } };
  for (const kid of services) {
    const secret = Buffer.from(hkdfSync('sha256', seed, 'g2-signing-key', kid, 32));
    const der = Buffer.concat([PKCS8_ED25519, secret]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    derived.private[kid] = { ...(await exportJWK(key)), kid };
    derived.trusted.keys.push({ ...(await exportJWK(createPublicKey(key))), kid });
  }
  return derived;
}
