import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import type { ListPaymentsRequest } from '@g2/proto/payment';
import { expect, it } from 'vitest';
import { compareDays, paymentsBecome } from './payments.ts';
import { stripeOf } from './stripe.ts';
import { FEE, ownWorld, type User } from './world.ts';

const DECLINED = '4000000000000002';
const PACKAGE = 149_999;
/** A civil day in São Paulo. */
const JANUARY = '2026-01-15';

const world = await ownWorld();
const stripe = stripeOf(world);
const admin = { token: (await world.user('admin')).token };
const as = ({ token }: User) => ({ token });

const list = (filter: Partial<ListPaymentsRequest> = {}) =>
  world.rpc.listPayments({ page: { page: 1, limit: 50 }, statuses: [], kinds: [], ...filter }, admin);

async function begin(owner: User) {
  const id = await world.payable(owner);
  return { id, intent: await world.rpc.createRegistrationIntent({ id }, as(owner)) };
}

const [ana, bia] = [await world.user(), await world.user()];
// Four payments: by card and partly refunded, declined, with credits, and a purchase.
const settled = await begin(ana);
await world.confirm(settled.intent);
await paymentsBecome(world, settled.id, 'card:settled');
const declined = await begin(ana);
await world.confirm(declined.intent, DECLINED);
const withCredits = await world.payable(bia);
await world.credit(bia, FEE);
await world.rpc.payWithCredits({ id: withCredits }, as(bia));
const bought = await world.rpc.createPurchaseIntent(
  { choice: { $case: 'packageId', value: 'update' } },
  as(bia),
);
await world.confirm(bought);
await stripe.refunds.create({ payment_intent: settled.intent.paymentIntentId, amount: 900 });
await eventually('all of it is known', async () => {
  const { items } = await list();
  const states = items.map(({ status, refundedAmount }) => `${status}:${refundedAmount}`).toSorted();
  return states.join() === 'declined:0,settled:0,settled:0,settled:900';
});

it('returns totals of the filtered payments, with credits separate from money', async () => {
  expect(await list()).toMatchObject({
    total: 4,
    totals: { received: FEE + PACKAGE, refunded: 900, withCredits: FEE },
    totalCapped: false,
  });
  expect(await list({ kinds: ['credit_purchase'] })).toMatchObject({
    total: 1,
    totals: { received: PACKAGE, refunded: 0, withCredits: 0 },
  });
  expect(await list({ statuses: ['declined'] })).toMatchObject({ total: 1, totals: { received: 0 } });
  expect(await list({ userId: bia.id })).toMatchObject({
    total: 2,
    totals: { received: PACKAGE, refunded: 0, withCredits: FEE },
  });
  const { kept, counted } = await compareDays(world);
  expect(kept).toEqual(counted);
});

it('finds payments by users, registrations and intent, with totals', async () => {
  const search = { userIds: [], registrationIds: [], paymentIntentId: '' };
  expect(await list({ search })).toMatchObject({ total: 0, items: [] });
  const ofAna = await list({ search: { ...search, userIds: [ana.id] } });
  expect(ofAna).toMatchObject({ total: 2, totals: { received: FEE, refunded: 900, withCredits: 0 } });
  const both = await list({ search: { ...search, userIds: [ana.id], registrationIds: [withCredits] } });
  expect([both.total, both.totals?.withCredits]).toEqual([3, FEE]);
  for (const { paymentIntentId } of [declined.intent, bought]) {
    const one = await list({ search: { ...search, paymentIntentId } });
    expect(one.items.map((it) => it.stripePaymentIntentId)).toEqual([paymentIntentId]);
  }
  const narrowed = await list({ search: { ...search, userIds: [ana.id] }, statuses: ['declined'] });
  expect(narrowed).toMatchObject({ total: 1, totals: { received: 0 } });
});

it('filters by civil days in São Paulo and includes both days', async () => {
  // Inserts old payments directly.
  const at = (time: string) =>
    world.db.query(
      `INSERT INTO registration_payments (id, registration_id, user_id, method, status, amount, created_at, captured_at, settled_at)
       VALUES ($1, $2, $3, 'manual', 'settled', 100, $4, $4, $4)`,
      [newId(), newId(), ana.id, time],
    );
  await at('2026-01-15T02:59:59Z');
  await at('2026-01-15T03:00:00Z');
  await at('2026-01-16T02:59:59Z');
  await at('2026-01-16T03:00:00Z');
  for (const search of [undefined, { userIds: [ana.id], registrationIds: [], paymentIntentId: '' }]) {
    const day = await list({ from: JANUARY, to: JANUARY, search });
    expect([day.total, day.items.length, day.totals?.received]).toEqual([2, 2, 200]);
    expect((await list({ to: JANUARY, search })).total).toBe(3);
    expect((await list({ from: '2026-01-14', to: '2026-01-16', search })).totals?.received).toBe(400);
  }
  const { kept, counted } = await compareDays(world);
  expect(kept).toEqual(counted);
});

it('refuses invalid days, and periods that end before they begin', async () => {
  for (const [from, to, field] of [
    ['2026-02-30', '', 'from'],
    ['', 'ontem', 'to'],
    ['2026-02-02', '2026-02-01', 'to'],
  ] as const) {
    await expect(list({ from, to })).rejects.toMatchObject({
      code: 'invalid-input',
      detail: { fields: { [field]: expect.stringMatching(/./) } },
    });
  }
});

it('exports the filtered rows and writes an audit entry without the search', async () => {
  const filter = { statuses: [], kinds: [], from: JANUARY, to: JANUARY };
  const search = { userIds: [ana.id], registrationIds: [], paymentIntentId: '' };
  const first = await world.rpc.startPaymentExport({ ...filter, search }, admin);
  expect(first.items.map((one) => one.amount)).toEqual([100, 100]);
  const after = first.items[0]?.id ?? '';
  const rest = await world.rpc.continuePaymentExport({ filter: { ...filter, search }, after }, admin);
  expect(rest.items.map((one) => one.id)).toEqual([first.items[1]?.id]);
  await eventually('the trail has the act', async () =>
    world.seen.some(
      ({ type, data }) => type === 'payment.act' && JSON.stringify(data).includes('payments-exported'),
    ),
  );
  const reported = world.seen.find(({ data }) => JSON.stringify(data).includes('payments-exported'));
  expect(reported?.data).toMatchObject({ detail: { from: JANUARY, to: JANUARY, searched: 'true' } });
  expect(JSON.stringify(reported?.data)).not.toContain(ana.id);
});

it('returns all steps of a payment, in order', async () => {
  const { items } = await list({ search: { userIds: [ana.id], registrationIds: [], paymentIntentId: '' } });
  const of = (intent: string) => items.find((one) => one.stripePaymentIntentId === intent)?.id ?? '';
  const tried = await world.rpc.getPayment({ id: of(declined.intent.paymentIntentId) }, admin);
  expect(tried.steps).toMatchObject([
    { kind: 'created', amount: FEE, at: expect.any(Date) },
    { kind: 'declined', decline: { code: 'generic_decline' }, at: expect.any(Date) },
  ]);
  const paid = await world.rpc.getPayment({ id: of(settled.intent.paymentIntentId) }, admin);
  expect(paid.steps.map((one) => one.kind)).toEqual(['created', 'succeeded', 'settled', 'refund']);
  expect(paid.steps.find((one) => one.kind === 'refund')).toMatchObject({
    amount: 900,
    status: 'succeeded',
    reference: expect.stringMatching(/^re_/),
    at: expect.any(Date),
  });
  expect(paid).toMatchObject({ refundable: FEE - 900, payment: { flag: 'refunded' } });
  await expect(world.rpc.getPayment({ id: newId() }, admin)).rejects.toMatchObject({ code: 'not-found' });
  await expect(world.rpc.getPayment({ id: 'x' }, admin)).rejects.toMatchObject({ code: 'not-found' });
});
