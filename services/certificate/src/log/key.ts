import { createHash, createPrivateKey } from 'node:crypto';
import { type NoteSigner, verifierKey } from '@g2/proof/note';

export type LogKey = NoteSigner & {
  /** The public key as a verifier key of c2sp.org/signed-note. */
  verifier: string;
  /** First entry of the log: SHA-256 of `verifier`. */
  genesis: Buffer;
};

/** `jwk` is a private Ed25519 key as JSON; `name` the log's permanent origin: host and path. */
export function logKey(jwk: string, name: string): LogKey {
  const privateKey = createPrivateKey({ key: JSON.parse(jwk), format: 'jwk' });
  const verifier = verifierKey({ name, privateKey });
  return { name, privateKey, verifier, genesis: createHash('sha256').update(verifier).digest() };
}
