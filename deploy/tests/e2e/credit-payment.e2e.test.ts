import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Answer } from './support/client.ts';
import { buyCreditsStep, detailsStep, FEE, signUpStep, startJourney, uploadStep } from './support/journey.ts';
import { stackUrl } from './support/shared-stack.ts';

const CALLS = 50;

type Transaction = { delta: number; balanceAfter: number };
type Change = { fromStatus: string | null; toStatus: string };

/** A client with exactly one fee of credits and one registration to pay. */
async function readyToPay() {
  const state = await startJourney(stackUrl());
  for (const step of [signUpStep(), buyCreditsStep(), detailsStep(), uploadStep]) await step.run(state);
  return state;
}

/** What each call is sent with: nothing, one key for all, or a key of its own. */
const keys: [string, () => Record<string, string>][] = [
  ['without an Idempotency-Key', () => ({})],
  ['with one Idempotency-Key', ((key) => () => ({ 'idempotency-key': key }))(randomUUID())],
  ['each with its own Idempotency-Key', () => ({ 'idempotency-key': randomUUID() })],
];

it.each(keys)('50 payments with credits at once, %s: one debit, one transition', async (_name, headers) => {
  const { client, id } = await readyToPay();
  const pay = (): Promise<Answer> =>
    client.send(`/api/registrations/${id}/credit-payment`, { method: 'POST', body: {}, headers: headers() });
  const answers = await Promise.all(Array.from({ length: CALLS }, pay));
  expect(answers.map((one) => one.status)).toEqual(Array.from({ length: CALLS }, () => 200));
  const said = new Set(answers.map((one) => JSON.stringify(one.body)));
  expect(said).toEqual(new Set([JSON.stringify({ creditsUsed: FEE, balance: 0 })]));

  const ledger = await client.ok<{ items: Transaction[] }>('/api/credits');
  expect(ledger.items.map(({ delta, balanceAfter }) => [delta, balanceAfter])).toEqual([
    [-FEE, 0],
    [FEE, FEE],
  ]);
  const history = await client.ok<{ items: Change[] }>(`/api/registrations/${id}/history`);
  expect(history.items.filter((one) => one.toStatus === 'paid')).toHaveLength(1);
  expect(await client.ok(`/api/registrations/${id}`)).toMatchObject({ status: 'paid', canPay: false });
  // Asked again, long after: the same answer.
  expect((await pay()).body).toEqual({ creditsUsed: FEE, balance: 0 });
});
