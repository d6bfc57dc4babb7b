import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  confirmCard,
  demoAccounts,
  logIn,
  type ResponseData,
  signUp,
} from '../e2e/support/client.ts';
import { startStack } from '../e2e/support/stack.ts';
import {
  assertThat,
  buyCredits,
  type CardIntent,
  checkInvariants,
  createCardIntent,
  FEE,
  payableRegistration,
  query,
  simulatedIntents,
  type TestServers,
  waitUntil,
} from './support.ts';

const RUNS = 100;
const MANUAL_RUNS = 20;
const LANES = 3;
/** Both payments of a race start at random times within this period, ms. */
const SPREAD_MS = 60;
/** Maximum amount of one credit purchase, cents. */
const LARGEST_PURCHASE = 10_000_000;

type Run = { id: string; intent: CardIntent; card: number; rival: number };
type Rival = (client: Client, id: string) => Promise<ResponseData>;

const payWithCredits: Rival = (client, id) =>
  client.send(`/api/registrations/${id}/credit-payment`, { method: 'POST', body: {} });

async function race(client: Client, rival: Rival): Promise<Run> {
  const id = await payableRegistration(client);
  const intent = await createCardIntent(client, id);
  const later = () => delay(Math.random() * SPREAD_MS);
  const [card, other] = await Promise.all([
    later().then(() => confirmCard(client, intent)),
    later().then(() => rival(client, id)),
  ]);
  assertThat(other.status < 500, `the rival was answered ${other.status}`);
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
  return { id, intent, card: card.status, rival: other.status };
}

async function races(count: number, client: Client, rival: Rival): Promise<Run[]> {
  const runs: Run[] = [];
  let begun = 0;
  const lane = async () => {
    while (begun++ < count) runs.push(await race(client, rival));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return runs;
}

type Row = { method: string; status: string };

/**
 * Counts the outcomes. Each run must settle exactly one payment and keep one fee, or none when an admin marked it paid.
 */
async function countOutcomes(places: TestServers, runs: Run[]): Promise<Map<string, number>> {
  const intents = await simulatedIntents(places);
  const counts = new Map<string, number>();
  for (const { id, intent, card } of runs) {
    const rows = await query<Row>(
      places,
      'SELECT method, status FROM payment.registration_payments WHERE registration_id = $1',
      [id],
    );
    const settled = rows.filter((row) => row.status === 'settled');
    assertThat(settled.length === 1, `registration ${id}: ${JSON.stringify(rows)}`);
    const [moved] = await query<{ debit: string }>(
      places,
      `SELECT coalesce(-sum(delta), 0)::text AS debit FROM payment.credit_transactions
       WHERE reference_type = 'registration' AND reference_id = $1`,
      [id],
    );
    const { amountCaptured = 0, amountRefunded = 0 } = intents.get(intent.paymentIntentId) ?? {};
    const taken = amountCaptured - amountRefunded + Number(moved?.debit);
    const method = settled[0]?.method ?? '';
    assertThat(taken === (method === 'manual' ? 0 : FEE), `registration ${id}: ${taken} taken, by ${method}`);
    assertThat(
      (card === 200) === amountCaptured > 0,
      `registration ${id}: card ${card}, captured ${amountCaptured}`,
    );
    const loser = amountCaptured === 0 ? 'card never captured' : 'card refunded';
    const verdict = method === 'card' ? 'card consumed, rival took nothing' : `${method} consumed, ${loser}`;
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return counts;
}

const decided = async (places: TestServers): Promise<boolean> =>
  (
    await query(
      places,
      "SELECT FROM payment.registration_payments WHERE status IN ('open', 'captured', 'giving_back')",
    )
  ).length === 0;

async function report(name: string, places: TestServers, runs: Run[]): Promise<void> {
  await waitUntil('all is decided', () => decided(places));
  const counts = await countOutcomes(places, runs);
  const summary = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join('; ');
  console.log(`${runs.length} races of card against ${name}: ${summary}`);
}

/** Races a card payment against a payment with credits, and against an admin who marks it paid. */
export async function raceCardAndCredits(): Promise<void> {
  // Raises the rate limit, because one client makes a hundred payments in a minute.
  const stack = await startStack({ env: { INTENTS_PER_MINUTE: '10000' } });
  try {
    const places = stack.facts();
    const { client } = await signUp(stack.url);
    for (let bought = 0; bought < FEE * RUNS; bought += LARGEST_PURCHASE) {
      await buyCredits(client, LARGEST_PURCHASE);
    }
    await report('credits', places, await races(RUNS, client, payWithCredits));
    const admin = await logIn(stack.url, demoAccounts.admin);
    const setPaid: Rival = (_client, id) =>
      admin.send(`/api/admin/registrations/${id}/status`, {
        method: 'PATCH',
        body: { status: 'paid', expectedStatus: 'submitted' },
      });
    await report('an admin’s hand', places, await races(MANUAL_RUNS, client, setPaid));
    await checkInvariants(places);
  } finally {
    await stack.stop();
  }
}

if (import.meta.main) await raceCardAndCredits();
