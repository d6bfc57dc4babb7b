import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import yazl from 'yazl';
import { checkMoney, printResults } from '../../ops/check/money.ts';
import type { Intent } from '../../ops/world.ts';
import { type Client, confirmCard } from '../e2e/support/client.ts';
import { details, FEE } from '../e2e/support/journey.ts';

export { FEE };

export type TestServers = { postgresUrl: string; stripeSimulatorUrl: string };

export type CardIntent = { clientSecret: string; paymentIntentId: string };

/** @throws Error when the condition is false: the drill has failed */
export function assertThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** Polls until the condition is true. @throws Error when it is still false after `ms` */
export async function waitUntil(what: string, look: () => Promise<boolean>, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await look())) {
    assertThat(Date.now() < end, `never came true within ${ms / 1000} s: ${what}`);
    await delay(50);
  }
}

/** Runs one statement on a new connection, so that drills may kill connections freely. */
export async function query<T extends pg.QueryResultRow>(
  { postgresUrl }: Pick<TestServers, 'postgresUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

export async function controlSimulator(
  { stripeSimulatorUrl }: TestServers,
  path: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${stripeSimulatorUrl}/_sim/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assertThat(response.ok, `the simulator answered ${response.status}`);
}

export async function simulatedIntents({ stripeSimulatorUrl }: TestServers): Promise<Map<string, Intent>> {
  const response = await fetch(`${stripeSimulatorUrl}/_sim/payment_intents`);
  const { items } = (await response.json()) as { items: Intent[] };
  return new Map(items.map((one) => [one.id, one]));
}

export async function tinyZip(): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(randomBytes(64), 'fonte.txt');
  zip.end();
  return buffer(zip.outputStream);
}

/** Repeats `work` while it fails. @throws its last error after `ms` */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, ms = 60_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(100 + Math.random() * 200);
    }
  }
}

/** Creates a submitted registration with a file. @returns its id */
export async function payableRegistration(client: Client): Promise<string> {
  const key = { 'idempotency-key': randomUUID() };
  const { id } = await retryWhileUnavailable(() =>
    client.post<{ id: string }>('/api/registrations', details, key),
  );
  const bytes = await tinyZip();
  await retryWhileUnavailable(() =>
    client.ok(`/api/registrations/${id}/upload`, {
      method: 'POST',
      raw: { bytes, type: 'application/zip' },
      headers: { 'x-file-name': 'fonte.zip' },
    }),
  );
  return id;
}

/** Buys credits by card as the browser does. @param cents R$ 100,00 to R$ 100.000,00 */
export async function buyCredits(client: Client, cents: number): Promise<void> {
  const intent = await client.post<CardIntent>('/api/credit-purchase/payment-intent', {
    customAmount: cents,
  });
  assertThat((await confirmCard(client, intent)).status === 200, 'the card was declined');
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
}

export const createCardIntent = (client: Client, id: string): Promise<CardIntent> =>
  client.post<CardIntent>(`/api/registrations/${id}/payment-intent`);

/** Checks and prints every money invariant. @throws Error when one is broken */
export async function checkInvariants(places: TestServers): Promise<void> {
  const { postgresUrl: databaseUrl, stripeSimulatorUrl: simulatorUrl } = places;
  assertThat(
    printResults(await checkMoney({ databaseUrl, simulatorUrl })),
    'an invariant of the money is broken',
  );
}
