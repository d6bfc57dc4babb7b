import { eventually } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { countersOf } from './payments.ts';
import { ownWorld, type User } from './world.ts';

const DECLINED = '4000000000000002';
const NO_FUNDS = '4000000000009995';
const ALL = { page: { page: 1, limit: 10 }, statuses: [], kinds: [] };

const world = await ownWorld();
const [admin, payer] = [await world.user('admin'), await world.user()];

const as = (user: User) => ({ token: user.token });
const list = (statuses: string[] = []) => world.rpc.listPayments({ ...ALL, statuses }, as(admin));
const listed = async (intentId: string) =>
  (await list()).items.find((one) => one.stripePaymentIntentId === intentId);
const reads = (intentId: string, status: string) =>
  eventually(`the payment reads ${status}`, async () => {
    const found = await listed(intentId);
    return found?.status === status && found;
  });

async function expectCounters(): Promise<void> {
  const { kept, counted } = await countersOf(world);
  expect(kept).toEqual(counted);
}

it('lists a payment as declined, with the reason, until another card succeeds', async () => {
  const registration = await world.payable(payer);
  const intent = await world.rpc.createRegistrationIntent({ id: registration }, as(payer));
  expect(await listed(intent.paymentIntentId)).toMatchObject({ status: 'open', decline: undefined });
  await world.confirm(intent, DECLINED);
  expect(await reads(intent.paymentIntentId, 'declined')).toMatchObject({
    decline: { code: 'generic_decline', message: expect.stringMatching(/./) },
  });
  const filtered = await list(['declined']);
  expect([filtered.items.map((one) => one.stripePaymentIntentId), filtered.total]).toEqual([
    [intent.paymentIntentId],
    1,
  ]);
  expect((await list(['open'])).total).toBe(0);
  await expectCounters();
  await world.confirm(intent, NO_FUNDS);
  await eventually('the newer reason is published', async () => {
    const found = await listed(intent.paymentIntentId);
    return found?.decline?.code === 'insufficient_funds';
  });
  await world.confirm(intent);
  expect(await reads(intent.paymentIntentId, 'settled')).toMatchObject({ decline: undefined });
  expect((await list(['declined'])).total).toBe(0);
  await expectCounters();
});

it('lists a purchase with a declined card as declined and an unpaid one as open', async () => {
  const choice = { $case: 'packageId', value: 'update' } as const;
  const left = await world.rpc.createPurchaseIntent({ choice }, as(payer));
  const tried = await world.rpc.createPurchaseIntent({ choice }, as(payer));
  await world.confirm(tried, NO_FUNDS);
  expect(await reads(tried.paymentIntentId, 'declined')).toMatchObject({
    kind: 'credit_purchase',
    decline: { code: 'insufficient_funds' },
  });
  expect(await listed(left.paymentIntentId)).toMatchObject({ status: 'open', decline: undefined });
  // The buyer's own list shows a declined purchase as pending.
  const own = await world.rpc.listOwnPurchases({ page: 1, limit: 10 }, as(payer));
  expect(own.items.map((one) => one.status)).toEqual(['pending', 'pending']);
  await expectCounters();
});

it('keeps the decline reason of each webhook event', async () => {
  const reported = async () =>
    (await world.rpc.listWebhookEvents({ page: ALL.page, statuses: [] }, as(admin))).items
      .filter((event) => event.eventType === 'payment_intent.payment_failed')
      .map((event) => event.decline?.code);
  await eventually('all three declines are recorded', async () => (await reported()).length === 3);
  const codes = await reported();
  expect(codes.filter((code) => code === 'insufficient_funds')).toHaveLength(2);
  expect(codes).toContain('generic_decline');
});
