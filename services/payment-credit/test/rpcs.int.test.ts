import type { CallOptions } from '@g2/kit/grpc-client';
import { PaymentsService } from '@g2/proto/payment';
import { describe, expect, it } from 'vitest';
import { openCardPayment } from './payments.ts';
import { FEE, ownWorld, type User } from './world.ts';

type Name = keyof typeof PaymentsService;
/** Callers that an rpc permits. */
type Allow = 'everyone' | 'staff' | 'admin' | 'admin and identity' | 'identity';

/** A record of all rpcs: if one is missing, the file does not compile. */
const allowed: Record<Name, Allow> = {
  getPaymentConfig: 'everyone',
  listPackages: 'everyone',
  createPurchaseIntent: 'everyone',
  listOwnPurchases: 'everyone',
  listOwnTransactions: 'everyone',
  getOwnBalance: 'everyone',
  createRegistrationIntent: 'everyone',
  listOwnVouchers: 'everyone',
  getOpenPayment: 'everyone',
  listOwnPayers: 'everyone',
  payWithCredits: 'everyone',
  syncIntent: 'everyone',
  getReceipt: 'everyone',
  findIntent: 'staff',
  hasOpenPayments: 'identity',
  getBalances: 'admin and identity',
  listTransactions: 'admin',
  adjustCredits: 'admin',
  listPayments: 'admin',
  getPayment: 'admin',
  refundPayment: 'admin',
  countAttention: 'admin',
  recordTransfer: 'admin',
  startPaymentExport: 'admin',
  continuePaymentExport: 'admin',
  listOwnPayments: 'everyone',
  listWebhookEvents: 'admin',
  replayWebhookEvent: 'admin',
  getSettledPayments: 'admin',
  getPaymentHealth: 'admin',
  getMoney: 'admin',
};

const world = await ownWorld();
const [client, operator, admin] = [
  await world.user(),
  await world.user('operator'),
  await world.user('admin'),
];
const as = ({ token }: User) => ({ token });

it.each(Object.entries(allowed) as [Name, Allow][])('%s may be called by %s only', async (name, allow) => {
  const call = world.rpc[name] as (request: unknown, options?: CallOptions) => Promise<unknown>;
  const empty = PaymentsService[name].requestDeserialize(Buffer.alloc(0));
  const outcome = (token: string) =>
    call(empty, { token }).then(
      () => 'in',
      ({ code }: { code: string }) => (code === 'forbidden' || code === 'unauthenticated' ? code : 'in'),
    );
  const expected = (isAllowed: boolean) => (isAllowed ? 'in' : 'forbidden');
  expect(await outcome('')).toBe('unauthenticated');
  expect(await outcome(await world.testEnv.serviceToken('certificate'))).toBe('forbidden');
  const identity = await world.testEnv.serviceToken('identity');
  expect(await outcome(identity)).toBe(expected(allow.endsWith('identity')));
  expect(await outcome(client.token)).toBe(expected(allow === 'everyone'));
  // Rpcs for everyone return the caller's own data; this test does not call them as staff.
  if (allow === 'everyone') return;
  expect(await outcome(operator.token)).toBe(expected(allow === 'staff'));
  expect(await outcome(admin.token)).toBe(expected(allow !== 'identity'));
});

it('returns the packages and the payment provider', async () => {
  expect(await world.rpc.getPaymentConfig({}, as(client))).toMatchObject({
    provider: 'simulator',
    publishableKey: 'pk_sim_test',
    apiBase: world.simulator,
  });
  expect((await world.rpc.listPackages({}, as(client))).items).toMatchObject([
    { id: 'registration', priceInCents: FEE, credits: FEE, popular: true, priceDisplay: 'R$ 3.499,00' },
    { id: 'update', priceInCents: 149_999, credits: 149_999, popular: false, priceDisplay: 'R$ 1.499,99' },
  ]);
});

it('shows open and settled payments to owner and staff', async () => {
  const { owner, id, intent } = await openCardPayment(world);
  const { paymentIntentId } = intent;
  expect(await world.rpc.findIntent({ paymentIntentId }, as(operator))).toMatchObject({ registrationId: id });
  await world.credit(owner, FEE);
  const paid = await world.payable(owner);
  await world.rpc.payWithCredits({ id: paid }, as(owner));
  const own = await world.rpc.listOwnPayments({ page: 1, limit: 5 }, as(owner));
  expect(own).toMatchObject({ total: 2, items: [{ userId: owner.id, kind: 'registration' }, {}] });
  const { items } = await world.rpc.getSettledPayments({ registrationIds: [paid, id] }, as(admin));
  expect(items).toMatchObject([{ registrationId: paid, method: 'credits', refundedAmount: 0 }]);
  expect(await world.rpc.getMoney({ period: 30, span: '' }, as(admin))).toBeDefined();
});

describe('hasOpenPayments', () => {
  it('is true for unfinished attempts and for purchases that may still be paid', async () => {
    const token = await world.testEnv.serviceToken('identity');
    const user = await world.user();
    const found = async () => (await world.rpc.hasOpenPayments({ id: user.id }, { token })).found;
    const listed = async () => (await world.rpc.getBalances({ userIds: [user.id] }, as(admin))).items;
    expect(await found()).toBe(false);
    expect(await listed()).toMatchObject([{ userId: user.id, hasOpenPayments: false }]);
    const id = await world.payable(user);
    const { paymentIntentId } = await world.rpc.createRegistrationIntent({ id }, { token: user.token });
    // Without due rows, the loops do not touch the rows changed below.
    await world.db.query('DELETE FROM due');
    for (const [status, is] of [
      ['open', true],
      ['cancelled', false],
      ['giving_back', true],
      ['given_back', false],
    ] as const) {
      await world.db.query(
        `UPDATE registration_payments SET status = $2, captured_at = now() WHERE stripe_payment_intent_id = $1`,
        [paymentIntentId, status],
      );
      expect(await found(), status).toBe(is);
      expect(await listed(), status).toMatchObject([{ hasOpenPayments: is }]);
    }
    const choice = { $case: 'customAmount', value: 10_000 } as const;
    await world.rpc.createPurchaseIntent({ choice }, { token: user.token });
    expect(await found()).toBe(true);
    await world.db.query('DELETE FROM due');
    await world.db.query(
      "UPDATE credit_purchases SET created_at = now() - interval '8 days' WHERE user_id = $1",
      [user.id],
    );
    expect(await found()).toBe(false);
  });
});
