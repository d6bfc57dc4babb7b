import { setTimeout as delay } from 'node:timers/promises';
import { schemaOf, serviceNames } from '@g2/kit/provision';
import { eventStream } from '@g2/kit/streams';
import { jetstreamManager } from '@nats-io/jetstream';
import { connectNats } from '../../ops/backup/stream.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Load, startLoad } from './load.ts';
import {
  assertThat,
  checkInvariants,
  query,
  retryWhileUnavailable,
  type TestServers,
  waitUntil,
} from './support.ts';

const PER_SECOND = 25;
const WARM_UP_MS = 5_000;
const NATS_AWAY_MS = 60_000;
const DRAINED_WITHIN_MS = 60_000;
const RESTARTS = 5;
const BETWEEN_MS = 8_000;
/** Signals for PostgreSQL's fast shutdown, and for the immediate one, after which it recovers from the WAL. */
const SHUTDOWN_SIGNALS = ['SIGINT', 'SIGQUIT'] as const;

export const OUTAGE_LOAD = { perSecond: PER_SECOND, buyers: 3, readers: 3 };

export async function countUnpublished(places: TestServers): Promise<number> {
  const counts = serviceNames.map(
    (service) => `(SELECT count(*) FROM ${schemaOf[service]}.outbox WHERE published_at IS NULL)`,
  );
  const [row] = await retryWhileUnavailable(() =>
    query<{ n: string }>(places, `SELECT (${counts.join(' + ')})::text AS n`),
  );
  return Number(row?.n);
}

/** Counts deliveries of published events that a consumer has not acknowledged yet. */
export async function countUnacknowledged(natsUrl: string): Promise<number> {
  const nc = await connectNats(natsUrl);
  try {
    let sum = 0;
    const jsm = await jetstreamManager(nc);
    for await (const { num_pending, num_ack_pending } of jsm.consumers.list(eventStream('g2'))) {
      sum += num_pending + num_ack_pending;
    }
    return sum;
  } finally {
    await nc.close();
  }
}

const drained = async (fleet: Fleet): Promise<boolean> =>
  (await countUnpublished(fleet.places)) === 0 && (await countUnacknowledged(fleet.natsUrl)) === 0;

/**
 * Checks that all confirmed effects exist and that each status change has one mail: the receipt for the
 * payment, and the mail with the certificate for the issuance.
 */
async function checkEffects({ places }: Fleet, { confirmed }: Load): Promise<void> {
  const [row] = await query<
    Record<'created' | 'paid' | 'settled' | 'attached' | 'issued' | 'mails' | 'steps', string>
  >(
    places,
    `SELECT
       (SELECT count(*) FROM registration.registrations WHERE id = ANY($1::uuid[]))::text AS created,
       (SELECT count(*) FROM registration.registrations WHERE id = ANY($2::uuid[]) AND payment_paid_at IS NOT NULL)::text AS paid,
       (SELECT count(*) FROM payment.registration_payments WHERE registration_id = ANY($2::uuid[]) AND status = 'settled')::text AS settled,
       (SELECT count(*) FROM storage.objects WHERE registration_id = ANY($2::uuid[]) AND state = 'attached')::text AS attached,
       (SELECT count(*) FROM certificate.certificates WHERE registration_id = ANY($3::uuid[]))::text AS issued,
       (SELECT count(*) FROM identity.outgoing_emails m
          JOIN identity.inbox i ON i.event_id::text = split_part(m.dedupe_key, ':', 1)
          WHERE i.consumer IN ('identity-registration-status_changed', 'identity-payment-settled',
            'identity-certificate-issued'))::text AS mails,
       ((SELECT count(*) FROM registration.registration_status_history
           WHERE from_status IS NOT NULL AND to_status <> 'certificate_issued')
          + (SELECT count(*) FROM certificate.certificates))::text AS steps`,
    [confirmed.created, confirmed.paid.map((one) => one.id), confirmed.issued],
  );
  const { created, paid, settled, attached, issued, mails, steps } = row ?? {};
  console.log(
    `promised: ${confirmed.created.length} created, ${confirmed.paid.length} paid, ${confirmed.issued.length} issued; there: ${created} created, ` +
      `${paid} paid, ${settled} settled, ${attached} files attached, ${issued} certificates; ` +
      `${steps} changes to tell by mail, ${mails} mails`,
  );
  const n = (text: string | undefined) => Number(text);
  assertThat(n(created) === confirmed.created.length, 'a registration that was promised is not there');
  assertThat(
    n(paid) === confirmed.paid.length && n(settled) === confirmed.paid.length,
    'a payment that was promised is not there, or twice',
  );
  assertThat(n(attached) === confirmed.paid.length, 'storage has no paid file');
  assertThat(n(issued) === confirmed.issued.length, 'a certificate was not issued');
  assertThat(mails === steps, 'a mail is missing, or was queued twice');
}

/** Ends the load and checks that every event took effect once, the money is right and every request was answered. */
export async function finishAndCheck(fleet: Fleet, load: Load): Promise<void> {
  fleet.allAlive();
  await load.stop();
  load.tally.print();
  const { answered, away, failed } = load.tally.total;
  console.log(`${answered} answered, ${away} answered 503 cleanly, ${failed} failed`);
  await waitUntil('all events have been taken', () => drained(fleet));
  await checkEffects(fleet, load);
  await checkInvariants(fleet.places);
  assertThat(failed === 0, `${failed} requests had neither an answer nor a clean 503`);
}

/**
 * NATS is down for a minute under load: no event is lost, and the backlog is published within a minute of its return.
 */
export async function natsDown(): Promise<void> {
  const fleet = await startFleet();
  try {
    const load = await startLoad(fleet.url, OUTAGE_LOAD);
    await delay(WARM_UP_MS);
    load.tally.phase = 'NATS away';
    await fleet.nats.stop();
    await delay(NATS_AWAY_MS);
    const backlog = await countUnpublished(fleet.places);
    await fleet.nats.start();
    const back = Date.now();
    load.tally.phase = 'NATS back';
    await waitUntil(
      'no event older than the return waits',
      () => publishedUpTo(fleet.places, back),
      DRAINED_WITHIN_MS,
    );
    console.log(
      `NATS was away for ${NATS_AWAY_MS / 1_000} s: ${backlog} events waited, drained ${Date.now() - back} ms after its return`,
    );
    await delay(WARM_UP_MS);
    await finishAndCheck(fleet, load);
  } finally {
    await fleet.stop();
  }
}

/** Whether all events written before `moment` are published. Later ones do not count, since the load continues. */
export async function publishedUpTo(places: TestServers, moment: number): Promise<boolean> {
  const oldest = serviceNames.map(
    (service) => `SELECT min(created_at) AS at FROM ${schemaOf[service]}.outbox WHERE published_at IS NULL`,
  );
  const [row] = await query<{ at: Date | null }>(
    places,
    `SELECT min(at) AS at FROM (${oldest.join(' UNION ALL ')}) o`,
  );
  return !row?.at || row.at.getTime() > moment;
}

/** PostgreSQL restarts five times under load: success or clean 503s, nothing lost or duplicated. */
export async function postgresRestarts(): Promise<void> {
  const fleet = await startFleet();
  try {
    const load = await startLoad(fleet.url, OUTAGE_LOAD);
    await delay(WARM_UP_MS);
    const recoveries: number[] = [];
    for (let round = 0; round < RESTARTS; round++) {
      const way = SHUTDOWN_SIGNALS[round % SHUTDOWN_SIGNALS.length] ?? 'SIGINT';
      load.tally.phase = `${round + 1}. restart, ${way}`;
      await fleet.postgres.stop(way);
      await fleet.postgres.start();
      const up = Date.now();
      await waitUntil('every program is ready', async () => {
        const response = await load.people[0]?.client.send('/api/registrations');
        const sync = await load.people[0]?.client.send('/api/credits');
        return response?.status === 200 && sync?.status === 200;
      });
      recoveries.push(Date.now() - up);
      await delay(BETWEEN_MS);
    }
    load.tally.phase = 'after';
    await delay(WARM_UP_MS);
    console.log(
      `PostgreSQL restarted ${RESTARTS} times; answers came ${recoveries.join(', ')} ms after each return`,
    );
    await finishAndCheck(fleet, load);
  } finally {
    await fleet.stop();
  }
}
