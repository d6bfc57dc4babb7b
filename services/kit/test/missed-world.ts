import { CertificatesService } from '@g2/proto/certificate';
import { Pdf } from '@g2/proto/common';
import { type FeedService, FeedService as feedService } from '@g2/proto/feed';
import { AppError } from '@g2/terms/errors';
import { Database } from '../src/database.ts';
import { loadConfig, serviceConfig } from '../src/env.ts';
import { event, type Subscription, subscribeTo } from '../src/events.ts';
import type { Feeds } from '../src/feed.ts';
import { connectRpc, type RpcClient } from '../src/grpc-client.ts';
import { signedIn } from '../src/grpc-server.ts';
import { newId } from '../src/ids.ts';
import { claimDelivery } from '../src/inbox.ts';
import { createLogger } from '../src/log.ts';
import { durableOf } from '../src/nats-permissions.ts';
import { emit } from '../src/outbox.ts';
import type { ServiceName } from '../src/provision.ts';
import { createServiceKeys, type RunningService, startService } from '../src/service.ts';
import { deadStream } from '../src/streams.ts';
import { createTestEnvironment } from '../src/testing.ts';
import { createEventLoss, handledMissedEvents } from '../src/testing-missed.ts';
import { ping } from './world.ts';

type Tables = { effects: { id: string } };
type Part = { running: RunningService; db: Database<Tables> };

export const consumer = durableOf('certificate', ping.type);
/** Ids that the handler ignores. */
export const idle = new Set<string>();
/** Ids that the handler refuses. */
export const refused = new Set<string>();
/** Number of handler calls by id. */
export const tries = new Map<string, number>();

/** Starts two services built only on kit: registration publishes events, certificate consumes them. */
export async function startTwo() {
  const testEnv = await createTestEnvironment('schemas');
  const losing = await createEventLoss(testEnv, 'certificate', ['registration']);
  const begin = async (
    service: ServiceName,
    more: { feeds: Feeds; subscriptions: (of: Database<Tables>) => Subscription[] },
  ): Promise<Part> => {
    const config = loadConfig(serviceConfig, testEnv.env(service));
    const db = new Database<Tables>(config.DATABASE_URL, 6);
    const { getCertificate, findByNumber } = CertificatesService;
    const running = await startService(
      {
        config,
        log: createLogger('test', 'silent'),
        db,
        migrations: new URL('./migrations/', import.meta.url),
      },
      await createServiceKeys(config),
      {
        definition: { getCertificate, findByNumber },
        table: {
          getCertificate: { allow: signedIn, run: async () => Pdf.create({}) },
          findByNumber: { allow: signedIn, run: async () => ({}) },
        },
        subscriptions: more.subscriptions(db),
        feeds: more.feeds,
      },
    );
    await running.bus.ready();
    return { running, db };
  };
  const owner = await begin('registration', { feeds: {}, subscriptions: () => [] });
  const address = `127.0.0.1:${owner.running.grpcPort}`;
  const startConsumer = () =>
    begin('certificate', {
      feeds: { registration: address },
      subscriptions: (db) => [
        subscribeTo(ping, ({ registrationId: id }, delivery) =>
          db.tx(async (tx) => {
            tries.set(id, (tries.get(id) ?? 0) + 1);
            if (idle.has(id)) return;
            if (refused.has(id)) throw new AppError('not-found');
            if (await claimDelivery(tx, delivery)) await tx.insertInto('effects').values({ id }).execute();
          }),
        ),
      ],
    });
  const consuming = { url: testEnv.env('certificate').DATABASE_URL ?? '', replicas: [await startConsumer()] };
  const pools = { owner: owner.db.pool, consumer: testEnv.pool({ connectionString: consuming.url, max: 2 }) };
  const running = () => consuming.replicas.map((one) => one.running);
  const stopConsumers = async () => {
    await Promise.all(consuming.replicas.map(({ running }) => running.stop()));
    consuming.replicas = [];
  };

  const count = async (text: string, values: unknown[] = []) =>
    (await pools.consumer.query(text, values)).rowCount ?? 0;

  return {
    testEnv,
    pools,
    address,
    stopConsumers,
    addConsumer: async () => void consuming.replicas.push(await startConsumer()),
    /** Client of the feed of registration's events. */
    feed: (): RpcClient<typeof FeedService> => connectRpc(feedService, address),
    /** Emits an event and waits until the stream has it; returns its registration id. */
    async publish(id = newId()): Promise<string> {
      await owner.db.tx((tx) => emit(tx, [event(ping, id, 1, { registrationId: id, userId: 'u' })]));
      await losing.published();
      return id;
    },
    /** Deletes the last event from the stream. */
    deleteLast: () => losing.deleteNewest(ping.type),
    /** Resolves when the reconciler has a start position: events published later are checked for loss. */
    begun: () => losing.begun(running()),
    /** Runs the reconciler on all published events until `look` returns true. */
    compared: (what: string, look: () => Promise<boolean>) => losing.compared(what, running, look),
    effects: (id: string) => count('SELECT FROM effects WHERE id = $1', [id]),
    handled: async (id: string) => {
      const { rows } = await pools.owner.query('SELECT id FROM outbox WHERE aggregate_id = $1', [id]);
      return count('SELECT FROM inbox WHERE consumer = $1 AND event_id = $2', [consumer, rows[0]?.id]);
    },
    missing: () => count('SELECT FROM missed_events WHERE NOT given_up'),
    givenUp: () => count('SELECT FROM missed_events WHERE given_up'),
    deadLetters: async () => (await losing.jsm.streams.info(deadStream(testEnv.natsPrefix))).state.messages,
    async close() {
      await stopConsumers();
      await owner.running.stop();
      await losing.close();
      await testEnv.close();
    },
  };
}

export const repaired = () => handledMissedEvents(consumer);
