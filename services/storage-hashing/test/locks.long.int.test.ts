import { randomUUID } from 'node:crypto';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { Client } from 'minio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptions } from '../src/events.ts';
import { lockedRemovals, storageOperations } from '../src/metrics.ts';
import type { ObjectStore } from '../src/objects/objects.ts';
import { openStore } from '../src/store.ts';
import { openWorld, silent, uploadOne, type World } from './world.ts';

const DAY_MS = 24 * 3_600_000;

describe('a bucket with object lock', () => {
  let world: World;
  let client: Client;
  const bucket = `t-${randomUUID()}`;

  beforeAll(async () => {
    const found = await openWorld('s3', { S3_LOCK_DAYS: '30', S3_BUCKET: bucket });
    if (!found) throw new Error('the S3 is not there');
    world = found;
    const { S3_ENDPOINT, S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_REGION } = world.config;
    const { hostname: endPoint, port } = new URL(S3_ENDPOINT ?? '');
    const keys = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
    client = new Client({ endPoint, port: Number(port), useSSL: false, region: S3_REGION, ...keys });
    await client.makeBucket(bucket, S3_REGION, { ObjectLocking: true });
  });
  afterAll(() => world?.close());

  async function say<T>(kind: { type: string; codec: { toJSON(data: T): unknown } }, data: T) {
    const id = newId();
    const bus = await world.testEnv.bus();
    await bus.publish({
      id,
      type: kind.type,
      aggregate_id: id,
      version: 1,
      data: kind.codec.toJSON(data),
      traceparent: null,
      created_at: new Date(),
    });
  }
  const retention = (key: string) => client.getObjectRetention(bucket, key).catch(() => undefined);
  const count = async (metric: typeof lockedRemovals | typeof storageOperations, labels = {}) =>
    (await metric.get()).values.find((one) =>
      Object.entries(labels).every(([name, value]) => one.labels[name as never] === value),
    )?.value ?? 0;
  const removal = async (key: string) =>
    (await world.sql('SELECT due_at, failures FROM removals WHERE key = $1', [key]))[0];
  const versions = async (key: string) =>
    Array.fromAsync(client.listObjects(bucket, key, true, { IncludeVersion: true }));

  it('locks an attached object and postpones its removal until the lock ends', async () => {
    const object = await uploadOne(world);
    expect(await retention(object.key)).toBeUndefined();
    await say(facts.fileAttached, {
      registrationId: object.registrationId,
      objectKey: object.key,
      sha256: object.sha256,
      userId: newId(),
      status: 'submitted',
      statusUpdatedAt: new Date(),
    });
    const found = await eventually('it is locked', () => retention(object.key));
    expect(found).toMatchObject({ mode: 'GOVERNANCE' });
    const days = (new Date(found?.retainUntilDate ?? 0).getTime() - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);

    const failed = await count(storageOperations, { operation: 'remove', outcome: 'failed' });
    await say(facts.fileReleased, {
      registrationId: object.registrationId,
      objectKey: object.key,
      reason: 'replaced',
    });
    await eventually('it was refused', async () => (await count(lockedRemovals)) === 1);
    const put = await eventually('it is put off', async () => {
      const row = await removal(object.key);
      return row && Number(row.due_at) > Date.now() + 29 * DAY_MS ? row : undefined;
    });
    expect(put.failures).toBe(0);
    expect(await count(storageOperations, { operation: 'remove', outcome: 'failed' })).toBe(failed);
    expect(await world.objects.stat(object.key)).toEqual({ size: object.size });

    // The governance permission lets the test end the lock early.
    const [version] = (await versions(object.key)) as { versionId?: string }[];
    await client.putObjectRetention(bucket, object.key, {
      mode: 'GOVERNANCE',
      retainUntilDate: new Date(Date.now() + 1_000).toISOString(),
      versionId: version?.versionId ?? '',
      governanceBypass: true,
    });
    await eventually('the lock is over', async () => {
      await world.sql('UPDATE removals SET due_at = now() WHERE key = $1', [object.key]);
      await say(facts.fileReleased, {
        registrationId: object.registrationId,
        objectKey: object.key,
        reason: 'replaced',
      });
      return (await removal(object.key)) === undefined;
    });
    expect(await versions(object.key)).toEqual([]);
  });

  it('locks an object before its event is recorded, so that an S3 failure causes a redelivery', async () => {
    const object = await uploadOne(world);
    const store = openStore(world.config);
    let isAway = true;
    const retain: ObjectStore['retain'] = (key, until) =>
      isAway ? Promise.reject(new Error('S3 is away')) : world.objects.retain(key, until);
    const [attached] = subscriptions({
      store,
      objects: { ...world.objects, retain },
      config: world.config,
      clock: () => new Date(),
      log: silent,
      wakeRemover() {},
      wakeInspector() {},
    });
    const eventId = newId();
    const delivery = { consumer: 'test', eventId, aggregateId: '', version: 0, time: new Date() };
    const say = async () => attached?.handle(JSON.stringify({ objectKey: object.key }), delivery);
    const handled = () => world.sql('SELECT FROM inbox WHERE event_id = $1', [eventId]);
    await expect(say()).rejects.toThrow('S3 is away');
    expect(await handled()).toEqual([]);
    isAway = false;
    await say();
    expect(await handled()).toHaveLength(1);
    expect(await retention(object.key)).toMatchObject({ mode: 'GOVERNANCE' });
    await store.db.close();
  });

  it('removes an unattached object with all its versions', async () => {
    const object = await uploadOne(world);
    await world.objects.remove(object.key);
    expect(await versions(object.key)).toEqual([]);
  });
});
