import { beforeAll, describe, expect, it } from 'vitest';
import { connectFeeds, LIST_PUBLISHED } from '../src/feed.ts';
import { newId } from '../src/ids.ts';
import { createLogger } from '../src/log.ts';
import { missedEventsOldest } from '../src/metrics.ts';
import { observeMissing } from '../src/missed-events.ts';
import { startReconciler } from '../src/reconcile.ts';
import { closeAfterTests, eventually } from '../src/testing.ts';
import { consumer, idle, refused, repaired, startTwo, tries } from './missed-world.ts';
import { ping } from './world.ts';

const two = await closeAfterTests(startTwo());
beforeAll(async () => void (await two.begun()));

/**
 * Publishes an event while the consumer is stopped, and deletes it from the stream before the consumer starts again.
 */
async function lose(id = newId()): Promise<string> {
  await two.stopConsumers();
  await two.publish(id);
  await two.deleteLast();
  await two.addConsumer();
  return id;
}
const eventIdOf = async (id: string): Promise<string> => {
  const { rows } = await two.pools.owner.query('SELECT id FROM outbox WHERE aggregate_id = $1', [id]);
  return rows[0].id;
};

describe('an event that did not arrive', () => {
  it('is handled by exactly one replica and counted', async () => {
    const before = await repaired();
    const id = await lose();
    await two.addConsumer();
    await two.compared('the effect', async () => (await two.effects(id)) === 1);
    await two.compared('nothing is missing', async () => (await two.missing()) === 0);
    await eventually('it is counted', async () => (await repaired()) === before + 1);
    expect(await two.effects(id)).toBe(1);
    expect(await two.handled(id)).toBe(1);
    expect(await two.deadLetters()).toBe(0);
  });

  it('becomes a dead letter after repeated refusals and is not tried again', async () => {
    const before = await repaired();
    const id = newId();
    refused.add(id);
    await lose(id);
    await two.compared('a dead letter', async () => (await two.deadLetters()) === 1);
    await eventually('it is given up', async () => (await two.givenUp()) === 1);
    const tried = tries.get(id);
    const next = await lose();
    await two.compared('what is lost next has its effect', async () => (await two.effects(next)) === 1);
    expect(tries.get(id)).toBe(tried);
    expect(await two.deadLetters()).toBe(1);
    await eventually('it is counted', async () => (await repaired()) === before + 1);
  });

  it('is given up when its publisher no longer has it', async () => {
    const before = await two.givenUp();
    const insert = 'INSERT INTO missed_events (consumer, event_id) VALUES ($1, $2)';
    await two.pools.consumer.query(insert, [consumer, newId()]);
    await two.compared('it is given up', async () => (await two.givenUp()) === before + 1);
  });

  it('is reported with its age until it is handled', async () => {
    const insert = `INSERT INTO missed_events (consumer, event_id, found_at, due_at)
      VALUES ($1, $2, now() - interval '7 minutes', now() + interval '1 hour')`;
    const eventId = newId();
    await two.pools.consumer.query(insert, [consumer, eventId]);
    await observeMissing(two.pools.consumer);
    const shown = async () =>
      (await missedEventsOldest.get()).values.find(({ labels }) => labels.effect === consumer)?.value;
    expect(Math.floor(((await shown()) ?? 0) / 60)).toBe(7);
    await two.pools.consumer.query('DELETE FROM missed_events WHERE event_id = $1', [eventId]);
    await observeMissing(two.pools.consumer);
    // The metric is still reported, with 0.
    expect(await shown()).toBe(0);
  });
});

describe('an event that arrived', () => {
  it('is recorded in the inbox even if it had no effect', async () => {
    const before = await repaired();
    const nothingToDo = newId();
    idle.add(nothingToDo);
    await two.publish(nothingToDo);
    await eventually('it was handled', async () => (await two.handled(nothingToDo)) === 1);
    const lost = await lose();
    await two.compared('all were compared', async () => (await two.effects(lost)) === 1);
    await eventually('it is counted', async () => (await repaired()) === before + 1);
    expect(tries.get(nothingToDo)).toBe(1);
  });

  it('is not handled again although it was recorded as missing', async () => {
    const id = await two.publish();
    await eventually('it was handled', async () => (await two.handled(id)) === 1);
    const tried = tries.get(id);
    const before = await repaired();
    const insert = 'INSERT INTO missed_events (consumer, event_id) VALUES ($1, $2)';
    await two.pools.consumer.query(insert, [consumer, await eventIdOf(id)]);
    await two.compared('it is forgotten', async () => (await two.missing()) === 0);
    expect(tries.get(id)).toBe(tried);
    expect(await repaired()).toBe(before);
  });
});

/** Runs a reconciler to which NATS reports the consumer state `lag`. */
async function withLag(
  lag: { pending: number; redelivered: number } | undefined,
  work: () => Promise<void>,
  log = createLogger('test', 'silent'),
) {
  const requested = Promise.withResolvers<void>();
  let turns = 0;
  const feeds = connectFeeds({ registration: two.address }, undefined);
  const reconciler = startReconciler({
    pool: two.pools.consumer,
    bus: {
      consumerState: async () => {
        turns += 1;
        if (turns === 2) requested.resolve();
        return lag;
      },
      publishDeadLetter: async () => {},
    },
    keys: two.testEnv.keys('certificate'),
    feeds,
    subscriptions: [{ type: ping.type, deliver: 'all', handle: async () => {} }],
    log,
  });
  reconciler.wake();
  // The first run has ended when the second reads the consumer state.
  await requested.promise;
  await work();
  await reconciler.stop();
  feeds.close();
}

describe('an event that may still arrive', () => {
  const find = async (foundAgo: string) => {
    await two.stopConsumers();
    await two.pools.consumer.query('DELETE FROM missed_events');
    const id = await two.publish();
    await two.pools.consumer.query(
      'INSERT INTO missed_events (consumer, event_id, found_at) VALUES ($1, $2, now() - $3::interval)',
      [consumer, await eventIdOf(id), foundAgo],
    );
  };

  it('is not fetched while the consumer has pending events or does not exist', async () => {
    await find('1 hour');
    await withLag({ pending: 1, redelivered: 0 }, async () => expect(await two.missing()).toBe(1));
    await withLag(undefined, async () => expect(await two.missing()).toBe(1));
    await withLag({ pending: 0, redelivered: 0 }, async () => expect(await two.missing()).toBe(0));
  });

  it('is fetched after eight seconds, or ten minutes while events of its type are retried', async () => {
    await find('9 minutes');
    await withLag({ pending: 0, redelivered: 1 }, async () => expect(await two.missing()).toBe(1));
    await withLag({ pending: 0, redelivered: 0 }, async () => expect(await two.missing()).toBe(0));
    await find('11 minutes');
    await withLag({ pending: 0, redelivered: 1 }, async () => expect(await two.missing()).toBe(0));
    await find('1 second');
    await withLag({ pending: 0, redelivered: 0 }, async () => expect(await two.missing()).toBe(1));
    await two.pools.consumer.query('DELETE FROM missed_events');
    await two.addConsumer();
  });
});

it('logs an error when events were not compared for longer than they are retained', async () => {
  const lines: string[] = [];
  const log = createLogger('test', 'error', { write: (line) => lines.push(line) });
  const quiet = { pending: 0, redelivered: 0 };
  const eightDaysAgo = (Date.now() - 8 * 24 * 3_600_000) * 1_000;
  await two.pools.consumer.query('UPDATE consumer_positions SET published_us = $1', [eightDaysAgo]);
  await withLag(quiet, async () => {}, log);
  expect(lines.join('')).toContain('not compared for longer than events are kept');
  lines.length = 0;
  await withLag(quiet, async () => {}, log);
  expect(lines).toEqual([]);
});

describe('the feed of published events', () => {
  const START = { publishedUs: 0, seq: 0 };
  const asCertificate = async () => ({ token: await two.testEnv.serviceToken('certificate') });

  it('responds only to services that consume the type', async () => {
    const feed = two.feed();
    const eventId = await eventIdOf(await two.publish());
    const request = { type: ping.type, after: undefined };
    for (const service of ['storage-hashing', 'identity'] as const) {
      const token = await two.testEnv.serviceToken(service);
      await expect(feed.listPublished(request, { token })).rejects.toMatchObject({ code: 'forbidden' });
      expect((await feed.getEvents({ ids: [eventId] }, { token })).events).toEqual([]);
    }
    const token = await two.testEnv.userToken({ id: newId(), role: 'admin' });
    await expect(feed.listPublished(request, { token })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(feed.getEvents({ ids: [eventId] }, { token })).rejects.toMatchObject({ code: 'forbidden' });
    const { events } = await feed.getEvents({ ids: [eventId] }, await asCertificate());
    expect(events).toEqual([expect.objectContaining({ id: eventId, type: ping.type })]);
    feed.close();
  });

  it('lists events older than a minute in pages, and starts a new consumer at the current time', async () => {
    const feed = two.feed();
    await two.pools.owner.query('DELETE FROM outbox');
    const insert = `INSERT INTO outbox (id, type, aggregate_id, version, data, published_at)
      SELECT gen_random_uuid(), $1, n::text, 1, '{}', now() - interval '61 s' - (n % 7) * interval '1 s'
      FROM generate_series(1, 1203) n`;
    await two.pools.owner.query(insert, [ping.type]);
    await two.pools.owner.query(insert, ['registration.created']);
    await two.publish();
    const listed: string[] = [];
    let pages = 0;
    for (let after: { publishedUs: number; seq: number } | undefined = START; ; ) {
      const page = await feed.listPublished({ type: ping.type, after }, await asCertificate());
      listed.push(...page.ids);
      pages += 1;
      after = page.next;
      if (!page.more) break;
    }
    expect(pages).toBe(3);
    expect(new Set(listed).size).toBe(1203);
    expect(listed).toHaveLength(1203);
    const begins = await feed.listPublished({ type: ping.type }, await asCertificate());
    expect(begins.ids).toEqual([]);
    // An earlier release may have handled events younger than a minute without recording them.
    const { rows } = await two.pools.owner.query<{ us: number }>(
      'SELECT (extract(epoch FROM max(published_at)) * 1000000)::float8 AS us FROM outbox',
    );
    expect(begins.next?.publishedUs).toBeGreaterThan(rows[0]?.us ?? Number.POSITIVE_INFINITY);
    const next = await feed.listPublished({ type: ping.type, after: begins.next }, await asCertificate());
    expect(next.ids).toEqual([]);
    feed.close();
  });

  it('reads events after a position by index, even among many older rows', async () => {
    const insert = `INSERT INTO outbox (id, type, aggregate_id, version, data, published_at)
      SELECT gen_random_uuid(), $1, n::text, 1, '{}', now() - interval '2 days' FROM generate_series(1, 20000) n`;
    await two.pools.owner.query(insert, [ping.type]);
    await two.pools.owner.query('ANALYZE outbox');
    const since = (Date.now() - 120_000) * 1_000;
    const { rows } = await two.pools.owner.query(`EXPLAIN ${LIST_PUBLISHED}`, [since, 0, ping.type]);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('outbox_published_at_idx');
  });
});
