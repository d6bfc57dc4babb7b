import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTarget, type Target } from './target.ts';

// Documented behaviour of Pix and boleto, checked at Stripe and at the simulator:
// https://docs.stripe.com/payments/pix/accept-a-payment?payment-ui=direct-api (shape of next_action, cancellation)
// https://docs.stripe.com/payments/boleto/accept-a-payment (server-side confirmation, test e-mails, tax ids,
// expiration)
// https://docs.stripe.com/payments/boleto#refunds
// https://docs.stripe.com/payments/installments (cards: plans for Mexico, Japan and Mastercard's virtual cards; none
// for Brazil, so payment-config says `instalments: false`)
// At Stripe this needs a Brazilian account with both methods; without one these tests fail.
const FEE = 349_900;
const TIMEOUT = { timeout: 60_000 };
const TAX_ID = '000.000.000-00';
const PAYER = {
  name: 'João da Silva',
  address: {
    line1: 'Av. Paulista, 1234',
    city: 'São Paulo',
    state: 'SP',
    postal_code: '01310-000',
    country: 'BR',
  },
};

let target: Target;
let stripe: Stripe;

beforeAll(async () => {
  target = await openTarget(process.env);
  stripe = target.stripe;
});
afterAll(async () => {
  await target?.stop();
});

type Type = 'pix' | 'boleto';

async function confirmed(type: Type, prefix: string): Promise<Stripe.PaymentIntent> {
  const email = `${prefix}@example.com`;
  const { id } = await stripe.paymentIntents.create({
    amount: FEE,
    currency: 'brl',
    metadata: { kind: 'registration', paymentId: randomUUID() },
    allowed_payment_method_types: [type],
  });
  const payment_method_data =
    type === 'pix'
      ? { type, billing_details: { name: PAYER.name, email, tax_id: TAX_ID } }
      : { type, billing_details: { ...PAYER, email }, boleto: { tax_id: TAX_ID } };
  return stripe.paymentIntents.confirm(id, { payment_method_data });
}

const becomes = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const intent = await stripe.paymentIntents.retrieve(id);
      expect(intent.status).toBe(status);
      return intent;
    },
    { timeout: 50_000, interval: 500 },
  );

async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return error;
}

describe('a Pix', TIMEOUT, () => {
  it('shows its copyable code and can be cancelled', async () => {
    const intent = await confirmed('pix', 'fill_never');
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'pix_display_qr_code',
        pix_display_qr_code: {
          data: expect.stringMatching(/^\S+/),
          expires_at: expect.any(Number),
          hosted_instructions_url: expect.stringMatching(/^https?:/),
          image_url_png: expect.stringMatching(/^https?:/),
          image_url_svg: expect.stringMatching(/^https?:/),
        },
      },
    });
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
  });

  it('is paid and refunded', async () => {
    const { id } = await confirmed('pix', 'succeed_immediately');
    expect(await becomes(id, 'succeeded')).toMatchObject({ amount_received: FEE });
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(['pending', 'succeeded']).toContain(refund.status);
  });
});

describe('a boleto', TIMEOUT, () => {
  it('shows its number and a PDF', async () => {
    expect(await confirmed('boleto', 'fill_never')).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'boleto_display_details',
        boleto_display_details: {
          number: expect.stringMatching(/^[\d. ]+$/),
          expires_at: expect.any(Number),
          hosted_voucher_url: expect.stringMatching(/^https?:/),
          pdf: expect.stringMatching(/^https?:/),
        },
      },
    });
  });

  it('is paid and cannot be refunded', async () => {
    const { id } = await confirmed('boleto', 'succeed_immediately');
    await becomes(id, 'succeeded');
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 });
  });

  it('expires with a reason and can then be cancelled', async () => {
    const { id } = await confirmed('boleto', 'expire_immediately');
    const failed = await becomes(id, 'requires_payment_method');
    expect(failed.last_payment_error?.code).toBe('payment_intent_payment_attempt_expired');
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  });

  it('is refused without an address', async () => {
    const { id } = await stripe.paymentIntents.create({
      amount: FEE,
      currency: 'brl',
      allowed_payment_method_types: ['boleto'],
    });
    const payment_method_data = {
      type: 'boleto' as const,
      billing_details: { name: PAYER.name, email: 'a@example.com' },
      boleto: { tax_id: TAX_ID },
    };
    const confirm = stripe.paymentIntents.confirm(id, { payment_method_data });
    expect(await refusal(confirm)).toMatchObject({ statusCode: 400 });
  });
});

it('offers no instalment plans for an intent in reais', async () => {
  const { id } = await stripe.paymentIntents.create({
    amount: FEE,
    currency: 'brl',
    allowed_payment_method_types: ['card'],
  });
  const { payment_method_options: options } = await stripe.paymentIntents.retrieve(id);
  expect(options?.card?.installments?.available_plans ?? []).toEqual([]);
});
