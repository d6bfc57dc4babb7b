import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@g2/kit/provision';
import { deadStream } from '@g2/kit/streams';
import { jetstreamManager } from '@nats-io/jetstream';
import pg from 'pg';
import { connectNats } from '../../ops/backup/stream.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { countUnacknowledged, countUnpublished, finishAndCheck, OUTAGE_LOAD } from './outages.ts';
import { assertThat, retryWhileUnavailable, waitUntil } from './support.ts';

const WARM_UP_MS = 5_000;
const REFUSED_MS = 20_000;
const READ_ONLY_MS = 30_000;
const ROTATED_MS = 15_000;
/** Time in which events gather, ms. Less than the deadline of a call. */
const GATHER_MS = 4_000;
const DRAINED_WITHIN_MS = 60_000;

async function asSuperuser(fleet: Fleet, statements: readonly string[]): Promise<void> {
  await retryWhileUnavailable(async () => {
    const client = new pg.Client({ connectionString: fleet.places.postgresUrl });
    await client.connect();
    try {
      for (const one of statements) await client.query(one);
    } finally {
      await client.end();
    }
  });
}

/** As after a failover: existing connections reach a server that refuses writes. */
const readOnly = (fleet: Fleet, on: boolean) =>
  asSuperuser(fleet, [
    'SET default_transaction_read_only = off',
    `ALTER SYSTEM SET default_transaction_read_only = ${on ? 'on' : 'off'}`,
    'SELECT pg_reload_conf()',
  ]);

/** Changes the roles' passwords to unknown ones or back, and ends every connection. */
async function rotatePasswords(fleet: Fleet, toUnknown: boolean): Promise<void> {
  const roles = serviceNames.map((name) => {
    const { username, password } = new URL(fleet.databaseUrls[name]);
    return `ALTER ROLE ${username} PASSWORD '${toUnknown ? 'another' : password}'`;
  });
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE usename LIKE 'g2\\_%' AND pid <> pg_backend_pid()`;
  await asSuperuser(fleet, [...roles, end]);
}

export async function countDeadLetters(natsUrl: string): Promise<number> {
  const nc = await connectNats(natsUrl);
  try {
    const jsm = await jetstreamManager(nc);
    return (await jsm.streams.info(deadStream('g2'))).state.messages;
  } finally {
    await nc.close();
  }
}

/**
 * Under load, PostgreSQL refuses connections, then is read-only, then has other passwords. Requests succeed or get
 * clean 503s, nothing is lost, no event becomes a dead letter, and the backlog is done within a minute of the end.
 */
export async function postgresTrouble(): Promise<void> {
  const fleet = await startFleet();
  try {
    const load = await startLoad(fleet.url, OUTAGE_LOAD);
    await delay(WARM_UP_MS);
    load.tally.phase = 'refused';
    await fleet.postgres.stop();
    await delay(REFUSED_MS);
    await fleet.postgres.start();
    await delay(WARM_UP_MS);
    load.tally.phase = 'read-only';
    await withEventsWaiting(fleet, () => readOnly(fleet, true));
    await delay(READ_ONLY_MS);
    await readOnly(fleet, false);
    await delay(WARM_UP_MS);
    load.tally.phase = 'other passwords';
    await withEventsWaiting(fleet, () => rotatePasswords(fleet, true));
    await delay(ROTATED_MS);
    await rotatePasswords(fleet, false);
    const over = Date.now();
    const backlog = (await countUnpublished(fleet.places)) + (await countUnacknowledged(fleet.natsUrl));
    load.tally.phase = 'over';
    await waitUntil('what waited is done', () => caughtUp(fleet), DRAINED_WITHIN_MS);
    console.log(
      `refused ${REFUSED_MS / 1000} s, read-only ${READ_ONLY_MS / 1000} s, other passwords ${ROTATED_MS / 1000} s: ` +
        `${backlog} events waited, done ${Date.now() - over} ms after the end`,
    );
    await delay(WARM_UP_MS);
    await finishAndCheck(fleet, load);
    const dead = await countDeadLetters(fleet.natsUrl);
    console.log(`${dead} dead letters`);
    assertThat(dead === 0, `${dead} events were given up`);
  } finally {
    await fleet.stop();
  }
}

/** Suspends consumers so that events gather, then begins the fault before they resume. */
async function withEventsWaiting(fleet: Fleet, begin: () => Promise<void>): Promise<void> {
  const consumers = ['storage-hashing', 'certificate'].flatMap((name) => fleet.replicas(name));
  for (const one of consumers) one.signal('SIGSTOP');
  await delay(GATHER_MS);
  const gathered = await countUnacknowledged(fleet.natsUrl);
  await begin();
  for (const one of consumers) one.signal('SIGCONT');
  console.log(`${gathered} events were on their way when it began`);
}

/** Whether the backlog is done. Under load some events are always in flight, so two low counts in a row suffice. */
async function caughtUp(fleet: Fleet): Promise<boolean> {
  const little = async () =>
    (await countUnpublished(fleet.places)) + (await countUnacknowledged(fleet.natsUrl)) < 10;
  if (!(await little())) return false;
  await delay(300);
  return await little();
}

if (import.meta.main) await postgresTrouble();
