import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { webhooks } from '../metrics.ts';
import { processOrPostpone, receiveEvent, type StripeDeps } from './webhook-events.ts';
import { UNSIGNED, type VerifiedWebhook } from './webhook-signature.ts';

const BODY_LIMIT = 1024 * 1024;
/** Maximum response time to Stripe, ms; processing continues after it. */
const RESPONSE_TIMEOUT_MS = 5_000;

/**
 * `POST /webhooks/stripe`: 200 once the signed event is recorded, 400 for a refused one, 503 when it is not recorded.
 */
export const webhookRoute =
  (deps: StripeDeps) =>
  (app: FastifyInstance): void => {
    void app.register(async (scope) => {
      // Keeps every body as raw bytes, since the signature covers them.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.post('/webhooks/stripe', { bodyLimit: BODY_LIMIT }, (request, reply) =>
        receive(deps, request, reply),
      );
    });
  };

async function receive(
  deps: StripeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signature = request.headers['stripe-signature'];
  const verified: VerifiedWebhook =
    Buffer.isBuffer(request.body) && typeof signature === 'string'
      ? deps.stripe.verify(request.body, signature)
      : { refusal: UNSIGNED };
  if ('refusal' in verified) {
    webhooks.inc({ outcome: 'refused' });
    deps.log.warn({ reason: verified.refusal }, 'webhook refused');
    await deps.refusals.note(verified.refusal, request.body);
    return reply.code(400).send({ message: verified.refusal, code: 'invalid-input' });
  }
  const { event } = verified;
  try {
    const row = await receiveEvent(deps, event);
    await Promise.race([processOrPostpone(deps, row), sleep(RESPONSE_TIMEOUT_MS, undefined, { ref: false })]);
  } catch (error) {
    // Stripe sends the webhook again after a 503.
    webhooks.inc({ outcome: 'not_recorded' });
    deps.log.error({ err: error, event: event.id }, 'webhook not recorded');
    return reply.code(503).header('retry-after', '5').send({ code: 'unavailable' });
  }
  return reply.code(200).send({ received: true });
}
