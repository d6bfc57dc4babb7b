import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Stripe from 'stripe';
import type { RunningSimulator, SimulatorOptions } from './server.ts';

export const KEYS = {
  secretKey: 'sk_sim_test',
  publishableKey: 'pk_sim_test',
  webhookSecret: 'whsec_sim_test',
} satisfies SimulatorOptions;

/** The registration fee, cents (spec §9). */
export const FEE = 349_900;

/** Creates a Stripe client for the simulator. It does not retry by default, so that tests see each response. */
export function sdk(simulator: RunningSimulator, maxNetworkRetries = 0, key = KEYS.secretKey): Stripe {
  const { hostname, port } = new URL(simulator.url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries });
}

/** Confirms a payment like a browser: with publishable key, client secret and card number. */
export function confirmByBrowser(
  simulator: RunningSimulator,
  intent: Pick<Stripe.PaymentIntent, 'id' | 'client_secret'>,
  card: Record<string, string>,
  extra: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams({
    client_secret: intent.client_secret ?? '',
    'payment_method_data[type]': 'card',
    ...extra,
  });
  const whole = { exp_month: '12', exp_year: '34', cvc: '123', ...card };
  for (const [name, value] of Object.entries(whole)) body.set(`payment_method_data[card][${name}]`, value);
  return fetch(`${simulator.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${KEYS.publishableKey}`, origin: 'http://localhost:8080' },
  });
}

export function createIntent(
  stripe: Stripe,
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
  idempotencyKey?: string,
): Promise<Stripe.Response<Stripe.PaymentIntent>> {
  return stripe.paymentIntents.create(
    { amount: FEE, currency: 'brl', automatic_payment_methods: { enabled: true }, ...params },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
}

/** Expects a Stripe call to fail. @returns its error */
export async function failure(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`no Stripe error but ${String(error)}`);
}

/** Calls the control API. */
export async function control(simulator: RunningSimulator, path: string, body?: object): Promise<Response> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return fetch(`${simulator.url}/_sim/${path}`, { ...init, headers: { 'content-type': 'application/json' } });
}

/** A webhook receiver for tests. It verifies signatures with the SDK and keeps the events in order of arrival. */
export class Receiver {
  readonly events: Stripe.Event[] = [];
  /** Number of received requests, including refused ones. */
  attempts = 0;
  /** Number of next requests answered with 500. */
  failNext = 0;
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #arrived = Promise.withResolvers<void>();

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}/webhooks/stripe`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get types(): string[] {
    return this.events.map((event) => event.type);
  }

  /** Waits until a condition holds; checks it after each received request. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.#arrived.promise;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    this.attempts += 1;
    if (this.failNext > 0) {
      this.failNext -= 1;
      response.writeHead(500).end();
    } else {
      const header = request.headers['stripe-signature'] ?? '';
      const event = new Stripe(KEYS.secretKey).webhooks.constructEvent(
        Buffer.concat(chunks),
        header,
        KEYS.webhookSecret,
      );
      this.events.push(event);
      response.writeHead(200).end();
    }
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }
}
