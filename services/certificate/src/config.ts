import { optional, serviceVariables } from '@g2/kit/env';
import { z } from 'zod';

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
});
export type Config = z.infer<typeof config>;
