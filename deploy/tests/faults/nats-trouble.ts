import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startNats } from '../../stack/infra.ts';
import { type Client, signUp } from '../e2e/support/client.ts';
import { startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { countUnacknowledged, countUnpublished, finishAndCheck, OUTAGE_LOAD } from './outages.ts';
import { countDeadLetters } from './postgres-trouble.ts';
import { assertThat, buyCredits, checkInvariants, payableRegistration, waitUntil } from './support.ts';

const WARM_UP_MS = 5_000;
const WRONG_MS = 60_000;
const BACK_WITHIN_MS = 60_000;
const LARGEST_PURCHASE = 10_000_000;
/** Limit of unpaid registrations with a file per account. */
const EACH = 10;
const NORMAL = 60;
const AWAY = 200;
const AT_ONCE = 4;

/** NATS refuses all passwords for a minute, then accepts the right ones again: every program reconnects. */
export async function natsWrongAuth(): Promise<void> {
  const fleet = await startFleet();
  try {
    const load = await startLoad(fleet.url, OUTAGE_LOAD);
    await delay(WARM_UP_MS);
    load.tally.phase = 'wrong passwords';
    const port = Number(new URL(fleet.natsUrl).port);
    await fleet.nats.stop();
    const wrong = await startNats({ dataDir: join(fleet.dataDir, 'nats-wrong'), port });
    await delay(WRONG_MS);
    await wrong.stop();
    const backlog = await countUnpublished(fleet.places);
    load.tally.phase = 'right ones again';
    await fleet.nats.start();
    const back = Date.now();
    await waitUntil(
      'waiting events are published and consumed',
      async () =>
        (await countUnpublished(fleet.places)) < 10 && (await countUnacknowledged(fleet.natsUrl)) < 10,
      BACK_WITHIN_MS,
    );
    console.log(
      `NATS refused everybody for ${WRONG_MS / 1000} s: ${backlog} events waited, published and consumed ` +
        `${Date.now() - back} ms after it let them in again; no program was restarted`,
    );
    await delay(WARM_UP_MS);
    await finishAndCheck(fleet, load);
    assertThat((await countDeadLetters(fleet.natsUrl)) === 0, 'an event was given up');
  } finally {
    await fleet.stop();
  }
}

type Payable = { client: Client; id: string };

async function payables(url: string, count: number): Promise<Payable[]> {
  const made: Payable[] = [];
  for (let person = 0; person < Math.ceil(count / EACH); person++) {
    const { client } = await signUp(url);
    for (let bought = 0; bought < 4; bought++) await buyCredits(client, LARGEST_PURCHASE);
    for (let n = 0; n < EACH; n++) made.push({ client, id: await payableRegistration(client) });
  }
  return made.slice(0, count);
}

/** Pays all registrations, a few concurrently. @returns durations in ms, ascending */
async function pay(all: Payable[]): Promise<number[]> {
  const took: number[] = [];
  const left = [...all];
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const startedAt = performance.now();
      const path = `/api/registrations/${next.id}/credit-payment`;
      const { status, body } = await next.client.send(path, { method: 'POST', body: {} });
      assertThat(status === 200, `credit payment: ${status} ${JSON.stringify(body)}`);
      took.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return took.sort((a, b) => a - b);
}

const p95 = (sorted: number[]): number => sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;

/** Payments with credits are as fast without NATS as with it. */
export async function natsDownCredits(): Promise<void> {
  const fleet = await startFleet();
  try {
    const [normal, away] = [await payables(fleet.url, NORMAL), await payables(fleet.url, AWAY)];
    await pay(normal.splice(0, 10));
    const before = p95(await pay(normal));
    await fleet.nats.stop();
    const times = await pay(away);
    const during = p95(times);
    const waiting = await countUnpublished(fleet.places);
    await fleet.nats.start();
    console.log(
      `${times.length} payments with credits while NATS was away, ${AT_ONCE} at once: p95 ${during.toFixed(0)} ms, ` +
        `${(during / before).toFixed(2)} × of ${before.toFixed(0)} ms before; ${waiting} events waited`,
    );
    assertThat(during <= 2 * before, 'paying took more than twice its time');
    await waitUntil('all events are published', async () => (await countUnpublished(fleet.places)) === 0);
    await checkInvariants(fleet.places);
  } finally {
    await fleet.stop();
  }
}

if (import.meta.main) {
  await natsWrongAuth();
  await natsDownCredits();
}
