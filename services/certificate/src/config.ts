import { serviceVariables } from '@g2/kit/env';
import { isPrivateKey } from '@g2/kit/key-settings';
import { hostPort, listOf, optional, readHttpUrl } from '@g2/kit/setting-parsers';
import { readWitness } from '@g2/proof/witness';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  /** host:port of registration, for certificate facts, permissions and missed events. */
  REGISTRATION_GRPC: hostPort,
  /** host:port of storage-hashing, for changes between versions and missed events. */
  STORAGE_GRPC: hostPort,
  /** host:port of payment-credit, for missed events. */
  PAYMENT_GRPC: hostPort,
  /** The log's private Ed25519 JWK. */
  LOG_KEY: z.string().refine(isPrivateKey, 'must be a private Ed25519 JWK'),
  /** Permanent log name: host/path without a scheme; default from PUBLIC_URL. */
  LOG_ORIGIN: optional(z.string().regex(/^[^\s+/]+(\/[^\s+]+)?$/, 'must be host/path, without a scheme')),
  /** One witness per line: its verifier key, a space and its URL. */
  LOG_WITNESSES: listOf('\n', readWitness, ({ key, url }) => [`${key.name}+${key.id}`, url]),
  /** Time stamp authorities (RFC 3161) in order of use; empty: no stamps. */
  TSA_URLS: listOf(',', readHttpUrl, (url) => [url]),
  /** PEM file with the root certificates of the time stamp authorities. */
  TSA_ROOTS_FILE: optional(z.string()),
  /** PKCS#12 file with the signing key and its chain up to a root. */
  SIGNING_P12_FILE: optional(z.string()),
  SIGNING_P12_PASSWORD: optional(z.string()),
});

export const config = variables.superRefine((read, ctx) => {
  const missing = (name: keyof typeof read) =>
    ctx.addIssue({ code: 'custom', path: [name], message: 'is missing' });
  if (read.TSA_URLS.length > 0 && read.TSA_ROOTS_FILE === undefined) missing('TSA_ROOTS_FILE');
  // A demo may leave documents unsigned.
  if (!read.G2_DEMO && read.SIGNING_P12_FILE === undefined) missing('SIGNING_P12_FILE');
});
export type Config = z.infer<typeof config>;
