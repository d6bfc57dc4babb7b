import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { missedEventsHandled } from './metrics.ts';
import { type ServiceName, schemaOf } from './provision.ts';
import type { RunningService } from './service.ts';
import { eventStream } from './streams.ts';
import { eventually, type TestEnvironment } from './testing.ts';

/** Helpers for tests in which NATS loses events of the services `owners` before the service `consumer` gets them. */
export async function createEventLoss(
  testEnv: TestEnvironment,
  consumer: ServiceName,
  owners: readonly ServiceName[],
) {
  const { host, username, password } = new URL(testEnv.natsUrl);
  const nc = await connect({ servers: host, ...(username ? { user: username, pass: password } : {}) });
  const jsm = await jetstreamManager(nc);
  const stream = eventStream(testEnv.natsPrefix);
  const pool = testEnv.pool({ connectionString: testEnv.adminUrl, max: 2 });
  const schema = schemaOf[consumer];
  const comparisonStarted = async () =>
    (await pool.query(`SELECT FROM ${schema}.consumer_positions`)).rowCount !== 0;

  return {
    jsm,
    /** Resolves when all events of the owners are published. */
    published: () =>
      eventually('published', async () => {
        const waiting = owners.map(
          (name) => `SELECT FROM ${schemaOf[name]}.outbox WHERE published_at IS NULL`,
        );
        return (await pool.query(waiting.join(' UNION ALL '))).rowCount === 0;
      }),
    /** Deletes the newest event of a type from the stream. */
    async deleteNewest(type: string): Promise<void> {
      const message = await jsm.streams.getMessage(stream, { last_by_subj: `${testEnv.natsPrefix}.${type}` });
      if (!message) throw new Error(`no event ${type} to lose`);
      await jsm.streams.deleteMessage(stream, message.seq);
    },
    /** Resolves when the reconciler has a start position: events published later are checked for loss. */
    begun: (running: readonly RunningService[]) =>
      eventually('the consumers compare', async () => {
        for (const { reconciler } of running) reconciler?.wake();
        return await comparisonStarted();
      }),
    /** Makes all events appear older than the reconciler's delays and runs it, until `look` returns true. */
    compared: (what: string, running: () => readonly RunningService[], look: () => Promise<boolean>) =>
      eventually(what, async () => {
        for (const name of owners) {
          await pool.query(
            `UPDATE ${schemaOf[name]}.outbox SET published_at = now() - interval '2 minutes'
             WHERE published_at > now() - interval '2 minutes'`,
          );
        }
        await pool.query(`UPDATE ${schema}.consumer_positions SET published_us = 0, seq = 0`);
        await pool.query(
          `UPDATE ${schema}.missed_events SET due_at = now(), found_at = now() - interval '1 hour' WHERE NOT given_up`,
        );
        for (const { reconciler } of running()) reconciler?.wake();
        return await look();
      }),
    close: () => nc.close(),
  };
}

/** Number of missed events that a consumer handled in this process. */
export const handledMissedEvents = async (effect: string): Promise<number> =>
  (await missedEventsHandled.get()).values.find(({ labels }) => labels.effect === effect)?.value ?? 0;
