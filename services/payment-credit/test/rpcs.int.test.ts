import { newId } from '@g2/kit/ids';
import { PaymentsService } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { paymentsOf } from './payments.ts';
import { FEE, ownWorld, type User } from './world.ts';

type Name = keyof typeof PaymentsService;
type Actors = Record<'client' | 'operator' | 'admin', User>;
type Sample = {
  /** Who gets through: `everyone` signed in, `staff`, `admin` alone, or identity, too or alone. */
  allow: 'everyone' | 'staff' | 'admin' | 'admin and identity' | 'identity';
  call(token: string): Promise<unknown>;
  answers: unknown;
};

const first = { page: 1, limit: 5 };

/** Every rpc of the definition: one that has no row here does not compile. */
const samplesOf = (
  paid: string,
  open: string,
  paymentIntentId: string,
  paymentId: string,
  eventId: string,
): Record<Name, Sample> => ({
  getPaymentConfig: {
    allow: 'everyone',
    call: (token) => world.rpc.getPaymentConfig({}, { token }),
    answers: { provider: 'simulator', publishableKey: 'pk_sim_test', apiBase: world.simulator },
  },
  listPackages: {
    allow: 'everyone',
    call: (token) => world.rpc.listPackages({}, { token }),
    answers: {
      items: [
        { id: 'registration', priceInCents: FEE, credits: FEE, popular: true, priceDisplay: 'R$ 3.499,00' },
        {
          id: 'update',
          priceInCents: 149_999,
          credits: 149_999,
          popular: false,
          priceDisplay: 'R$ 1.499,99',
        },
      ],
    },
  },
  createPurchaseIntent: {
    allow: 'everyone',
    call: (token) =>
      world.rpc.createPurchaseIntent({ choice: { $case: 'packageId', value: 'update' } }, { token }),
    answers: { amount: 149_999, credits: 149_999, paymentIntentId: expect.stringMatching(/^pi_/) },
  },
  listOwnPurchases: {
    allow: 'everyone',
    call: (token) => world.rpc.listOwnPurchases(first, { token }),
    answers: { items: [{ packageType: 'update', status: 'pending', priceInCents: 149_999 }], total: 1 },
  },
  listOwnTransactions: {
    allow: 'everyone',
    call: (token) => world.rpc.listOwnTransactions(first, { token }),
    answers: { items: { length: 5 }, total: 35 },
  },
  getOwnBalance: {
    allow: 'everyone',
    call: (token) => world.rpc.getOwnBalance({}, { token }),
    answers: { userId: actors.client.id, credits: FEE, owed: 0 },
  },
  createRegistrationIntent: {
    allow: 'everyone',
    call: (token) => world.rpc.createRegistrationIntent({ id: open }, { token }),
    answers: { amount: FEE, paymentIntentId },
  },
  getOpenPayment: {
    allow: 'everyone',
    call: (token) => world.rpc.getOpenPayment({ of: { $case: 'registrationId', value: open } }, { token }),
    answers: { intent: { amount: FEE, paymentIntentId, method: 'card' }, payer: { name: 'Pessoa de Teste' } },
  },
  listOwnPayers: {
    allow: 'everyone',
    call: (token) => world.rpc.listOwnPayers(first, { token }),
    answers: { items: [], total: 0 },
  },
  payWithCredits: {
    allow: 'everyone',
    call: (token) => world.rpc.payWithCredits({ id: paid }, { token }),
    answers: { creditsUsed: FEE, balance: 0 },
  },
  syncIntent: {
    allow: 'everyone',
    call: (token) => world.rpc.syncIntent({ paymentIntentId }, { token }),
    answers: { status: 'requires_payment_method' },
  },
  getReceipt: {
    allow: 'everyone',
    call: (token) => world.rpc.getReceipt({ id: paid }, { token }),
    answers: { fileName: `recibo_${paid.slice(0, 8)}.pdf` },
  },
  findIntent: {
    allow: 'staff',
    call: (token) => world.rpc.findIntent({ paymentIntentId }, { token }),
    answers: { registrationId: open },
  },
  hasOpenPayments: {
    allow: 'identity',
    call: (token) => world.rpc.hasOpenPayments({ id: actors.client.id }, { token }),
    answers: { found: true },
  },
  getBalances: {
    allow: 'admin and identity',
    call: (token) => world.rpc.getBalances({ userIds: [actors.client.id, 'x', actors.admin.id] }, { token }),
    answers: {
      items: [
        { userId: actors.client.id, credits: 0, owed: 0 },
        { userId: actors.admin.id, credits: 0, owed: 0 },
      ],
    },
  },
  listTransactions: {
    allow: 'admin',
    call: (token) => world.rpc.listTransactions({ userId: actors.client.id, page: first }, { token }),
    answers: {
      total: 36,
      items: { 0: { delta: -FEE, balanceAfter: 0, referenceType: 'registration' }, length: 5 },
    },
  },
  adjustCredits: {
    allow: 'admin',
    call: (token) =>
      world.rpc.adjustCredits(
        { userId: actors.client.id, delta: 1_000, reason: ' Bônus ', referenceType: 'nota', limit: 1_000 },
        { token },
      ),
    answers: {
      balance: 1_000,
      transaction: { delta: 1_000, reason: 'Bônus', referenceType: 'nota', createdBy: actors.admin.id },
    },
  },
  listPayments: {
    allow: 'admin',
    call: (token) =>
      world.rpc.listPayments({ page: first, statuses: [], kinds: ['registration'] }, { token }),
    answers: { total: 2, items: { length: 2, 0: { method: 'credits', status: 'settled', amount: FEE } } },
  },
  getPayment: {
    allow: 'admin',
    call: (token) => world.rpc.getPayment({ id: paymentId }, { token }),
    answers: { payment: { id: paymentId, status: 'open' }, refundable: 0, steps: [{ kind: 'created' }] },
  },
  refundPayment: {
    allow: 'admin',
    // Nothing of it is paid: who may order is told so.
    call: async (token) =>
      world.rpc
        .refundPayment({ id: paymentId, reason: 'requested', note: '' }, { token })
        .catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'conflict') return { refused: true };
          throw error;
        }),
    answers: { refused: true },
  },
  recordTransfer: {
    allow: 'admin',
    // It waits for none: who may record one is told so.
    call: async (token) =>
      world.rpc
        .recordTransfer(
          { id: paymentId, amount: FEE, transferredOn: '2026-01-02', reference: 'E1', note: '' },
          { token },
        )
        .catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'conflict') return { refused: true };
          throw error;
        }),
    answers: { refused: true },
  },
  startPaymentExport: {
    allow: 'admin',
    call: (token) => world.rpc.startPaymentExport({ statuses: ['open'], kinds: [] }, { token }),
    answers: { next: '' },
  },
  continuePaymentExport: {
    allow: 'admin',
    call: (token) => {
      const filter = { statuses: [], kinds: ['registration'] };
      return world.rpc.continuePaymentExport({ filter, after: newId() }, { token });
    },
    answers: { items: [], next: '' },
  },
  listOwnPayments: {
    allow: 'everyone',
    call: (token) => world.rpc.listOwnPayments(first, { token }),
    answers: { total: 2, items: { length: 2, 0: { userId: actors.client.id, kind: 'registration' } } },
  },
  listWebhookEvents: {
    allow: 'admin',
    call: (token) => world.rpc.listWebhookEvents({ page: first, statuses: ['processed'] }, { token }),
    answers: {
      items: expect.arrayContaining([
        expect.objectContaining({ id: eventId, status: 'processed', receivedAt: expect.any(Date) }),
      ]),
    },
  },
  replayWebhookEvent: {
    allow: 'admin',
    call: (token) => world.rpc.replayWebhookEvent({ id: eventId }, { token }),
    answers: { id: eventId, status: 'processed', eventType: 'charge.succeeded' },
  },
  getSettledPayments: {
    allow: 'admin',
    call: (token) => world.rpc.getSettledPayments({ registrationIds: [paid, open] }, { token }),
    answers: { items: { length: 1, 0: { registrationId: paid, method: 'credits', refundedAmount: 0 } } },
  },
  getPaymentHealth: {
    allow: 'admin',
    call: (token) => world.rpc.getPaymentHealth({ period: 30 }, { token }),
    answers: {},
  },
  getMoney: {
    allow: 'admin',
    call: (token) => world.rpc.getMoney({ period: 30, span: '' }, { token }),
    answers: {},
  },
});

const world = await ownWorld();
const actors: Actors = {
  client: await world.user(),
  operator: await world.user('operator'),
  admin: await world.user('admin'),
};
const { client } = actors;
await world.credit(client, FEE);
const [paid, open] = [await world.payable(client), await world.payable(client)];
const intent = await world.rpc.createRegistrationIntent({ id: open }, { token: client.token });
const event = await world.db.query<{ id: string }>(
  `INSERT INTO payment_webhook_events (id, stripe_event_id, event_type, object_id, status, occurred_at, received_at, processed_at)
   VALUES ($1, 'evt_sample', 'charge.succeeded', 'ch_1', 'processed', now(), now(), now()) RETURNING id`,
  [newId()],
);
const [attempt] = await paymentsOf(world, open);
const samples = samplesOf(paid, open, intent.paymentIntentId, attempt?.id ?? '', event.rows[0]?.id ?? '');

describe('every rpc', () => {
  it('answers who may call it', async () => {
    const identity = await world.bed.serviceToken('identity');
    for (const sample of Object.values(samples)) {
      const { token } = sample.allow === 'everyone' ? actors.client : actors.admin;
      const allowed = sample.allow === 'identity' ? identity : token;
      expect(await sample.call(allowed)).toMatchObject(sample.answers as object);
    }
  });

  it('refuses strangers, other services, and roles that may not', async () => {
    const service = await world.bed.serviceToken('certificate');
    const identity = await world.bed.serviceToken('identity');
    for (const name of Object.keys(PaymentsService) as Name[]) {
      const sample = samples[name];
      const { allow } = sample;
      await expect(sample.call(''), name).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(sample.call(service), name).rejects.toMatchObject({ code: 'forbidden' });
      if (allow.endsWith('identity')) expect(await sample.call(identity)).toBeDefined();
      else await expect(sample.call(identity), name).rejects.toMatchObject({ code: 'forbidden' });
      if (allow === 'everyone') continue;
      if (allow === 'staff') expect(await sample.call(actors.operator.token)).toBeDefined();
      for (const { token } of [
        actors.client,
        ...(allow === 'staff' ? [] : [actors.operator]),
        ...(allow === 'identity' ? [actors.admin] : []),
      ]) {
        await expect(sample.call(token), name).rejects.toMatchObject({ code: 'forbidden' });
      }
    }
  });
});

describe('money of a user that is on its way', () => {
  it('is an attempt without an end, or a purchase that may still be paid', async () => {
    const token = await world.bed.serviceToken('identity');
    const user = await world.user();
    const found = async () => (await world.rpc.hasOpenPayments({ id: user.id }, { token })).found;
    const admin = { token: actors.admin.token };
    const listed = async () => (await world.rpc.getBalances({ userIds: [user.id] }, admin)).items;
    expect(await found()).toBe(false);
    expect(await listed()).toMatchObject([{ userId: user.id, hasOpenPayments: false }]);
    const id = await world.payable(user);
    const { paymentIntentId } = await world.rpc.createRegistrationIntent({ id }, { token: user.token });
    // No loop is to look at what is changed by hand.
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
