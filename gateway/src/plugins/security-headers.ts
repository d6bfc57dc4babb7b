import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const STRIPE = {
  script: ['https://js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
};

/** What pages may load: ourselves and the card provider alone. */
export function contentSources(paymentOrigin: string | undefined) {
  const real = paymentOrigin === undefined || paymentOrigin.endsWith('.stripe.com');
  const card = real ? STRIPE : { script: [], connect: [paymentOrigin], frame: [paymentOrigin] };
  return {
    defaultSrc: ["'self'"],
    baseUri: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    // Hashing in the browser is WebAssembly in a worker.
    scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...card.script],
    workerSrc: ["'self'", 'blob:'],
    // The component library positions by style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    connectSrc: ["'self'", ...card.connect],
    frameSrc: ["'self'", ...card.frame],
  };
}

/** The policy as a header: `scriptSrc: ["'self'"]` reads `script-src 'self'`. */
export const policyOf = (sources: Record<string, string[]>): string =>
  Object.entries(sources)
    .map(
      ([name, values]) =>
        `${name.replace(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`)} ${values.join(' ')}`,
    )
    .join(';');

export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const isHttps = config.PUBLIC_URL.startsWith('https:');
  await app.register(helmet, {
    // It would put the policy together anew for every request; ours never changes.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // A bank's confirmation page may open in a window of its own.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  const policy = policyOf(contentSources(config.PAYMENT_BROWSER_ORIGIN));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', policy);
    done();
  });
}
