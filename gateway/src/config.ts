import { fileURLToPath } from 'node:url';
import { commonVariables, optional } from '@g2/kit/env';
import { z } from 'zod';

const address = z.string().regex(/^[^\s/:]+:\d{1,5}$/, 'deve ser host:porta');

const distBesideUs = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** 'true' trusts every proxy, otherwise a comma list of addresses and networks; absent trusts none. */
const trustedProxies = optional(z.string()).transform((value): boolean | string[] => {
  if (value === undefined || value === 'false') return false;
  return value === 'true' ? true : value.split(',').map((one) => one.trim());
});

export const config = z
  .object({
    ...commonVariables,
    IDENTITY_GRPC: address,
    REGISTRATION_GRPC: address,
    STORAGE_HTTP: z.url().transform((url) => url.replace(/\/+$/, '')),
    PAYMENT_GRPC: address,
    CERTIFICATE_GRPC: address,
    /** Folder of the built web application. */
    WEB_DIST: optional(z.string()).transform((value) => value ?? distBesideUs),
    /** Where the browser speaks with the card provider; absent means Stripe itself. */
    PAYMENT_BROWSER_ORIGIN: optional(z.url()).transform((url) => (url ? new URL(url).origin : undefined)),
    TRUST_PROXY: trustedProxies,
    /** How long it goes on serving once it says that it is not ready, so that balancers turn away before it closes, ms. */
    SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).default(0),
    /** Time without a byte that ends an upload or a download, ms (design "Timeouts"). */
    TRANSFER_IDLE_MS: z.coerce.number().int().min(100).default(30_000),
  })
  .transform((it) => {
    const { protocol, hostname } = new URL(it.PUBLIC_URL);
    const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
    // `__Host-` cookies must be Secure, which browsers grant a plain localhost only at times.
    return { ...it, IS_LOCAL: isLocal, SESSION_COOKIE: isLocal ? 'g2_session' : '__Host-g2_session' };
  });
export type Config = z.infer<typeof config>;
