import { type Client, confirmCard, signUp } from '../e2e/support/client.ts';
import { startStack } from '../e2e/support/stack.ts';
import {
  type CardIntent,
  invariantsHold,
  must,
  type Places,
  payableRegistration,
  payByCardIntent,
  query,
  steer,
  until,
} from './support.ts';

const EACH = 25;
const CYCLE_MS = 5_000;
/** Allowance for the reconciler's own work, on top of its interval. */
const WORK_MS = 4_000;
const PURCHASE = 10_000;

const intentFor = (client: Client): Promise<CardIntent> =>
  client.post<CardIntent>('/api/credit-purchase/payment-intent', { customAmount: PURCHASE });

type Counts = { purchases: string; payments: string; events: string };

const counted = async (places: Places): Promise<Counts> => {
  const [row] = await query<Counts>(
    places,
    `SELECT (SELECT count(*) FROM payment.credit_purchases WHERE status = 'completed')::text AS purchases,
       (SELECT count(*) FROM payment.registration_payments WHERE status = 'settled')::text AS payments,
       (SELECT count(*) FROM payment.payment_webhook_events)::text AS events`,
  );
  must(row !== undefined, 'no counts');
  return row;
};

/** Without webhooks and browser calls, the reconciler corrects every payment within one cycle. */
export async function dropWebhooks(): Promise<void> {
  const stack = await startStack({ env: { RECONCILE_EVERY_MS: String(CYCLE_MS) } });
  try {
    const places = stack.facts();
    await steer(places, 'webhooks', { mode: 'drop' });
    // An account may have at most ten unpaid registrations with a file.
    const people = await Promise.all(Array.from({ length: Math.ceil(EACH / 10) }, () => signUp(stack.url)));
    const intents: { client: Client; intent: CardIntent }[] = [];
    for (let n = 0; n < EACH; n++) {
      const client = people[n % people.length]?.client;
      must(client !== undefined, 'nobody is there to pay');
      intents.push({ client, intent: await intentFor(client) });
      intents.push({ client, intent: await payByCardIntent(client, await payableRegistration(client)) });
    }
    await Promise.all(intents.map(({ client, intent }) => confirmCard(client, intent)));
    const begun = Date.now();
    const before = await counted(places);
    const right = async () => {
      const now = await counted(places);
      return Number(now.purchases) === EACH && Number(now.payments) === EACH;
    };
    await until('every payment is right', right);
    const took = Date.now() - begun;
    const { events } = await counted(places);
    console.log(
      `${intents.length} payments confirmed, all webhooks dropped (${before.purchases} + ${before.payments} right at first); ` +
        `all right after ${took} ms by ${events} events read at the provider (cycle ${CYCLE_MS} ms)`,
    );
    must(took <= CYCLE_MS + WORK_MS, `it took ${took} ms`);
    await invariantsHold(places);
  } finally {
    await stack.stop();
  }
}

if (import.meta.main) await dropWebhooks();
