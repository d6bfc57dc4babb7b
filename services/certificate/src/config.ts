import { optional, serviceVariables } from '@g2/kit/env';
import { z } from 'zod';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
);

export const config = z.object({
  ...serviceVariables,
  /** host:port of registration, who knows the facts and who may see them. */
  REGISTRATION_GRPC: z.string().regex(/^[^\s/]+:\d{1,5}$/, 'must be host:port'),
  /** The log's own private Ed25519 JWK. */
  LOG_KEY: z.string().startsWith('{', 'must be a JWK'),
  /** The log's name for ever: host and path, without a scheme; that of PUBLIC_URL unless said otherwise. */
  LOG_ORIGIN: optional(z.string().regex(/^[^\s+/]+(\/[^\s+]+)?$/, 'must be host/path, without a scheme')),
  /** A witness a line: its verifier key, a space, its address. */
  LOG_WITNESSES: z.string().default(''),
  /** Time stamp authorities (RFC 3161), with commas between; none: nothing is stamped. */
  TSA_URLS: optional(list.pipe(z.array(z.url({ protocol: /^https?$/ })))).transform((urls) => urls ?? []),
  /** PEM: who may vouch for the authorities' certificates. */
  TSA_ROOTS_FILE: optional(z.string()),
  /** PKCS#12: the key that signs documents, its certificate and those above it; absent: documents are not signed. */
  SIGNING_P12_FILE: optional(z.string()),
  SIGNING_P12_PASSWORD: optional(z.string()),
});
export type Config = z.infer<typeof config>;
