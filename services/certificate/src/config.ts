import { serviceVariables } from '@g2/kit/env';
import { isPrivateKey } from '@g2/kit/key-settings';
import { hostPort, listOf, optional, readHttpUrl } from '@g2/kit/settings';
import { readWitness } from '@g2/proof/witness';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  /** host:port of registration, who knows the facts and who may see them. */
  REGISTRATION_GRPC: hostPort,
  /** host:port of storage-hashing, who counts what a version changed. */
  STORAGE_GRPC: hostPort,
  /** host:port of payment-credit, whose events it consumes. */
  PAYMENT_GRPC: hostPort,
  /** The log's own private Ed25519 JWK. */
  LOG_KEY: z.string().refine(isPrivateKey, 'must be a private Ed25519 JWK'),
  /** The log's name for ever: host and path, without a scheme; that of PUBLIC_URL unless said otherwise. */
  LOG_ORIGIN: optional(z.string().regex(/^[^\s+/]+(\/[^\s+]+)?$/, 'must be host/path, without a scheme')),
  /** A witness a line: its verifier key, a space, its address. */
  LOG_WITNESSES: listOf('\n', readWitness, ({ key, url }) => [`${key.name}+${key.id}`, url]),
  /** Time stamp authorities (RFC 3161), in the order they are asked; none: nothing is stamped. */
  TSA_URLS: listOf(',', readHttpUrl, (url) => [url]),
  /** PEM file of the roots that vouch for the authorities. */
  TSA_ROOTS_FILE: optional(z.string()),
  /** PKCS#12 file: the key that signs documents, with its chain up to a root. */
  SIGNING_P12_FILE: optional(z.string()),
  SIGNING_P12_PASSWORD: optional(z.string()),
});

export const config = variables.superRefine((read, ctx) => {
  const missing = (name: keyof typeof read) =>
    ctx.addIssue({ code: 'custom', path: [name], message: 'is missing' });
  if (read.TSA_URLS.length > 0 && read.TSA_ROOTS_FILE === undefined) missing('TSA_ROOTS_FILE');
  // A demo may go without: its documents prove nothing.
  if (!read.G2_DEMO && read.SIGNING_P12_FILE === undefined) missing('SIGNING_P12_FILE');
});
export type Config = z.infer<typeof config>;
