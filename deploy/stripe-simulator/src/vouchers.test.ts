import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from './server.ts';
import { confirmByBrowser, control, createIntent, failure, KEYS, Receiver, sdk } from './testing.ts';

// Expected behaviour: https://docs.stripe.com/payments/pix/accept-a-payment,
// https://docs.stripe.com/payments/boleto/accept-a-payment
const MONDAY = Date.parse('2026-11-23T15:00:00Z');
const BILLING = {
  name: 'João da Silva',
  address: {
    line1: 'Av. Paulista, 1234',
    city: 'São Paulo',
    state: 'SP',
    postal_code: '01310-000',
    country: 'BR',
  },
};
const receiver = new Receiver();
let simulator: RunningSimulator;
let stripe: Stripe;
/** Clock of `clockedSimulator`, which tests of dates set. */
let now = MONDAY;
let clockedSimulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator({ ...KEYS, webhookUrl: await receiver.start() });
  clockedSimulator = await startSimulator({ ...KEYS, now: () => now });
  stripe = sdk(simulator);
});
afterAll(async () => {
  await simulator.stop();
  await clockedSimulator.stop();
  receiver.stop();
});

type By = { email?: string; tax_id?: string; at?: Stripe };

/** Creates an intent that allows one method, and confirms it with the secret key. */
async function confirmVoucher(
  type: 'pix' | 'boleto',
  { email = 'fill_never@example.com', tax_id = '000.000.000-00', at = stripe }: By = {},
) {
  const { id } = await createIntent(at, { allowed_payment_method_types: [type] });
  const payment_method_data =
    type === 'pix'
      ? { type, billing_details: { name: BILLING.name, email, tax_id } }
      : { type, billing_details: { ...BILLING, email }, boleto: { tax_id } };
  return at.paymentIntents.confirm(id, { payment_method_data });
}

const endVoucher = (id: string, outcome: 'pay' | 'expire', at = simulator) =>
  control(at, `vouchers/${id}`, { outcome });

/** Event types of an intent, in order of arrival. */
const eventTypesOf = (id: string) =>
  receiver.events
    .filter(({ data: { object } }) => JSON.stringify(object).includes(id))
    .map(({ type }) => type);

describe('a Pix', () => {
  it('shows its code until it is paid', async () => {
    const intent = await confirmVoucher('pix');
    expect(intent).toMatchObject({
      status: 'requires_action',
      payment_method_types: ['pix'],
      next_action: {
        type: 'pix_display_qr_code',
        pix_display_qr_code: {
          data: expect.stringMatching(/^000201010212.*54073499\.005802BR.*6304[0-9A-F]{4}$/),
          expires_at: expect.closeTo(Date.now() / 1_000 + 14_400, -1),
          hosted_instructions_url: expect.stringMatching(/^http/),
          image_url_png: expect.stringMatching(/^http/),
          image_url_svg: expect.stringMatching(/^http/),
        },
      },
    });
    await endVoucher(intent.id, 'pay');
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: intent.amount,
      next_action: null,
      latest_charge: { payment_method_details: { type: 'pix' } },
    });
    await receiver.until(() => eventTypesOf(intent.id).includes('payment_intent.succeeded'));
    expect(eventTypesOf(intent.id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  it('can be confirmed by a browser, which gets the code', async () => {
    const intent = await createIntent(stripe, { allowed_payment_method_types: ['pix'] });
    const body = new URLSearchParams({
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'pix',
      'payment_method_data[billing_details][email]': 'fill_never@example.com',
    });
    const headers = { authorization: `Bearer ${KEYS.publishableKey}` };
    const address = `${simulator.url}/v1/payment_intents/${intent.id}/confirm`;
    const response = await fetch(address, { method: 'POST', body, headers });
    expect(await response.json()).toMatchObject({ next_action: { type: 'pix_display_qr_code' } });
  });

  it('is refused for a card-only intent', async () => {
    const byCard = await createIntent(stripe, { allowed_payment_method_types: ['card'] });
    const confirm = stripe.paymentIntents.confirm(byCard.id, { payment_method_data: { type: 'pix' } });
    const code = 'payment_intent_incompatible_payment_method';
    expect(await failure(confirm)).toMatchObject({ statusCode: 400, code });
    const byPix = await createIntent(stripe, { allowed_payment_method_types: ['pix'] });
    const answer = await confirmByBrowser(simulator, byPix, { number: '4242424242424242' });
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it('can be cancelled before it expires, and cannot be paid after that', async () => {
    const { id } = await confirmVoucher('pix');
    expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled', next_action: null });
    await endVoucher(id, 'pay');
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled');
  });

  it('expires with a reason and allows another attempt', async () => {
    const { id } = await confirmVoucher('pix');
    await endVoucher(id, 'expire');
    const failed = await stripe.paymentIntents.retrieve(id);
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
    });
    await receiver.until(() => eventTypesOf(id).includes('payment_intent.payment_failed'));
    const again = await stripe.paymentIntents.confirm(id, { payment_method_data: { type: 'pix' } });
    expect(again.status).toBe('requires_action');
  });

  it('is paid or expires as its test e-mail address requests', async () => {
    await control(simulator, 'hooks', { voucherMs: 50 });
    const paid = await confirmVoucher('pix', { email: 'a.succeed_immediately@example.com' });
    const expired = await confirmVoucher('boleto', { email: 'expire_immediately@example.com' });
    const { expires_at: at } = expired.next_action?.boleto_display_details ?? {};
    expect(at).toBeCloseTo(Date.now() / 1_000, -1);
    await receiver.until(() => eventTypesOf(paid.id).includes('payment_intent.succeeded'));
    await receiver.until(() => eventTypesOf(expired.id).includes('payment_intent.payment_failed'));
  });

  it('can be refunded within 90 days only', async () => {
    const at = sdk(clockedSimulator);
    const early = await confirmVoucher('pix', { at });
    const late = await confirmVoucher('pix', { at });
    await endVoucher(early.id, 'pay', clockedSimulator);
    await endVoucher(late.id, 'pay', clockedSimulator);
    now += 89 * 24 * 3_600_000;
    const refund = await at.refunds.create({ payment_intent: early.id });
    expect(refund).toMatchObject({ status: 'succeeded', destination_details: { type: 'pix' } });
    now += 2 * 24 * 3_600_000;
    const refused = await failure(at.refunds.create({ payment_intent: late.id }));
    expect(refused).toMatchObject({ statusCode: 400, code: 'charge_not_refundable' });
    now = MONDAY;
  });
});

describe('a boleto', () => {
  it('shows its number until 23:59 on the third day in São Paulo', async () => {
    const intent = await confirmVoucher('boleto', { at: sdk(clockedSimulator) });
    expect(intent.next_action).toMatchObject({
      type: 'boleto_display_details',
      boleto_display_details: {
        number: expect.stringMatching(/^\d{47}$/),
        expires_at: Date.parse('2026-11-27T02:59:59Z') / 1_000,
        hosted_voucher_url: expect.stringMatching(/^http/),
        pdf: expect.stringMatching(/^http/),
      },
    });
  });

  it('is refused without an address or a valid tax id', async () => {
    const { id } = await createIntent(stripe, { allowed_payment_method_types: ['boleto'] });
    const by = (payment_method_data: Stripe.PaymentIntentConfirmParams.PaymentMethodData) =>
      failure(stripe.paymentIntents.confirm(id, { payment_method_data }));
    const billing_details = { ...BILLING, email: 'a@example.com' };
    const { address: _, ...bare } = billing_details;
    const boleto = { tax_id: '529.982.247-25' };
    expect((await by({ type: 'boleto', billing_details: bare, boleto })).code).toBe('parameter_missing');
    expect((await by({ type: 'boleto', billing_details })).code).toBe('parameter_missing');
    const wrong = { tax_id: '529.982.247-26' };
    expect((await by({ type: 'boleto', billing_details, boleto: wrong })).code).toBe('tax_id_invalid');
    const params = { payment_method_data: { type: 'boleto' as const, billing_details, boleto } };
    expect((await stripe.paymentIntents.confirm(id, params)).status).toBe('requires_action');
  });

  it('can neither be cancelled nor be replaced before it expires', async () => {
    const { id } = await confirmVoucher('boleto');
    const state = { statusCode: 400, code: 'payment_intent_unexpected_state' };
    expect(await failure(stripe.paymentIntents.cancel(id))).toMatchObject(state);
    const again = stripe.paymentIntents.confirm(id, { payment_method_data: { type: 'boleto' } });
    expect(await failure(again)).toMatchObject(state);
    await endVoucher(id, 'pay');
    const refused = await failure(stripe.refunds.create({ payment_intent: id }));
    expect(refused).toMatchObject({ statusCode: 400, code: 'charge_not_refundable' });
  });

  it('can be cancelled after it expires', async () => {
    const { id } = await confirmVoucher('boleto');
    await endVoucher(id, 'expire');
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  });
});

describe('the voucher pages', () => {
  it('show the code only with the right client secret, and let the payer pay', async () => {
    const { id, next_action: next } = await confirmVoucher('pix');
    const pix = next?.pix_display_qr_code;
    const page = await fetch(pix?.hosted_instructions_url ?? '');
    expect(await page.text()).toContain(pix?.data);
    expect((await fetch(`${simulator.url}/_sim/pix/${id}?client_secret=x`)).status).toBe(404);
    expect(await (await fetch(pix?.image_url_svg ?? '')).text()).toContain('<svg');
    const png = Buffer.from(await (await fetch(pix?.image_url_png ?? '')).arrayBuffer());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const secret = new URL(pix?.hosted_instructions_url ?? '').searchParams.get('client_secret') ?? '';
    const body = new URLSearchParams({ client_secret: secret, outcome: 'pay' });
    const paid = await fetch(`${simulator.url}/_sim/pix/${id}`, { method: 'POST', body });
    expect(await paid.text()).toContain('Pagamento recebido');
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  it('return the boleto as a PDF', async () => {
    const { next_action: next } = await confirmVoucher('boleto');
    const response = await fetch(next?.boleto_display_details?.pdf ?? '');
    expect((await response.text()).startsWith('%PDF-1.4')).toBe(true);
  });
});
