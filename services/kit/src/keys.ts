import { exportJWK, generateKeyPair, type JWK } from 'jose';

export type ServiceKeys = {
  /** SERVICE_KEY of each service. */
  private: Record<string, JWK & { kid: string }>;
  /** TRUSTED_KEYS of all. */
  trusted: { keys: (JWK & { kid: string })[] };
};

/** Makes an Ed25519 key pair per service name, for installations, the development stack and tests. */
export async function generateKeys(services: readonly string[]): Promise<ServiceKeys> {
  const made: ServiceKeys = { private: {}, trusted: { keys: [] } };
  for (const kid of services) {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
    made.private[kid] = { ...(await exportJWK(privateKey)), kid };
    made.trusted.keys.push({ ...(await exportJWK(publicKey)), kid });
  }
  return made;
}
