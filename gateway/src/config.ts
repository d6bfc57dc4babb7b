import { fileURLToPath } from 'node:url';
import { commonVariables, optional } from '@g2/kit/env';
import { EMAIL } from '@g2/terms/text';
import { z } from 'zod';

const address = z.string().regex(/^[^\s/:]+:\d{1,5}$/, 'deve ser host:porta');

const distBesideUs = fileURLToPath(new URL('../../web/dist/', import.meta.url));

type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

/**
 * How many proxies stand before us, or a comma list of their addresses and networks; absent: none. The address nearest
 * to us that is no proxy of ours is the client's: what stands before it in X-Forwarded-For anybody may have written.
 */
const trustedProxies = optional(z.string()).transform((value, ctx): TrustedProxies => {
  if (value === undefined || value === 'false') return false;
  if (/^\d{1,2}$/.test(value)) return (_address, hop) => hop < Number(value);
  if (!/^true$/i.test(value)) return value.split(',').map((one) => one.trim());
  const message =
    "'true' tomaria o endereço do cliente do que ele mesmo escreve em X-Forwarded-For; " +
    'diga quantos proxies há à frente (1) ou os endereços deles';
  ctx.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Requests per minute, of a user unless said otherwise. */
const perMinute = (most: number) =>
  optional(z.coerce.number().int().min(1)).transform((value) => value ?? most);

export const config = z
  .object({
    ...commonVariables,
    IDENTITY_GRPC: address,
    REGISTRATION_GRPC: address,
    STORAGE_HTTP: z.url().transform((url) => url.replace(/\/+$/, '')),
    PAYMENT_GRPC: address,
    CERTIFICATE_GRPC: address,
    STORAGE_GRPC: address,
    /** Folder of the built web application. */
    WEB_DIST: optional(z.string()).transform((value) => value ?? distBesideUs),
    /** Where the browser speaks with the card provider; absent means Stripe itself. */
    PAYMENT_BROWSER_ORIGIN: optional(z.url()).transform((url) => (url ? new URL(url).origin : undefined)),
    TRUST_PROXY: trustedProxies,
    /** How long it goes on serving once it says that it is not ready, so that balancers turn away before it closes, ms. */
    SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).default(0),
    /** After that, how long it leaves kept connections open on which nothing is asked, for them to hear it in an answer, ms. */
    SHUTDOWN_KEPT_MS: z.coerce.number().int().min(0).default(0),
    /** Time in which an upload or a download must move 64 KiB, ms (design "Timeouts"). */
    TRANSFER_IDLE_MS: z.coerce.number().int().min(100).default(30_000),
    /** Unsafe methods. */
    WRITES_PER_MINUTE: perMinute(600),
    /** Calls by one API token. */
    TOKEN_CALLS_PER_MINUTE: perMinute(600),
    /** API tokens that are none, per address. */
    TOKEN_FAILURES_PER_MINUTE: perMinute(30),
    /** Payments and purchases begun: each may be one at the card provider. */
    INTENTS_PER_MINUTE: perMinute(60),
    /** Lists asked for with a search. */
    SEARCHES_PER_MINUTE: perMinute(120),
    /** Certificates and receipts. */
    PDFS_PER_MINUTE: perMinute(60),
    /** Certificates looked up by anybody, per address. */
    LOOKUPS_PER_MINUTE: perMinute(60),
    /** How this house is reached besides its form: shown to everybody, where given. */
    SUPPORT_EMAIL: optional(z.string().regex(EMAIL, 'deve ser um e-mail')),
    SUPPORT_PHONE: optional(z.string().trim().max(60)),
    SUPPORT_HOURS: optional(z.string().trim().max(120)),
    /** Pieces of the public log, per address: whoever follows it reads many at once. */
    LOG_READS_PER_MINUTE: perMinute(6_000),
  })
  .transform((it) => {
    const { protocol, hostname } = new URL(it.PUBLIC_URL);
    const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
    // `__Host-` cookies must be Secure, which browsers grant a plain localhost only at times.
    return { ...it, IS_LOCAL: isLocal, SESSION_COOKIE: isLocal ? 'g2_session' : '__Host-g2_session' };
  });
export type Config = z.infer<typeof config>;
