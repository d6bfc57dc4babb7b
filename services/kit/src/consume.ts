import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { SignatureVerifier } from './actor.ts';
import { reasonOf, writeDeadLetter } from './dead-letter.ts';
import { type Envelope, isSignedByOwner, readEnvelope, SIGNATURE_HEADER } from './envelope.ts';
import type { Delivery, Subscription } from './events.ts';
import { newId } from './ids.ts';
import { type Logger, requestContext } from './log.ts';
import { retryForever } from './loop.ts';
import { deadLetters, eventDuration, observeRetryingEvents, refusedEvents } from './metrics.ts';
import { durableOf } from './nats-permissions.ts';
import { createRetryBackoff, type RetryBackoff } from './retry-backoff.ts';
import { ensureConsumer, eventStream } from './streams.ts';
import { contextFrom, inSpan, SpanKind } from './telemetry.ts';

/** Delay before redelivery when writing a dead letter fails, ms. */
const DEAD_LETTER_RETRY_MS = 2_000;
const IN_FLIGHT = 16;
const ACK_EXTENSION_MS = 3_000;
/** Duration of a pull request, ms. NATS sends heartbeats twice as often; after two missing ones it is sent again. */
const PULL_MS = 2_000;

type Parts = {
  js: JetStreamClient;
  jsm: JetStreamManager;
  prefix: string;
  service: string;
  subscription: Subscription;
  trust: SignatureVerifier;
  log: Logger;
};

export type RunningConsumer = { stop(): Promise<void> };

/** Runs a subscription's durable consumer until stopped; recreates it when the consumer or its stream is gone. */
export function consume(parts: Parts): RunningConsumer {
  const stop = new AbortController();
  let messages: ConsumerMessages | undefined;
  const inFlight = new Set<Promise<void>>();
  const durable = durableOf(parts.service, parts.subscription.type);
  // Exports the counters with 0 at the start, so that Prometheus sees the first increment as an increase.
  deadLetters.inc({ type: parts.subscription.type }, 0);
  refusedEvents.inc({ type: parts.subscription.type }, 0);
  for (const outcome of ['ok', 'failed']) eventDuration.zero({ type: parts.subscription.type, outcome });

  const waiting = createRetryBackoff();
  const unwatch = observeRetryingEvents({
    type: parts.subscription.type,
    oldestSeconds: () => waiting.oldestSeconds(Date.now()),
  });

  const session = async () => {
    const subject = `${parts.prefix}.${parts.subscription.type}`;
    const stream = eventStream(parts.prefix);
    await ensureConsumer(parts.jsm, stream, { durable, subject, deliver: parts.subscription.deliver });
    const consumer = await parts.js.consumers.get(stream, durable);
    messages = await consumer.consume({
      max_messages: IN_FLIGHT,
      expires: PULL_MS,
      abort_on_missing_resource: true,
    });
    if (stop.signal.aborted) messages.stop();
    for await (const message of messages) {
      // A message prefetched before the stop: return it now, so that another replica need not wait for the
      // ack deadline.
      if (stop.signal.aborted) {
        message.nak();
        continue;
      }
      const work = handleOne(parts, durable, message, waiting)
        .catch((error) => parts.log.warn({ err: error }, 'event not answered for: it comes again'))
        .finally(() => inFlight.delete(work));
      inFlight.add(work);
      if (inFlight.size >= IN_FLIGHT) await Promise.race(inFlight);
    }
    if (!stop.signal.aborted) throw new Error('consumer ended');
  };
  const running = retryForever(`consumer ${durable}`, parts.log, stop.signal, session).catch(() => {});

  return {
    async stop() {
      stop.abort();
      messages?.stop();
      await running;
      await Promise.all(inFlight);
      unwatch();
    },
  };
}

async function handleOne(
  parts: Parts,
  durable: string,
  message: JsMsg,
  waiting: RetryBackoff,
): Promise<void> {
  const { subscription, log, trust } = parts;
  const envelope = readEnvelope(subscription.type, message, {
    id: newId(),
    time: new Date(message.time).toISOString(),
  });
  const delivery = deliveryOf(durable, envelope);
  if (!isSignedByOwner(trust, envelope, message.headers?.get(SIGNATURE_HEADER))) {
    refusedEvents.inc({ type: subscription.type });
    log.error(
      { type: subscription.type, eventId: delivery.eventId },
      'event not signed by its owner: no effect',
    );
    // Does not call `onGiveUp`, which would record this event id as given up: the owner may have published a
    // valid event with the same id.
    await moveToDeadLetters(parts, message, envelope, delivery, 'not signed by the owner of its subject');
    return;
  }
  const ackExtension = setInterval(() => message.working(), ACK_EXTENSION_MS);
  try {
    await runHandler(subscription, envelope, delivery, message.headers?.get('traceparent') || undefined);
    waiting.done(delivery.eventId);
    message.ack();
  } catch (error) {
    await retryOrGiveUp(parts, message, envelope, delivery, error, waiting);
  } finally {
    clearInterval(ackExtension);
  }
  log.debug({ type: subscription.type, eventId: delivery.eventId }, 'event handled');
}

/** Runs the handler with timing and tracing, for events from NATS and for missed events (reconcile.ts). */
export async function runHandler(
  subscription: Subscription,
  envelope: Envelope,
  delivery: Delivery,
  traceparent: string | undefined,
): Promise<void> {
  const timer = eventDuration.startTimer({ type: subscription.type });
  try {
    await requestContext.run({ requestId: delivery.eventId }, () =>
      inSpan(
        `consume ${subscription.type}`,
        SpanKind.CONSUMER,
        { 'messaging.system': 'nats', 'messaging.destination.name': subscription.type },
        () => subscription.handle(envelope.data, delivery),
        contextFrom(traceparent),
      ),
    );
    timer({ outcome: 'ok' });
  } catch (error) {
    timer({ outcome: 'failed' });
    throw error;
  }
}

/** Requeues a failed event with a delay, or gives it up as a dead letter. */
async function retryOrGiveUp(
  parts: Parts,
  message: JsMsg,
  envelope: Envelope,
  delivery: Delivery,
  error: unknown,
  waiting: RetryBackoff,
): Promise<void> {
  const { subscription, log } = parts;
  const decision = waiting.failed(delivery.eventId, delivery.time, error, Date.now());
  const logFields = { err: error, type: subscription.type, eventId: delivery.eventId };
  if ('delayMs' in decision) {
    log.warn(
      { ...logFields, waitMs: decision.delayMs, failureClass: decision.failureClass },
      'event failed, will be tried again',
    );
    message.nak(decision.delayMs);
    return;
  }
  log.error(logFields, 'event given up: dead letter');
  await moveToDeadLetters(parts, message, envelope, delivery, reasonOf(error), () =>
    subscription.onGiveUp?.(delivery),
  );
}

/** Runs `before`, writes the dead letter and terminates the message. If this fails, NATS redelivers the message. */
async function moveToDeadLetters(
  { js, prefix }: Parts,
  message: JsMsg,
  envelope: Envelope,
  { consumer }: Delivery,
  reason: string,
  before: () => Promise<void> | undefined = () => undefined,
): Promise<void> {
  const signature = message.headers?.get(SIGNATURE_HEADER) ?? '';
  try {
    await before();
    await writeDeadLetter(js, prefix, { consumer, envelope, signature, reason });
    message.term();
  } catch {
    message.nak(DEAD_LETTER_RETRY_MS);
  }
}

export const deliveryOf = (consumer: string, envelope: Envelope): Delivery => ({
  consumer,
  eventId: envelope.id,
  aggregateId: envelope.aggregateId,
  version: envelope.version,
  time: new Date(envelope.time),
});
