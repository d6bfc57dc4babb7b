import { createHash, createPrivateKey } from 'node:crypto';
import { type NoteSigner, verifierKey } from '@g2/proof/note';

/** The log's own key, under the name by which the world knows the log. */
export type LogKey = NoteSigner & {
  /** As it is published. */
  verifier: string;
  /** The first entry of the log: the hash of its published key. */
  genesis: Buffer;
};

/**
 * @param jwk private Ed25519 key, as JSON
 * @param name the log's origin: a host and a path, for ever the same
 */
export function logKey(jwk: string, name: string): LogKey {
  const privateKey = createPrivateKey({ key: JSON.parse(jwk), format: 'jwk' });
  const verifier = verifierKey({ name, privateKey });
  return { name, privateKey, verifier, genesis: createHash('sha256').update(verifier).digest() };
}
