import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const STRIPE = {
  script: ['https://js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
};

function contentSources(paymentOrigin: string | undefined) {
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
    // The browser computes hashes by WebAssembly in a worker.
    scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...card.script],
    workerSrc: ["'self'", 'blob:'],
    // The component library sets style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    connectSrc: ["'self'", ...card.connect],
    frameSrc: ["'self'", ...card.frame],
  };
}

const policyOf = (sources: Record<string, string[]>): string =>
  Object.entries(sources)
    .map(
      ([name, values]) =>
        `${name.replace(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`)} ${values.join(' ')}`,
    )
    .join(';');

/** Headers are built once: they do not depend on the request. */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const headers = {
    ...(await helmetHeaders(config.PUBLIC_URL.startsWith('https:'))),
    'content-security-policy': policyOf(contentSources(config.PAYMENT_BROWSER_ORIGIN)),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

async function helmetHeaders(isHttps: boolean): Promise<Record<string, string>> {
  const sample = Fastify();
  await sample.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // A bank's confirmation page may open in its own window.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  const headers: Record<string, string> = {};
  sample.get('/', async (_request, reply) => {
    for (const [name, value] of Object.entries(reply.getHeaders())) headers[name] = String(value);
  });
  await sample.inject('/');
  await sample.close();
  return headers;
}
