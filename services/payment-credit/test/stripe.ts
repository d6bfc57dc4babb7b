import { newId } from '@g2/kit/ids';
import Stripe from 'stripe';
import { KEYS } from './steps.ts';
import type { World } from './world.ts';

/** Stripe's SDK, connected to the simulator. */
export function stripeOf({ simulator }: Pick<World, 'simulator'>, maxNetworkRetries = 3): Stripe {
  const { hostname: host, port } = new URL(simulator);
  return new Stripe(KEYS.STRIPE_SECRET_KEY, { host, port, protocol: 'http', maxNetworkRetries });
}

const newEventId = (): string => `evt_${newId().replaceAll('-', '')}`;

export const eventOf = (type: string, object: object, id = newEventId()) => ({
  id,
  object: 'event',
  type,
  livemode: false,
  created: Math.floor(Date.now() / 1000),
  data: { object },
});

/** Signs a body as Stripe does. */
export function signatureOf(
  payload: string,
  { secret = KEYS.STRIPE_WEBHOOK_SECRET, at = Date.now() } = {},
): Record<string, string> {
  const timestamp = Math.floor(at / 1000);
  const header = new Stripe(KEYS.STRIPE_SECRET_KEY).webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp,
  });
  return { 'stripe-signature': header };
}

/** Sends a webhook; returns the HTTP status. */
export const send = async (
  { running }: Pick<World, 'running'>,
  body: string,
  headers: Record<string, string>,
): Promise<number> =>
  (
    await fetch(`http://127.0.0.1:${running.httpPort}/webhooks/stripe`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  ).status;

/** Sends an event to the webhook, signed now and with the right secret unless `options` differ. */
export function post(
  to: Pick<World, 'running'>,
  event: object,
  options?: Parameters<typeof signatureOf>[1],
): Promise<number> {
  const payload = JSON.stringify(event);
  return send(to, payload, signatureOf(payload, options));
}
