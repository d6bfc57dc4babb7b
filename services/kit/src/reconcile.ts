import type { Event, FeedService } from '@g2/proto/feed';
import type pg from 'pg';
import type { KeyRing } from './actor.ts';
import { deliveryOf, runHandler } from './consume.ts';
import { reasonOf } from './dead-letter.ts';
import { isSignedByOwner, ownerOfType } from './envelope.ts';
import type { Subscription } from './events.ts';
import { FEED_BATCH, type FeedClients } from './feed.ts';
import type { RpcClient } from './grpc-client.ts';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import { missedEventsHandled, missedEventsOldest } from './metrics.ts';
import {
  leaseMissing,
  postpone,
  readPosition,
  recordGivenUp,
  recordMissing,
  removeMissing,
} from './missed-events.ts';
import type { Bus } from './nats.ts';
import { durableOf } from './nats-permissions.ts';
import { OUTBOX_RETENTION_DAYS } from './outbox.ts';
import { createRetryBackoff, type RetryBackoff } from './retry-backoff.ts';

/** Interval, ms; the jitter spreads replicas. */
const EVERY_MS = 10_000;
const JITTER_MS = 2_000;
/** After this time, an event in process when found missing has been handled, s. */
const HANDLING_TIME_S = 8;
/** While events of this type are being retried, the event may be one of them: retries come at most 5 min apart, s. */
const RETRY_TIME_S = 600;
const DAY_MS = 24 * 3_600_000;

type Parts = {
  pool: pg.Pool;
  bus: Pick<Bus, 'consumerState' | 'publishDeadLetter'>;
  keys: KeyRing;
  feeds: FeedClients;
  /** With an inbox that records all handled events. */
  subscriptions: readonly Subscription[];
  log: Logger;
};

type Consumer = Parts & {
  subscription: Subscription;
  name: string;
  owner: string;
  feed: RpcClient<typeof FeedService>;
  waiting: RetryBackoff;
};

/**
 * Fetches events over a minute old that are neither handled, given up nor pending in NATS from their publisher, and
 * handles them. @throws Error when a subscription's owner has no address
 */
export function startReconciler(parts: Parts): Loop {
  const consumers = parts.subscriptions.map((subscription) => consumerOf(parts, subscription));
  for (const { name } of consumers) {
    missedEventsHandled.inc({ effect: name }, 0);
    missedEventsOldest.set({ effect: name }, 0);
  }
  const owners = Map.groupBy(consumers, ({ owner }) => owner);
  const everyMs = EVERY_MS + Math.random() * JITTER_MS;
  return startLoop('missed-events', everyMs, parts.log, async (signal) => {
    const results = await Promise.allSettled([...owners.values()].map((all) => compareOwner(all, signal)));
    for (const turn of results) if (turn.status === 'rejected') throw turn.reason;
    return results.some((turn) => turn.status === 'fulfilled' && turn.value);
  });
}

function consumerOf(parts: Parts, subscription: Subscription): Consumer {
  const owner = ownerOfType(subscription.type);
  const feed = parts.feeds.get(owner);
  if (!feed) throw new Error(`${subscription.type} is consumed, and ${owner} has no address here`);
  const name = durableOf(parts.keys.service, subscription.type);
  return { ...parts, subscription, name, owner, feed, waiting: createRetryBackoff() };
}

/** Compares the consumers of one owner in sequence. @returns whether there is more to do now */
async function compareOwner(consumers: readonly Consumer[], signal: AbortSignal): Promise<boolean> {
  let more = false;
  for (const one of consumers) if (!signal.aborted) more = (await compare(one)) || more;
  return more;
}

/** @returns whether there is more to do now */
async function compare(consumer: Consumer): Promise<boolean> {
  const { bus, subscription, pool, name, keys, owner, feed, log } = consumer;
  // Read before the inbox: an event neither pending nor being retried now is handled or lost.
  const lag = await bus.consumerState(subscription.type);
  if (!lag || lag.pending > 0) return false;
  const token = await keys.serviceToken(owner);
  const ids = await leaseMissing(
    pool,
    name,
    lag.redelivered > 0 ? RETRY_TIME_S : HANDLING_TIME_S,
    FEED_BATCH,
  );
  const handledCount = ids.length > 0 ? await handleMissing(consumer, ids, token) : 0;
  const after = await readPosition(pool, name);
  if (after && after.publishedUs < (Date.now() - OUTBOX_RETENTION_DAYS * DAY_MS) * 1_000) {
    log.error(
      { type: subscription.type },
      'not compared for longer than events are kept: some may be missing',
    );
  }
  const page = await feed.listPublished({ type: subscription.type, after }, { token });
  if (page.next) await recordMissing(pool, name, page.ids, page.next);
  return page.more || handledCount === FEED_BATCH;
}

/** @returns number of events handled */
async function handleMissing(consumer: Consumer, ids: string[], token: string): Promise<number> {
  const { feed, pool, name, log, subscription } = consumer;
  const { events } = await feed.getEvents({ ids }, { token });
  for (const eventId of ids) {
    if (events.some(({ id }) => id === eventId)) continue;
    log.error({ type: subscription.type, eventId }, 'event missed, and its publisher has it no longer');
    await recordGivenUp(pool, { consumer: name, eventId });
  }
  // In order per aggregate.
  const done = await Promise.all(
    [...Map.groupBy(events, ({ aggregateId }) => aggregateId).values()].map(async (aggregateEvents) => {
      let count = 0;
      for (const one of aggregateEvents) if (await handle(consumer, one)) count += 1;
      return count;
    }),
  );
  return done.reduce((sum, count) => sum + count, 0);
}

/** Handles a missed event; after repeated refusals it becomes a dead letter. */
async function handle(consumer: Consumer, event: Event): Promise<boolean> {
  const { subscription, name, keys, pool, bus, waiting, log } = consumer;
  const { signature, traceparent, ...envelope } = event;
  const delivery = deliveryOf(name, envelope);
  const about = { type: envelope.type, eventId: envelope.id };
  if (envelope.type !== subscription.type || !isSignedByOwner(keys, envelope, signature)) {
    log.error(about, 'event of a feed not signed by its owner: no effect');
    return false;
  }
  try {
    await runHandler(subscription, envelope, delivery, traceparent || undefined);
  } catch (error) {
    const verdict = waiting.failed(delivery.eventId, delivery.time, error, Date.now());
    if ('delayMs' in verdict) {
      log.warn({ ...about, err: error }, 'missed event failed, will be tried again');
      await postpone(pool, delivery, verdict.delayMs);
      return false;
    }
    log.error({ ...about, err: error }, 'missed event given up: dead letter');
    await bus.publishDeadLetter({ consumer: name, envelope, signature, reason: reasonOf(error) });
    await recordGivenUp(pool, delivery);
    return false;
  }
  waiting.done(delivery.eventId);
  if (await removeMissing(pool, delivery)) {
    missedEventsHandled.inc({ effect: name });
    log.warn(about, 'an event did not arrive: its effect was made up for');
  }
  return true;
}
