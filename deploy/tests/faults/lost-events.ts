import { setTimeout as delay } from 'node:timers/promises';
import { consumedBy, durableOf } from '@g2/kit/nats-permissions';
import { type ServiceName, schemaOf, serviceNames } from '@g2/kit/provision';
import { deadStream, eventStream } from '@g2/kit/streams';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectNats } from '../../ops/backup/stream.ts';
import { demoAccounts, logIn } from '../e2e/support/client.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Load, startLoad } from './load.ts';
import { EFFECT_QUERIES, type ExistingRows, schemaOfType, writeEvent } from './lost-events-written.ts';
import { finishAndCheck, OUTAGE_LOAD } from './outages.ts';
import { assertThat, payableRegistration, query, retryWhileUnavailable, waitUntil } from './support.ts';

const STREAM = eventStream('g2');
const REPAIRED_WITHIN_MS = 120_000;
/** How long the load continues while a consumer is stopped, ms. */
const STOPPED_MS = 4_000;
/**
 * Order in which the services lose events: each publisher before its consumers, so that it runs again when
 * they fetch missed events.
 */
const ORDER: readonly ServiceName[] = [
  'identity',
  'registration',
  'payment-credit',
  'storage-hashing',
  'certificate',
];

type Lost = { service: ServiceName; type: string; id: string; written: boolean };

type Drill = { fleet: Fleet; load: Load; jsm: JetStreamManager; known: ExistingRows };

const pairs = serviceNames.flatMap((service) => consumedBy(service).map((type) => ({ service, type })));

/** Waits until every consumer has a stored position: events published from here on are reconciled. */
const waitForPositions = (fleet: Fleet) =>
  waitUntil('every consumer compares', async () => {
    const counts = serviceNames.map((name) => `(SELECT count(*) FROM ${schemaOf[name]}.consumer_positions)`);
    const [row] = await query<{ n: number }>(fleet.places, `SELECT (${counts.join(' + ')})::int AS n`);
    return row?.n === pairs.length;
  });

async function knownOf({ places }: Fleet, registrationId: string): Promise<ExistingRows> {
  const [row] = await query<ExistingRows>(
    places,
    `SELECT r.id AS "registrationId", r.user_id AS "userId", r.title, r.file_storage_path AS "objectKey", r.sha256,
       p.id AS "paymentId", (SELECT id FROM identity.users WHERE email = $2) AS "operatorId"
     FROM registration.registrations r JOIN payment.registration_payments p ON p.registration_id = r.id
     WHERE r.id = $1 AND p.status = 'settled'`,
    [registrationId, demoAccounts.operator.email],
  );
  assertThat(row !== undefined, 'an issued registration has no payment');
  return row;
}

async function publishedSince({ places }: Fleet, type: string, since: Date): Promise<string[]> {
  const rows = await query<{ id: string }>(
    places,
    `SELECT id FROM ${schemaOfType(type)}.outbox WHERE type = $1 AND published_at >= $2`,
    [type, since],
  );
  return rows.map(({ id }) => id);
}

async function waitForOtherConsumers({ places }: Fleet, service: ServiceName, type: string, ids: string[]) {
  for (const other of serviceNames) {
    if (other === service || !consumedBy(other).includes(type)) continue;
    await waitUntil(`${other} has ${type}`, async () => {
      const [row] = await query<{ n: number }>(
        places,
        `SELECT count(*)::int AS n FROM ${schemaOf[other]}.inbox WHERE consumer = $1 AND event_id = ANY($2::uuid[])`,
        [durableOf(other, type), ids],
      );
      return row?.n === ids.length;
    });
  }
}

/** Stream sequence by event id, for messages after `from`. */
async function sequencesAfter({ jsm }: Drill, from: number): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  const { last_seq } = (await jsm.streams.info(STREAM)).state;
  for (let seq = from + 1; seq <= last_seq; seq++) {
    const message = await jsm.streams.getMessage(STREAM, { seq });
    if (message) places.set(message.header.get('Nats-Msg-Id'), seq);
  }
  return places;
}

/** Stops a service, publishes every type it consumes and deletes the messages before the service restarts. */
async function loseEventsOf(
  drill: Drill,
  service: ServiceName,
  act: () => Promise<unknown>,
): Promise<Lost[]> {
  const { fleet, known } = drill;
  const [replica] = fleet.replicas(service);
  assertThat(replica !== undefined, `no program is called ${service}`);
  await replica.stop();
  const [clock] = await query<{ now: Date }>(fleet.places, 'SELECT now()');
  const since = clock?.now ?? new Date();
  const { last_seq: from } = (await drill.jsm.streams.info(STREAM)).state;
  // Services restarted just before may be unavailable for a moment.
  await retryWhileUnavailable(act);
  await delay(STOPPED_MS);
  const lost: Lost[] = [];
  for (const type of consumedBy(service)) {
    const natural = await publishedSince(fleet, type, since);
    const written = natural.length === 0 ? [await writeEvent(fleet.places, type, known)] : [];
    const ids = [...natural, ...written];
    await waitUntil(`${type} is published`, async () => {
      const published = new Set(await publishedSince(fleet, type, since));
      return ids.every((id) => published.has(id));
    });
    await waitForOtherConsumers(fleet, service, type, ids);
    lost.push(...ids.map((id) => ({ service, type, id, written: written.includes(id) })));
  }
  const places = await sequencesAfter(drill, from);
  for (const { type, id } of lost) {
    const seq = places.get(id);
    assertThat(seq !== undefined, `the stream does not have ${type} ${id}`);
    await drill.jsm.streams.deleteMessage(STREAM, seq);
  }
  await replica.start();
  return lost;
}

/** Number of these events handled so far, and the longest delay after publication, ms. */
async function handled({ places }: Fleet, lost: readonly Lost[]) {
  const each = pairs.map(
    ({ service, type }) =>
      `SELECT i.received_at - o.published_at AS late FROM ${schemaOf[service]}.inbox i
       JOIN ${schemaOfType(type)}.outbox o ON o.id = i.event_id
       WHERE i.consumer = '${durableOf(service, type)}' AND i.consumer || ' ' || i.event_id = ANY($1)`,
  );
  const keys = lost.map(({ service, type, id }) => `${durableOf(service, type)} ${id}`);
  const [row] = await query<{ n: number; ms: number }>(
    places,
    `SELECT count(*)::int AS n, coalesce(extract(epoch FROM max(late)) * 1000, 0)::int AS ms FROM (${each.join(' UNION ALL ')}) d`,
    [keys],
  );
  return { count: row?.n ?? 0, lateMs: row?.ms ?? 0 };
}

async function repaired({ metricsUrls }: Fleet): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const url of Object.values(metricsUrls)) {
    const text = await (await fetch(url)).text();
    for (const [, effect = '', count] of text.matchAll(
      /^g2_effects_repaired_total\{effect="([^"]+)"\} (\d+)$/gm,
    ))
      counts.set(effect, (counts.get(effect) ?? 0) + Number(count));
  }
  return counts;
}

async function waitForEffects(
  { fleet, load }: Drill,
  lost: readonly Lost[],
  deleted: string,
  byHand: string,
) {
  const { places } = fleet;
  const absent: string[] = [];
  for (const { service, type, id, written } of lost) {
    const effect = EFFECT_QUERIES[`${service} ${type}`];
    if (written && effect && (await query(places, effect, [id])).length === 0)
      absent.push(`${service} ${type}`);
  }
  assertThat(absent.length === 0, `without effect: ${absent.join(', ')}`);
  // The load continues, so check only what it has confirmed by now.
  const paid = load.confirmed.paid.map(({ id }) => id);
  const issued = [...load.confirmed.issued];
  const look = async () =>
    query<Record<'unproven' | 'uncertified' | 'kept' | 'manual', number>>(
      places,
      `SELECT
         (SELECT count(*)::int FROM unnest($1::uuid[]) paid WHERE NOT EXISTS (
            SELECT FROM certificate.evidence e WHERE e.registration_id = paid AND e.kind IN ('paid', 'certified'))) AS unproven,
         (SELECT count(*)::int FROM unnest($2::uuid[]) issued WHERE NOT EXISTS (
            SELECT FROM certificate.certificates c WHERE c.registration_id = issued)) AS uncertified,
         (SELECT count(*)::int FROM certificate.evidence WHERE registration_id = $3 AND manifest IS NOT NULL) AS kept,
         (SELECT count(*)::int FROM payment.registration_payments WHERE registration_id = $4 AND method = 'manual') AS manual`,
      [paid, issued, deleted, byHand],
    );
  await waitUntil('evidence and certificates are there', async () => {
    const [row] = await look();
    return row?.unproven === 0 && row.uncertified === 0;
  }).catch(async (error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(await look())}`);
  });
  const [row] = await look();
  console.log(`${paid.length} paid and ${issued.length} issued have evidence and certificates`);
  assertThat(row?.kept === 0, 'evidence of a deleted registration was kept');
  assertThat(row?.manual === 1, 'what was paid by hand is unknown to payment-credit');
}

/**
 * Under load, stops each service in turn and deletes from the stream every event it missed, at least one of
 * each type it consumes. Within two minutes every event has its effect and is counted by the metric, and
 * there are no dead letters.
 */
export async function lostEvents(): Promise<void> {
  const fleet = await startFleet();
  let nc: NatsConnection | undefined;
  try {
    const load = await startLoad(fleet.url, OUTAGE_LOAD);
    await waitForPositions(fleet);
    await waitUntil('certificates are issued', async () => load.confirmed.issued.length > 2);
    const [client] = load.people.map((one) => one.client);
    assertThat(client !== undefined, 'the load has no people');
    const admin = await logIn(fleet.url, demoAccounts.admin);
    const [deleted, byHand] = [await payableRegistration(client), await payableRegistration(client)];
    nc = await connectNats(fleet.natsUrl);
    const known = await knownOf(fleet, load.confirmed.issued[0] ?? '');
    const drill = { fleet, load, jsm: await jetstreamManager(nc), known };
    const acts: Partial<Record<ServiceName, () => Promise<unknown>>> = {
      'payment-credit': () =>
        admin.patch(`/api/admin/registrations/${byHand}/status`, {
          status: 'paid',
          expectedStatus: 'submitted',
        }),
      certificate: () => client.ok(`/api/registrations/${deleted}`, { method: 'DELETE' }),
    };
    const lost: Lost[] = [];
    for (const service of ORDER) {
      load.tally.phase = `${service} loses all`;
      const gone = await loseEventsOf(drill, service, acts[service] ?? (async () => {}));
      lost.push(...gone);
      const types = new Set(gone.map(({ type }) => type));
      console.log(`${service} never got ${gone.length} events of ${types.size} types`);
      assertThat(types.size === consumedBy(service).length, `${service}: a type is missing`);
    }
    const last = Date.now();
    load.tally.phase = 'made up for';
    await waitUntil(
      'every effect exists',
      async () => (await handled(fleet, lost)).count === lost.length,
      REPAIRED_WITHIN_MS,
    );
    const { lateMs } = await handled(fleet, lost);
    console.log(
      `${lost.length} events of ${pairs.length} consumers had their effect ${Date.now() - last} ms after the last consumer was ` +
        `back, the latest ${lateMs} ms after it was published`,
    );
    await waitForEffects(drill, lost, deleted, byHand);
    await checkRepairMetrics(fleet, lost);
    assertThat(
      (await drill.jsm.streams.info(deadStream('g2'))).state.messages === 0,
      'an event was given up',
    );
    // Delete mails of events that the drill wrote, because the final check counts only mails of the load.
    const written = lost.filter((one) => one.written).map(({ id }) => id);
    await query(
      fleet.places,
      "DELETE FROM identity.outgoing_emails WHERE split_part(dedupe_key, ':', 1) = ANY($1)",
      [written],
    );
    await finishAndCheck(fleet, load);
  } finally {
    await nc?.close();
    await fleet.stop();
  }
}

async function checkRepairMetrics(fleet: Fleet, lost: readonly Lost[]): Promise<void> {
  const due = Map.groupBy(lost, ({ service, type }) => durableOf(service, type));
  const wrong = async () => {
    const counts = await repaired(fleet);
    return pairs.flatMap(({ service, type }) => {
      const effect = durableOf(service, type);
      const [is, was] = [counts.get(effect) ?? 0, due.get(effect)?.length ?? 0];
      return is === was ? [] : [`${effect}: ${is} counted, ${was} lost`];
    });
  };
  // Polls, because an inbox row appears a moment before the metric counts it.
  await waitUntil('all are counted', async () => (await wrong()).length === 0, 20_000).catch(async () => {
    throw new Error(`the metric is wrong: ${(await wrong()).join('; ')}`);
  });
}

if (import.meta.main) await lostEvents();
