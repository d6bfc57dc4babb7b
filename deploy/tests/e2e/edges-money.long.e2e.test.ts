import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Answer, type Client, confirmCard, demoSession, signUp, type User } from './support/client.ts';
import { detailsStep, FEE, startJourney, uploadStep } from './support/journey.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';

/** Money at its edges: a process that stands still, NATS away, a bank that takes back. */
const base = stackUrl();

const pidOf = (name: string): number => {
  const found = stackFacts().processes.find((one) => one.name === name);
  if (!found) throw new Error(`no program is called ${name}`);
  return found.pid;
};

/** Stops a program's process for a while. */
async function standStill(name: string, ms: number, meanwhile: () => Promise<void>): Promise<void> {
  const pid = pidOf(name);
  process.kill(pid, 'SIGSTOP');
  try {
    await meanwhile();
    await delay(ms);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

it('a command whose service stands still has no known outcome, and under its key it is done once', async () => {
  const admin = await demoSession(base, 'admin');
  const { client, user } = await signUp(base);
  const key = { 'idempotency-key': randomUUID() };
  const body = { userId: user.id, delta: 1_000, reason: 'Ajuste' };
  const adjust = (): Promise<Answer> =>
    admin.send(`/api/admin/users/${user.id}/credits`, { method: 'POST', body, headers: key });
  let first: Answer | undefined;
  await standStill('payment-credit', 0, async () => {
    first = await adjust();
  });
  expect(first).toMatchObject({ status: 503, body: { code: 'outcome-unknown' } });
  expect(first?.headers.get('retry-after')).toMatch(/^\d+$/);
  await expect.poll(async () => (await adjust()).status, { timeout: 15_000 }).toBe(200);
  const { items } = await client.ok<{ items: unknown[] }>('/api/credits');
  expect(items).toHaveLength(1);
});

it('credits pay while NATS stands still', async () => {
  const state = await startJourney(base);
  state.client = (await signUp(base)).client;
  await buy(state.client, FEE);
  for (const step of [detailsStep(), uploadStep]) await step.run(state);
  let paid: Answer | undefined;
  await standStill('nats', 0, async () => {
    paid = await state.client.send(`/api/registrations/${state.id}/credit-payment`, {
      method: 'POST',
      body: {},
    });
  });
  expect(paid).toMatchObject({ status: 200, body: { creditsUsed: FEE, balance: 0 } });
});

async function buy(client: Client, cents: number): Promise<string> {
  const intent = await client.post<{ clientSecret: string; paymentIntentId: string }>(
    '/api/credit-purchase/payment-intent',
    { customAmount: cents },
  );
  expect((await confirmCard(client, intent)).status).toBe(200);
  await client.post(`/api/payments/${intent.paymentIntentId}/sync`);
  return intent.paymentIntentId;
}

const sim = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await fetch(`${stackFacts().stripeSimulatorUrl}/_sim/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as { id: string };
};

it('credits of a purchase the bank took back are owed: nothing is paid with credits until the next ones settle it', async () => {
  const state = await startJourney(base);
  state.client = (await signUp(base)).client;
  const { client } = state;
  const intent = await buy(client, FEE);
  for (const step of [detailsStep(), uploadStep]) await step.run(state);
  await client.post(`/api/registrations/${state.id}/credit-payment`);
  const admin = await demoSession(base, 'admin');
  const dispute = await sim('disputes', { payment_intent: intent });
  await sim(`disputes/${dispute.id}/close`, { status: 'lost' });
  // The registration paid with those credits is flagged as one paid by that card would be.
  await expect
    .poll(
      async () => {
        const { items } = await admin.ok<{ items: { registrationId: string | null; flag: string | null }[] }>(
          '/api/admin/payments?limit=100',
        );
        return items.find((one) => one.registrationId === state.id)?.flag;
      },
      { timeout: 20_000 },
    )
    .toBe('disputed');

  await buy(client, 100_000);
  expect((await client.ok<User>('/api/auth/user')).credits).toBe(0);
  const second = await startJourney(base);
  second.client = client;
  for (const step of [detailsStep(), uploadStep]) await step.run(second);
  const pay = () =>
    client.send(`/api/registrations/${second.id}/credit-payment`, { method: 'POST', body: {} });
  expect(await pay()).toMatchObject({ status: 400, body: { code: 'credits-owed' } });
  await buy(client, 2 * FEE - 100_000);
  expect((await client.ok<User>('/api/auth/user')).credits).toBe(FEE);
  expect((await pay()).status).toBe(200);
});
