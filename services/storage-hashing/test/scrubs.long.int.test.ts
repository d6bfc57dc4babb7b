import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { newId } from '@g2/kit/ids';
import type { Loop } from '@g2/kit/loop';
import { register } from '@g2/kit/metrics';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { ObjectDamaged } from '@g2/proto/storage';
import { Client } from 'minio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observeScrubs } from '../src/metrics.ts';
import { type ScrubberDeps, startScrubber } from '../src/scrubber.ts';
import { openStore, type Store } from '../src/store.ts';
import { openWorld, silent, uploadOne, type World } from './world.ts';

const DAY_MS = 24 * 3_600_000;

describe.each(['fs', 's3'] as const)('attached objects on %s', (driver) => {
  let world: World;
  let store: Store;
  let round = 0;
  const published: ObjectDamaged[] = [];
  const loops: Loop[] = [];

  beforeAll(async () => {
    const found = await openWorld(driver, { SCRUB_BYTES_PER_SECOND: '0' });
    if (!found) throw new Error(`${driver} is not there`);
    world = found;
    store = openStore(world.config);
    const bus = await world.testEnv.bus();
    bus.watch(facts.objectDamaged.type, ({ data }) => void published.push(ObjectDamaged.fromJSON(data)));
  });
  afterEach(() => stopAll());
  afterAll(async () => {
    await store?.db.close();
    await world?.close();
  });

  const stopAll = () => Promise.all(loops.splice(0).map((loop) => loop.stop()));
  /** Starts a scrubber with the clock of the current round, one day per round. The service's scrubber is off. */
  function begin(other: Partial<ScrubberDeps> = {}, rate = 1024 * 1024 * 1024): Loop {
    const later = round * DAY_MS;
    const clock = () => new Date(Date.now() + later);
    const config = { SCRUB_BYTES_PER_SECOND: rate };
    const loop = startScrubber({ store, objects: world.objects, clock, log: silent, config, ...other });
    loops.push(loop);
    return loop;
  }
  const rows = () => world.sql('SELECT object_key, outcome, scrubbed_at, due_at FROM scrubs');
  const outcomeOf = async (key: string) => (await rows()).find((row) => row.object_key === key)?.outcome;
  const reach = (key: string, outcome: string) =>
    eventually(`${key} is ${outcome}`, async () => (await outcomeOf(key)) === outcome);
  /** Runs a round in which every attached object is read. */
  const wholeRound = async () => {
    round += 1;
    const loop = begin();
    const from = Date.now() + round * DAY_MS - 60_000;
    await eventually('all were read', async () => {
      // A pass ends after damage; the next one would begin a minute later.
      loop.wake();
      const all = await rows();
      return all.length > 0 && all.every((row) => Number(row.scrubbed_at) >= from);
    });
    await stopAll();
  };
  const attached = async () => {
    const object = await uploadOne(world);
    await world.sql("UPDATE objects SET state = 'attached' WHERE key = $1", [object.key]);
    return object;
  };
  async function overwrite(key: string, bytes: Buffer): Promise<void> {
    const { STORAGE_DIR, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET } = world.config;
    if (STORAGE_DIR) {
      const path = join(STORAGE_DIR, key);
      await rm(path, { force: true });
      return await writeFile(path, bytes);
    }
    const url = new URL(S3_ENDPOINT ?? '');
    const client = new Client({
      endPoint: url.hostname,
      port: Number(url.port),
      useSSL: false,
      accessKey: S3_ACCESS_KEY ?? '',
      secretKey: S3_SECRET_KEY ?? '',
    });
    await client.putObject(S3_BUCKET ?? '', key, bytes);
  }
  const figure = async (name: string) => (await register.getSingleMetric(name)?.get())?.values[0]?.value;

  it('are verified each round, which reports a flipped bit only once', async () => {
    const [good, bad] = [await attached(), await attached()];
    const only = await uploadOne(world);
    await wholeRound();
    expect([await outcomeOf(good.key), await outcomeOf(bad.key)]).toEqual(['intact', 'intact']);
    expect(await outcomeOf(only.key)).toBeUndefined();
    const bytes = await buffer(await world.objects.get(bad.key));
    const flipped = Buffer.from(bytes);
    flipped[1_000] = (flipped[1_000] ?? 0) ^ 1;
    await overwrite(bad.key, flipped);
    for (let times = 0; times < 2; times++) {
      await wholeRound();
      expect([await outcomeOf(good.key), await outcomeOf(bad.key)]).toEqual(['intact', 'different']);
    }
    const figures = await store.scrubs.figures();
    observeScrubs(figures, new Date(Date.now() + (round + 1) * DAY_MS));
    expect(await figure('g2_storage_scrub_differences')).toBe(1);
    const oldest = Number(await figure('g2_storage_scrub_oldest_seconds'));
    expect(oldest).toBeGreaterThan(86_390);
    expect(oldest).toBeLessThan(86_490);
    await overwrite(bad.key, bytes);
    await wholeRound();
    expect(await outcomeOf(bad.key)).toBe('intact');
    await world.objects.remove(bad.key);
    await wholeRound();
    expect(await outcomeOf(bad.key)).toBe('missing');
    await eventually('both are published', async () => published.length >= 2);
    const { key: objectKey, registrationId } = bad;
    expect(published).toEqual([
      { objectKey, registrationId, damage: 'different' },
      { objectKey, registrationId, damage: 'missing' },
    ]);
    await world.sql("UPDATE objects SET state = 'releasing' WHERE key = $1", [bad.key]);
    expect((await store.scrubs.figures()).damaged).toBe(0);
  });

  it('do not count as damaged after a failed read', async () => {
    const [first, second] = [await attached(), await attached()];
    const before = published.length;
    const away: ScrubberDeps['objects'] = {
      ...world.objects,
      get: async (key) => {
        if (key === first.key) throw new Error('the store is away');
        return world.objects.get(key);
      },
    };
    const loop = begin({ objects: away });
    await eventually('the other was read', async () => {
      loop.wake();
      return (await outcomeOf(second.key)) === 'intact';
    });
    expect(await outcomeOf(first.key)).toBeNull();
    await stopAll();
    round += 1;
    begin();
    await reach(first.key, 'intact');
    expect(published).toHaveLength(before);
  });

  it('are read by one replica at a time', async () => {
    const holder = newId();
    const [now, later] = [new Date(), new Date(Date.now() + DAY_MS * 100)];
    expect(await store.scrubs.lead(holder, now, later)).toBe(true);
    expect(await store.scrubs.lead(holder, now, later)).toBe(true);
    expect(await store.scrubs.lead(newId(), now, later)).toBe(false);
    const next = newId();
    expect(await store.scrubs.lead(next, later, later)).toBe(true);
    await store.scrubs.leave(holder);
    expect(await store.scrubs.lead(holder, now, later)).toBe(false);
    await store.scrubs.leave(next);
    expect(await store.scrubs.lead(holder, now, later)).toBe(true);
    await store.scrubs.leave(holder);
  });

  it('are read at most at the configured rate', async () => {
    const { key, size } = await attached();
    const startedAt = performance.now();
    begin({}, size);
    await reach(key, 'intact');
    expect(performance.now() - startedAt).toBeGreaterThan(950);
  });
});
