import { CertificatesService } from '@g2/proto/certificate';
import { Pdf } from '@g2/proto/common';
import { facts } from '@g2/proto/facts';
import { AppError } from '@g2/terms/errors';
import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { Database } from '../src/database.ts';
import { loadConfig, serviceConfig } from '../src/env.ts';
import { type Subscription, subscribeTo } from '../src/events.ts';
import { type Call, signedIn } from '../src/grpc-server.ts';
import { newId } from '../src/ids.ts';
import { claimDelivery } from '../src/inbox.ts';
import { createLogger } from '../src/log.ts';
import { createServiceKeys, type RunningService, startService } from '../src/service.ts';
import { createTestEnvironment, type TestEnvironment } from '../src/testing.ts';

type Tables = { effects: { id: string } };

/** A test service built on kit: one rpc, one event, one table. */
export type World = {
  testEnv: TestEnvironment;
  running: RunningService;
  pool: pg.Pool;
  /** Event subscriptions of the service. */
  subscriptions: Subscription[];
  /** Implementation of the rpc; set by a test. */
  answer: (call: Call) => Promise<Pdf>;
  inTx<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Number of times that the event about this registration took effect. */
  effects(id: string): Promise<number>;
  close(): Promise<void>;
};

export const ping = facts.registrationDeleted;
/** Registration id of the event that the handler always refuses. */
export const poison = newId();
/** The event about registration `id` fails `times` more times with an infrastructure error. */
export const troubled = { id: newId(), times: 0 };

/** Two rpcs of an existing service; only kit's part is tested. */
const { getCertificate, findByNumber } = CertificatesService;

/** @param extra further environment variables, such as the URL of another NATS */
export async function startWorld(
  extra: Record<string, string> = {},
  log = createLogger('test', 'silent'),
): Promise<World> {
  const testEnv = await createTestEnvironment('schemas');
  const config = loadConfig(
    serviceConfig,
    testEnv.env('registration', { NATS_URL: testEnv.natsUrl, ...extra }),
  );
  const db = new Database<Tables>(config.DATABASE_URL, 10);
  const { pool } = db;
  const inTx: World['inTx'] = (work) => db.tx(work);
  const subscriptions = [
    subscribeTo(ping, (data, delivery) =>
      inTx(async (tx) => {
        if (data.registrationId === poison) throw new AppError('not-found', { message: 'refused' });
        if (data.registrationId === troubled.id && troubled.times-- > 0) {
          await sql`SET TRANSACTION READ ONLY`.execute(tx);
        }
        if (!(await claimDelivery(tx, delivery))) return;
        await tx.insertInto('effects').values({ id: data.registrationId }).execute();
      }),
    ),
  ];
  const base = {
    config,
    log,
    db,
    migrations: new URL('./migrations/', import.meta.url),
  };
  const running = await startService(base, await createServiceKeys(config), {
    definition: { getCertificate, findByNumber },
    table: {
      getCertificate: {
        allow: [...signedIn, 'service:identity'],
        run: (_request, call) => world.answer(call),
      },
      findByNumber: { allow: signedIn, run: async () => ({}) },
    },
    subscriptions,
    http: (app) => void app.get('/work', async () => 'done'),
  });
  const world: World = {
    testEnv,
    running,
    pool,
    subscriptions,
    answer: async () => Pdf.create({}),
    inTx,
    effects: async (id) => (await pool.query('SELECT 1 FROM effects WHERE id = $1', [id])).rowCount ?? 0,
    async close() {
      await running.stop();
      await testEnv.close();
    },
  };
  return world;
}
