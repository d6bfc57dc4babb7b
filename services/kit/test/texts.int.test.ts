import { CertificatesService } from '@g2/proto/certificate';
import { Pdf } from '@g2/proto/common';
import { facts } from '@g2/proto/facts';
import { ClosureChanged, StatusChanged } from '@g2/proto/registration';
import { beforeAll, expect, it } from 'vitest';
import { Database } from '../src/database.ts';
import { loadConfig, serviceConfig } from '../src/env.ts';
import { deleteExpiredTexts, eraseTexts } from '../src/event-texts.ts';
import { event, type Subscription, subscribeTo } from '../src/events.ts';
import type { Feeds } from '../src/feed.ts';
import { signedIn } from '../src/grpc-server.ts';
import { newId } from '../src/ids.ts';
import { createLogger } from '../src/log.ts';
import { emit } from '../src/outbox.ts';
import type { ServiceName } from '../src/provision.ts';
import { createServiceKeys, startService } from '../src/service.ts';
import { closeAfterTests, createTestEnvironment, eventually } from '../src/testing.ts';

const { statusChanged, closureChanged } = facts;
/** Event data that the handlers received, by registration id. */
const handled = new Map<string, { title: string; reason?: string | undefined }>();
/** Event data sent over NATS, by registration id. */
const sent = new Map<string, Record<string, unknown>>();

const subscriptions: Subscription[] = [
  {
    ...subscribeTo(statusChanged, async (data) => void handled.set(data.registrationId, data)),
    needsTexts: 'must',
  },
  {
    ...subscribeTo(closureChanged, async (data) => void handled.set(data.registrationId, data)),
    needsTexts: 'may',
  },
];

/** Starts two services built only on kit: registration publishes events, identity consumes them with their texts. */
async function startBoth() {
  const testEnv = await createTestEnvironment('schemas');
  const begin = async (service: ServiceName, of: Subscription[], feeds: Feeds) => {
    const config = loadConfig(serviceConfig, testEnv.env(service));
    const db = new Database<object>(config.DATABASE_URL, 4);
    const { getCertificate } = CertificatesService;
    const migrations = new URL('./migrations/', import.meta.url);
    const running = await startService(
      { config, log: createLogger('test', 'silent'), db, migrations },
      await createServiceKeys(config),
      {
        definition: { getCertificate },
        table: { getCertificate: { allow: signedIn, run: async () => Pdf.create({}) } },
        subscriptions: of,
        feeds,
      },
    );
    await running.bus.ready();
    return { running, db };
  };
  const owner = await begin('registration', [], {});
  const feeds = { registration: `127.0.0.1:${owner.running.grpcPort}` };
  const startConsumer = () => begin('identity', subscriptions, feeds);
  const consumer = { now: await startConsumer() };
  const bus = await testEnv.bus();
  bus.watch('registration.*', ({ data }) => {
    const it = data as { registrationId: string };
    sent.set(it.registrationId, it);
  });
  const inbox = testEnv.pool({ connectionString: testEnv.env('identity').DATABASE_URL ?? '', max: 1 });
  return {
    bus,
    db: owner.db,
    consumer,
    startConsumer,
    /** Number of handled events of a registration, with or without effect. */
    async taken(id: string): Promise<number> {
      const { rows } = await owner.db.pool.query('SELECT id FROM outbox WHERE aggregate_id = $1', [id]);
      const ids = rows.map((row) => row.id);
      return (await inbox.query('SELECT FROM inbox WHERE event_id = ANY($1::uuid[])', [ids])).rowCount ?? 0;
    },
    async close() {
      await consumer.now.running.stop();
      await owner.running.stop();
      await testEnv.close();
    },
  };
}

const world = await closeAfterTests(startBoth());
beforeAll(async () => {
  const id = newId();
  await write([status(id)]);
  await eventually('both run', async () => handled.has(id) && sent.has(id));
});

const TITLE = 'Um segredo';
const status = (registrationId: string, userId = newId()) =>
  event(statusChanged, registrationId, 1, {
    ...StatusChanged.create({ registrationId, userId, toStatus: 'reviewing' }),
    title: TITLE,
    reason: 'Um motivo',
  });
const closure = (registrationId: string, userId: string) =>
  event(closureChanged, registrationId, 1, ClosureChanged.create({ registrationId, userId, title: TITLE }));
const write = (events: ReturnType<typeof event>[]) => world.db.tx((tx) => emit(tx, events));
const kept = async (id: string) =>
  (await world.db.pool.query('SELECT data FROM outbox WHERE aggregate_id = $1', [id])).rows[0].data;

it('sends no user texts through NATS, but gives them to consumers that need them', async () => {
  const id = newId();
  await write([status(id)]);
  await eventually('it was handled and seen', async () => handled.has(id) && sent.has(id));
  expect(handled.get(id)).toMatchObject({ title: TITLE, reason: 'Um motivo', toStatus: 'reviewing' });
  expect(sent.get(id)).toMatchObject({ registrationId: id, toStatus: 'reviewing' });
  expect(JSON.stringify(sent.get(id))).not.toMatch(/segredo|motivo/);
});

it('handles events of an earlier release that contain their texts', async () => {
  const id = newId();
  const { type, aggregateId: aggregate_id, version, data } = status(id);
  const row = { id: newId(), type, aggregate_id, version, data, traceparent: null, created_at: new Date() };
  await world.bus.publish(row);
  await eventually('it was handled', async () => handled.has(id));
  expect(handled.get(id)).toMatchObject({ title: TITLE });
});

it('skips events with erased texts, except for consumers marked `may`', async () => {
  await world.consumer.now.running.stop();
  const [must, may, userId] = [newId(), newId(), newId()];
  await write([status(must, userId), closure(may, userId)]);
  const other = newId();
  await write([status(other)]);
  await world.db.tx((tx) => eraseTexts(tx, 'userId', [userId]));
  world.consumer.now = await world.startConsumer();
  await eventually('both were taken', async () => (await world.taken(must)) + (await world.taken(may)) === 2);
  expect(handled.get(must)).toBeUndefined();
  expect(handled.get(may)).toMatchObject({ title: '', registrationId: may });
  await eventually('that of another is whole', async () => handled.get(other)?.title === TITLE);
  for (const id of [must, may]) expect(JSON.stringify(await kept(id))).not.toMatch(/segredo|motivo/);
  await world.db.tx((tx) => eraseTexts(tx, 'registrationId', [other]));
  expect(await kept(other)).not.toHaveProperty('title');
});

it('removes user texts from the outbox a day after publication and keeps the other data', async () => {
  const [old, recent, unpublished] = [newId(), newId(), newId()];
  await world.db.pool.query(
    `INSERT INTO outbox (id, type, aggregate_id, version, data, published_at)
     SELECT gen_random_uuid(), $1, id, 1, $2, at::timestamptz
     FROM unnest($3::text[], $4::text[]) AS made (id, at)`,
    [
      statusChanged.type,
      { title: TITLE, reason: 'Um motivo', toStatus: 'paid' },
      [old, recent, unpublished],
      ['now', 'now', null],
    ],
  );
  const age = (id: string, hours: number) =>
    world.db.pool.query(
      "UPDATE outbox SET published_at = now() - $2 * interval '1 hour' WHERE aggregate_id = $1",
      [id, hours],
    );
  await age(old, 25);
  await age(recent, 23);
  await deleteExpiredTexts(world.db.pool);
  expect(await kept(old)).toEqual({ toStatus: 'paid', withoutTexts: true });
  for (const id of [recent, unpublished]) expect(await kept(id)).toHaveProperty('title', TITLE);
});
