import { optional, serviceVariables } from '@g2/kit/env';
import { z } from 'zod';

/** http and https addresses, with commas between. */
const addresses = optional(z.string()).transform((list, ctx) => {
  const urls = (list ?? '').split(',').map((url) => url.trim());
  const isAddress = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  if (list !== undefined && !urls.every(isAddress))
    ctx.addIssue({ code: 'custom', message: 'must be http or https addresses between commas' });
  return list === undefined ? [] : urls;
});

const variables = z.object({
  ...serviceVariables,
  /** host:port of registration, who knows the facts and who may see them. */
  REGISTRATION_GRPC: z.string().regex(/^[^\s/]+:\d{1,5}$/, 'must be host:port'),
  /** host:port of storage-hashing, who counts what a version changed; without it nobody is told. */
  STORAGE_GRPC: optional(z.string().regex(/^[^\s/]+:\d{1,5}$/, 'must be host:port')),
  /** The log's own private Ed25519 JWK. */
  LOG_KEY: z.string().startsWith('{', 'must be a JWK'),
  /** The log's name for ever: host and path, without a scheme; that of PUBLIC_URL unless said otherwise. */
  LOG_ORIGIN: optional(z.string().regex(/^[^\s+/]+(\/[^\s+]+)?$/, 'must be host/path, without a scheme')),
  /** A witness a line: its verifier key, a space, its address. */
  LOG_WITNESSES: z.string().default(''),
  /** Time stamp authorities (RFC 3161), in the order they are asked; none: nothing is stamped. */
  TSA_URLS: addresses,
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
