import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { consumedBy, durableOf } from '@g2/kit/nats-permissions';
import { schemaOf, serviceNames } from '@g2/kit/provision';
import { root } from '../e2e/support/stack.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { schemaOfType } from './lost-events-written.ts';
import { countUnacknowledged, countUnpublished, finishAndCheck, OUTAGE_LOAD } from './outages.ts';
import { assertThat, query, waitUntil } from './support.ts';

const WARM_UP_MS = 5_000;
const AWAY_MS = 3_000;
const DRAINED_WITHIN_MS = 60_000;
/** Number of certificates that wait for a stopped service when NATS loses its data. */
const UNDELIVERED_CERTIFICATES = 3;

const CONSUMERS = serviceNames.flatMap((service) => consumedBy(service).map((type) => ({ service, type })));

/** Counts the deliveries due according to the outboxes, which keep all events, and those missing in the inboxes. */
async function deliveries({ places }: Fleet): Promise<{ due: number; missing: number }> {
  const each = CONSUMERS.map(
    ({ service, type }) =>
      `SELECT i.event_id IS NULL AS missing FROM ${schemaOfType(type)}.outbox o LEFT JOIN ${schemaOf[service]}.inbox i
      ON i.event_id = o.id AND i.consumer = '${durableOf(service, type)}' WHERE o.type = '${type}'`,
  );
  const [row] = await query<{ due: string; missing: string }>(
    places,
    `SELECT count(*) AS due, count(*) FILTER (WHERE missing) AS missing FROM (${each.join(' UNION ALL ')}) d`,
  );
  return { due: Number(row?.due), missing: Number(row?.missing) };
}

async function withoutCertificate({ places }: Fleet, issued: string[]): Promise<number> {
  const [row] = await query<{ n: string }>(
    places,
    'SELECT count(*) AS n FROM certificate.certificates WHERE registration_id = ANY($1::uuid[])',
    [issued],
  );
  return issued.length - Number(row?.n);
}

/** Kills NATS (SIGKILL), deletes its folder and restarts it empty. The programs keep running. */
async function loseNatsData(fleet: Fleet): Promise<void> {
  await fleet.nats.stop('SIGKILL');
  rmSync(join(fleet.dataDir, 'nats'), { recursive: true });
  await delay(AWAY_MS);
  await fleet.nats.start();
}

const drained = (fleet: Fleet) => async () =>
  (await countUnpublished(fleet.places)) === 0 &&
  (await countUnacknowledged(fleet.natsUrl).catch(() => 1)) === 0;

/** Runs the operators' command that republishes events. @returns number of events it reports */
function republishAll({ places }: Fleet, since: Date): number {
  const out = execFileSync(
    process.execPath,
    [join(root, 'deploy/ops/republish.ts'), '--since', since.toISOString()],
    { env: { PATH: process.env.PATH, DATABASE_URL: places.postgresUrl }, encoding: 'utf8' },
  );
  console.log(out.trimEnd());
  return Number(/^(\d+) events written since/m.exec(out)?.[1]);
}

/** NATS loses all data under load, with undelivered events. After republishing, each event has taken effect once. */
export async function natsLosesAll(): Promise<void> {
  const begun = new Date();
  const fleet = await startFleet();
  try {
    const load = await startLoad(fleet.url, OUTAGE_LOAD);
    await delay(WARM_UP_MS);
    const [late] = fleet.replicas('certificate');
    assertThat(late !== undefined, 'no program is called certificate');
    await late.stop();
    const before = load.confirmed.issued.length;
    await waitUntil(
      'certificates wait',
      async () => load.confirmed.issued.length >= before + UNDELIVERED_CERTIFICATES,
    );
    const held = await countUnacknowledged(fleet.natsUrl);
    const issued = [...load.confirmed.issued];
    load.tally.phase = 'NATS loses all';
    await loseNatsData(fleet);
    const back = Date.now();
    await late.start();
    await waitUntil('events flow again', drained(fleet), DRAINED_WITHIN_MS);
    const flowing = Date.now() - back;
    const lost = await withoutCertificate(fleet, issued);
    const first = await deliveries(fleet);
    console.log(
      `${held} events were with NATS and not taken when it was killed and emptied; it was away for ${AWAY_MS / 1_000} s, and ` +
        `${flowing} ms after its return everything written since was published, no program restarted; missing then: ` +
        `${first.missing} of ${first.due} deliveries, ${lost} certificates`,
    );
    assertThat(lost > 0, 'nothing was lost: the drill proves nothing');
    load.tally.phase = 'published again';
    const again = republishAll(fleet, begun);
    assertThat(again > 0, 'nothing was published again');
    await delay(WARM_UP_MS);
    await finishAndCheck(fleet, load);
    const last = await deliveries(fleet);
    console.log(`${last.due} deliveries due by the outboxes, ${last.missing} missing in the inboxes`);
    assertThat(last.missing === 0, 'an event did not reach a consumer');
  } finally {
    await fleet.stop();
  }
}

if (import.meta.main) await natsLosesAll();
