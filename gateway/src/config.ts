import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { commonVariables } from '@g2/kit/env';
import { count, hostPort, httpUrl, milliseconds, optional } from '@g2/kit/setting-parsers';
import { EMAIL } from '@g2/terms/email';
import { z } from 'zod';

const DEFAULT_WEB_DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** True for an IP address, a network with prefix length or netmask, or one of Fastify's named networks. */
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
 * Number of proxies in front of the gateway, or a comma-separated list of their addresses and networks. The
 * client is the nearest address that is not trusted: entries before it in X-Forwarded-For can be forged.
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

export const config = z
  .object({
    ...commonVariables,
    IDENTITY_GRPC: hostPort,
    REGISTRATION_GRPC: hostPort,
    STORAGE_HTTP: httpUrl,
    PAYMENT_GRPC: hostPort,
    CERTIFICATE_GRPC: hostPort,
    STORAGE_GRPC: hostPort,
    WEB_DIST: optional(z.string()).transform((value) => value ?? DEFAULT_WEB_DIST),
    /** Origin of the card provider for browsers; absent means Stripe. */
    PAYMENT_BROWSER_ORIGIN: optional(httpUrl).transform((url) => (url ? new URL(url).origin : undefined)),
    TRUST_PROXY: trustedProxies,
    /** Time to keep serving after reporting not ready, so that load balancers stop routing here, ms. */
    SHUTDOWN_DRAIN_MS: milliseconds(0, 0),
    /** Time after the drain in which idle connections stay open, so that a response can announce the close, ms. */
    SHUTDOWN_KEPT_MS: milliseconds(0, 0),
    /** Time in which a transfer must move 64 KiB, ms (docs/architecture.md). */
    TRANSFER_IDLE_MS: milliseconds(30_000, 100),
    /** `…_PER_MINUTE`: requests per user, unless stated otherwise. */
    WRITES_PER_MINUTE: count(600),
    /** Requests per API token. */
    TOKEN_CALLS_PER_MINUTE: count(600),
    /** Requests with an invalid API token, per client address. */
    TOKEN_FAILURES_PER_MINUTE: count(30),
    /** Started payments and purchases per user; each may create a payment at the card provider. */
    INTENTS_PER_MINUTE: count(60),
    SEARCHES_PER_MINUTE: count(120),
    PDFS_PER_MINUTE: count(60),
    /** Public certificate look-ups, per client address. */
    LOOKUPS_PER_MINUTE: count(60),
    /** Contact channels that are shown to the public in addition to the contact form. */
    SUPPORT_EMAIL: optional(z.string().regex(EMAIL, 'must be an e-mail address')),
    SUPPORT_PHONE: optional(z.string().trim().max(60)),
    SUPPORT_HOURS: optional(z.string().trim().max(120)),
    /** Reads of the public log per client address. High, because a monitor of the log reads many parts at once. */
    LOG_READS_PER_MINUTE: count(6_000),
  })
  .transform((it) => {
    const { protocol, hostname } = new URL(it.PUBLIC_URL);
    const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
    // `__Host-` cookies must be Secure, which browsers do not reliably accept on plain http://localhost.
    return { ...it, IS_LOCAL: isLocal, SESSION_COOKIE: isLocal ? 'g2_session' : '__Host-g2_session' };
  });
export type Config = z.infer<typeof config>;
