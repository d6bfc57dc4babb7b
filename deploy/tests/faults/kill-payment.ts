import { setTimeout as delay } from 'node:timers/promises';
import { signUp } from '../e2e/support/client.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Confirmed, InFlightCalls, runPayer } from './payers.ts';
import {
  assertThat,
  checkInvariants,
  controlSimulator,
  query,
  retryWhileUnavailable,
  type TestServers,
  waitUntil,
} from './support.ts';

const KILLS = 50;
const GOAL = 30;
const PAYERS = 6;
/** Maximum time between a start and the next kill, ms. */
const MAX_UPTIME_MS = 4_000;
/** Slows the provider down so that more calls are in flight at a kill. */
const LATENCY_MS = 150;
const QUICK = { RECONCILE_EVERY_MS: '2000', STALE_AFTER_MS: '3000', REMIND_AFTER_MS: '3000' };

const HALF_DONE = `
  SELECT (SELECT count(*) FROM payment.registration_payments WHERE status IN ('open', 'captured', 'giving_back'))
    + (SELECT count(*) FROM payment.credit_purchases WHERE status = 'pending') AS n`;
const countUndecided = async (places: TestServers): Promise<number> =>
  Number((await query<{ n: string }>(places, HALF_DONE))[0]?.n);

type Kills = { withCalls: number; withRows: number };

async function killRepeatedly(fleet: Fleet, flight: InFlightCalls): Promise<Kills> {
  const [victim] = fleet.replicas('payment-credit');
  assertThat(victim !== undefined, 'no program is called payment-credit');
  const kills = { withCalls: 0, withRows: 0 };
  for (let kill = 1; kill <= KILLS; kill++) {
    await delay(Math.random() * MAX_UPTIME_MS);
    if (flight.killed(kill) > 0) kills.withCalls++;
    await victim.kill();
    if ((await countUndecided(fleet.places)) > 0) kills.withRows++;
    await victim.start();
  }
  return kills;
}

/** Checks that every confirmed payment exists exactly once, that there are no others and that none is undecided. */
async function checkPayments(places: TestServers, confirmed: Confirmed): Promise<void> {
  await waitUntil('all is decided', async () => (await countUndecided(places)) === 0);
  const [row] = await query<{
    purchases: string;
    completed: string;
    settled: string;
    attempts: string;
    back: string;
  }>(
    places,
    `SELECT (SELECT count(*) FROM payment.credit_purchases)::text AS purchases,
       (SELECT count(*) FROM payment.credit_purchases WHERE status = 'completed')::text AS completed,
       (SELECT count(*) FROM payment.registration_payments WHERE status = 'settled'
          AND registration_id = ANY($1::uuid[]))::text AS settled,
       (SELECT count(*) FROM payment.registration_payments)::text AS attempts,
       (SELECT count(*) FROM payment.registration_payments WHERE status = 'given_back')::text AS back`,
    [confirmed.paid],
  );
  console.log(
    `${confirmed.purchases} purchases asked, ${row?.purchases} made, ${row?.completed} complete; ` +
      `${confirmed.paid.length} registrations paid, ${row?.settled} settled payments ` +
      `(${row?.attempts} attempts, ${row?.back} given back)`,
  );
  assertThat(Number(row?.purchases) === confirmed.purchases, 'a purchase was made twice, or lost');
  assertThat(Number(row?.completed) === confirmed.purchases, 'a purchase did not complete');
  assertThat(Number(row?.settled) === confirmed.paid.length, 'a registration is not paid exactly once');
}

/** Kills payment-credit (SIGKILL) at random moments under load: no centavo is lost or charged twice. */
export async function killPayment(): Promise<void> {
  const stack = await startFleet({
    env: { 'payment-credit': QUICK, gateway: { INTENTS_PER_MINUTE: '10000' } },
  });
  const stop = new AbortController();
  try {
    const { places } = stack;
    const flight = new InFlightCalls();
    const confirmed: Confirmed = { purchases: 0, paid: [] };
    const people = await Promise.all(
      Array.from({ length: PAYERS }, () => retryWhileUnavailable(() => signUp(stack.url))),
    );
    await controlSimulator(places, 'webhooks', { mode: 'duplicate' });
    await controlSimulator(places, 'hooks', { latencyMs: LATENCY_MS });
    const paying = Promise.all(
      people.map(({ client }, index) => runPayer(client, flight, confirmed, stop.signal, index)),
    );
    const startedAt = Date.now();
    const killing = killRepeatedly(stack, flight);
    killing.catch(() => {});
    // Payers stop only when aborted or on a failure, which ends the drill.
    const kills = await Promise.race([killing, paying.then(() => undefined)]);
    stop.abort();
    await controlSimulator(places, 'hooks', { latencyMs: 0 });
    await paying;
    assertThat(kills !== undefined, 'the payers ended');
    const answers = [...flight.answers]
      .toSorted(([a], [b]) => a - b)
      .map(([status, n]) => `${n} × ${status}`);
    console.log(
      `${KILLS} kills in ${Math.round((Date.now() - startedAt) / 1000)} s: ${kills.withCalls} with money calls on ` +
        `their way, ${flight.cut.size} cut such a call off, ${kills.withRows} left rows half done ` +
        `(goal ≥ ${GOAL} cut off); answers: ${answers.join(', ')}`,
    );
    await checkPayments(places, confirmed);
    assertThat(flight.cut.size >= GOAL, `only ${flight.cut.size} kills hit a payment in flight`);
    await checkInvariants(places);
  } finally {
    stop.abort();
    await stack.stop();
  }
}

if (import.meta.main) await killPayment();
