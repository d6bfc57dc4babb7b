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
  postponeMissing,
  readPosition,
  recordGivenUp,
  recordMissing,
  removeMissing,
} from './missed-events.ts';
import type { Bus } from './nats.ts';
import { durableOf } from './nats-permissions.ts';
import { OUTBOX_RETENTION_DAYS } from './outbox.ts';
import { createRetryBackoff, type RetryBackoff } from './retry-backoff.ts';

/** Interval between searches for missed events, ms. The random jitter keeps replicas from running together. */
const EVERY_MS = 10_000;
const JITTER_MS = 2_000;
/** An event found missing may still be in a handler. After this time the handler has finished, s. */
const HANDLING_TIME_S = 8;
/** Seconds after which a missing event cannot be in retry and is lost: retries are at most 5 min apart. */
const RETRY_TIME_S = 600;
const DAY_MS = 24 * 3_600_000;

type Parts = {
  pool: pg.Pool;
  bus: Pick<Bus, 'consumerState' | 'publishDeadLetter'>;
  keys: KeyRing;
  feeds: FeedClients;
  /** Subscriptions from withInbox, which records all handled events. */
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
 * Fetches events from their publisher that are over a minute old and neither handled, given up nor pending in
 * NATS, and handles them.
 * @throws Error when the publisher of a subscription has no address
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

/** Looks for missed events of one publisher, consumer by consumer. @returns true when there is more to do now */
async function compareOwner(consumers: readonly Consumer[], signal: AbortSignal): Promise<boolean> {
  let more = false;
  for (const one of consumers) if (!signal.aborted) more = (await compare(one)) || more;
  return more;
}

/** Handles events already found missing, then looks for further ones. @returns true when there is more to do now */
async function compare(consumer: Consumer): Promise<boolean> {
  const { bus, subscription, pool, name, keys, owner, feed, log } = consumer;
  // Read before the inbox: an event that is neither pending nor being retried now is already handled, or lost.
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
  // Events of one aggregate are handled in order.
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
      await postponeMissing(pool, delivery, verdict.delayMs);
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
