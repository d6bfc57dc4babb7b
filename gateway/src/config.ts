import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { commonVariables } from '@g2/kit/env';
import { count, hostPort, httpUrl, milliseconds, optional } from '@g2/kit/settings';
import { EMAIL } from '@g2/terms/email';
import { z } from 'zod';

const distBesideUs = fileURLToPath(new URL('../../web/dist/', import.meta.url));

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** True of an address, of a network by its bits or its mask, and of those that Fastify has names for. */
function isNetwork(entry: string): boolean {
  if (NAMED_NETWORKS.has(entry)) return true;
  const [address = '', range, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (range === undefined) return true;
  return /^\d{1,3}$/.test(range) ? Number(range) <= (version === 4 ? 32 : 128) : isIP(range) === 4;
}

type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

/**
 * How many proxies stand before us, or a comma list of their addresses and networks; absent: none. The address nearest
 * to us that is no proxy of ours is the client's: what stands before it in X-Forwarded-For anybody may have written.
 */
const trustedProxies = optional(z.string()).transform((value, ctx): TrustedProxies => {
  if (value === undefined || value === 'false') return false;
  if (/^\d{1,2}$/.test(value)) return (_address, hop) => hop < Number(value);
  const refuse = (message: string) => {
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (/^true$/i.test(value)) {
    return refuse(
      "'true' would take a client's address from what it wrote in X-Forwarded-For by itself: say how many proxies stand " +
        'before the gateway (1), or their addresses',
    );
  }
  const networks = value.split(',').map((one) => one.trim());
  const wrong = networks.findIndex((one) => !isNetwork(one));
  if (wrong >= 0) return refuse(`entry ${wrong + 1}: must be an address or a network, such as 10.0.0.0/8`);
  return networks;
});

/** Requests per minute, of a user unless said otherwise. */
const perMinute = (most: number) => count(most);

export const config = z
  .object({
    ...commonVariables,
    IDENTITY_GRPC: hostPort,
    REGISTRATION_GRPC: hostPort,
    STORAGE_HTTP: httpUrl,
    PAYMENT_GRPC: hostPort,
    CERTIFICATE_GRPC: hostPort,
    STORAGE_GRPC: hostPort,
    /** Folder of the built web application. */
    WEB_DIST: optional(z.string()).transform((value) => value ?? distBesideUs),
    /** Where the browser speaks with the card provider; absent means Stripe itself. */
    PAYMENT_BROWSER_ORIGIN: optional(httpUrl).transform((url) => (url ? new URL(url).origin : undefined)),
    TRUST_PROXY: trustedProxies,
    /** How long it goes on serving once it says that it is not ready, so that balancers turn away before it closes, ms. */
    SHUTDOWN_DRAIN_MS: milliseconds(0, 0),
    /** After that, how long it leaves kept connections open on which nothing is asked, for them to hear it in an answer, ms. */
    SHUTDOWN_KEPT_MS: milliseconds(0, 0),
    /** Time in which an upload or a download must move 64 KiB, ms (design "Timeouts"). */
    TRANSFER_IDLE_MS: milliseconds(30_000, 100),
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
    SUPPORT_EMAIL: optional(z.string().regex(EMAIL, 'must be an e-mail address')),
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
