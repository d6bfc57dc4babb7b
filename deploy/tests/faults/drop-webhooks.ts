import { type Client, confirmCard, signUp } from '../e2e/support/client.ts';
import { startStack } from '../e2e/support/stack.ts';
import {
  assertThat,
  type CardIntent,
  checkInvariants,
  controlSimulator,
  createCardIntent,
  payableRegistration,
  query,
  type TestServers,
  waitUntil,
} from './support.ts';

const EACH = 25;
const CYCLE_MS = 5_000;
/** Allowance for the reconciler's own work, on top of its interval. */
const WORK_MS = 4_000;
const PURCHASE = 10_000;

const intentFor = (client: Client): Promise<CardIntent> =>
  client.post<CardIntent>('/api/credit-purchase/payment-intent', { customAmount: PURCHASE });

type Counts = { purchases: string; payments: string; events: string };

const counted = async (places: TestServers): Promise<Counts> => {
  const [row] = await query<Counts>(
    places,
    `SELECT (SELECT count(*) FROM payment.credit_purchases WHERE status = 'completed')::text AS purchases,
       (SELECT count(*) FROM payment.registration_payments WHERE status = 'settled')::text AS payments,
       (SELECT count(*) FROM payment.payment_webhook_events)::text AS events`,
  );
  assertThat(row !== undefined, 'no counts');
  return row;
};

/** Without webhooks and browser calls, the reconciler corrects every payment within one cycle. */
export async function dropWebhooks(): Promise<void> {
  const stack = await startStack({ env: { RECONCILE_EVERY_MS: String(CYCLE_MS) } });
  try {
    const places = stack.facts();
    await controlSimulator(places, 'webhooks', { mode: 'drop' });
    // An account may have at most ten unpaid registrations with a file.
    const people = await Promise.all(Array.from({ length: Math.ceil(EACH / 10) }, () => signUp(stack.url)));
    const intents: { client: Client; intent: CardIntent }[] = [];
    for (let n = 0; n < EACH; n++) {
      const client = people[n % people.length]?.client;
      assertThat(client !== undefined, 'no client is left to pay');
      intents.push({ client, intent: await intentFor(client) });
      intents.push({ client, intent: await createCardIntent(client, await payableRegistration(client)) });
    }
    await Promise.all(intents.map(({ client, intent }) => confirmCard(client, intent)));
    const startedAt = Date.now();
    const before = await counted(places);
    const right = async () => {
      const now = await counted(places);
      return Number(now.purchases) === EACH && Number(now.payments) === EACH;
    };
    await waitUntil('every payment is right', right);
    const took = Date.now() - startedAt;
    const { events } = await counted(places);
    console.log(
      `${intents.length} payments confirmed, all webhooks dropped (${before.purchases} + ${before.payments} right at first); ` +
        `all right after ${took} ms by ${events} events read at the provider (cycle ${CYCLE_MS} ms)`,
    );
    assertThat(took <= CYCLE_MS + WORK_MS, `it took ${took} ms`);
    await checkInvariants(places);
  } finally {
    await stack.stop();
  }
}

if (import.meta.main) await dropWebhooks();
