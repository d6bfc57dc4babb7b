import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import { AppError } from './errors.ts';
import type { Delivery, Subscription } from './events.ts';
import { newId } from './ids.ts';
import { type Logger, requestContext } from './log.ts';
import { retryForever } from './loop.ts';
import { deadLetters, eventDuration } from './metrics.ts';
import { isDatabaseAway } from './store.ts';
import { ensureConsumer, eventStream } from './streams.ts';
import { contextFrom, inSpan, SpanKind } from './telemetry.ts';

/** Waits before the next try of a failing event, ms; past the last it is poison. */
const BACKOFF_MS = [100, 300, 1_000, 3_000, 10_000];
/** Wait while something the handler needs is away: that never makes an event poison. */
const AWAY_MS = 2_000;
const IN_FLIGHT = 16;
const WORKING_MS = 3_000;

type Parts = {
  js: JetStreamClient;
  jsm: JetStreamManager;
  prefix: string;
  service: string;
  subscription: Subscription;
  log: Logger;
};

export type Consuming = { stop(): Promise<void> };

/** Runs one durable consumer until stopped; makes it anew when it is gone, alone or with its stream. */
export function consume(parts: Parts): Consuming {
  const stop = new AbortController();
  let messages: ConsumerMessages | undefined;
  const inFlight = new Set<Promise<void>>();
  const durable = `${parts.service}-${parts.subscription.type.replaceAll('.', '-')}`;
  // The first one must show as a rise.
  deadLetters.inc({ type: parts.subscription.type }, 0);
  for (const outcome of ['ok', 'failed']) eventDuration.zero({ type: parts.subscription.type, outcome });

  const session = async () => {
    const subject = `${parts.prefix}.${parts.subscription.type}`;
    const stream = eventStream(parts.prefix);
    await ensureConsumer(parts.jsm, stream, durable, subject);
    const consumer = await parts.js.consumers.get(stream, durable);
    messages = await consumer.consume({ max_messages: IN_FLIGHT, abort_on_missing_resource: true });
    if (stop.signal.aborted) messages.stop();
    for await (const message of messages) {
      // Fetched ahead: for another replica, now rather than when the wait for our answer is over.
      if (stop.signal.aborted) {
        message.nak();
        continue;
      }
      const work = handleOne(parts, durable, message)
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
    },
  };
}

async function handleOne(parts: Parts, durable: string, message: JsMsg): Promise<void> {
  const { subscription, log } = parts;
  const delivery = deliveryOf(durable, message);
  const beat = setInterval(() => message.working(), WORKING_MS);
  const timer = eventDuration.startTimer({ type: subscription.type });
  try {
    const parent = contextFrom(message.headers?.get('traceparent') || undefined);
    await requestContext.run({ requestId: delivery.eventId }, () =>
      inSpan(
        `consume ${subscription.type}`,
        SpanKind.CONSUMER,
        { 'messaging.system': 'nats', 'messaging.destination.name': subscription.type },
        () => subscription.handle(message.json(), delivery),
        parent,
      ),
    );
    timer({ outcome: 'ok' });
    message.ack();
  } catch (error) {
    timer({ outcome: 'failed' });
    await giveBack(parts, durable, message, delivery, error);
  } finally {
    clearInterval(beat);
  }
  log.debug({ type: subscription.type, eventId: delivery.eventId }, 'event handled');
}

async function giveBack(
  parts: Parts,
  durable: string,
  message: JsMsg,
  delivery: Delivery,
  error: unknown,
): Promise<void> {
  const { js, prefix, subscription, log } = parts;
  const about = { err: error, type: subscription.type, eventId: delivery.eventId };
  if (isAway(error)) {
    log.warn(about, 'event waits for what it needs');
    message.nak(AWAY_MS);
    return;
  }
  const wait = BACKOFF_MS[message.info.deliveryCount - 1];
  if (wait !== undefined) {
    log.warn(about, 'event failed, will be tried again');
    message.nak(wait);
    return;
  }
  log.error(about, 'event given up: dead letter');
  const letter = {
    consumer: durable,
    type: subscription.type,
    eventId: delivery.eventId,
    reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    data: message.string(),
  };
  try {
    // The same message id however often it is written: a killed server can forget our term.
    await js.publish(`${prefix}dead.${subscription.type}`, JSON.stringify(letter), {
      msgID: `${durable}:${delivery.eventId}`,
    });
    deadLetters.inc({ type: subscription.type });
    message.term();
  } catch {
    message.nak(AWAY_MS);
  }
}

const isAway = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof AppError && error.code === 'unavailable');

function deliveryOf(durable: string, message: JsMsg): Delivery {
  const head = message.headers;
  return {
    consumer: durable,
    eventId: head?.get('Nats-Msg-Id') || newId(),
    aggregateId: head?.get('g2-aggregate') ?? '',
    version: Number(head?.get('g2-version') ?? 0),
    time: new Date(head?.get('g2-time') || message.time),
  };
}
