import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from './server.ts';
import { confirmByBrowser, createIntent, FEE, KEYS, sdk } from './testing.ts';

let simulator: RunningSimulator;
let stripe: Stripe;

beforeEach(async () => {
  simulator = await startSimulator(KEYS);
  stripe = sdk(simulator);
});
afterEach(() => simulator.stop());

const create = (params?: Partial<Stripe.PaymentIntentCreateParams>) => createIntent(stripe, params);

describe('confirmation by the browser', () => {
  test('pays with a valid card and hides metadata from the browser', async () => {
    const intent = await create({ metadata: { userId: 'u1' } });
    const response = await confirmByBrowser(simulator, intent, { number: '4242 4242 4242 4242' });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const seen: unknown = await response.json();
    expect(seen).toMatchObject({ id: intent.id, status: 'succeeded' });
    expect(seen).not.toHaveProperty('metadata');
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: FEE });
    expect(paid.latest_charge).toMatchObject({ object: 'charge', paid: true, amount_captured: FEE });
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Seu cartão foi recusado.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'O saldo do seu cartão é insuficiente.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Seu cartão está vencido.'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', 'O código de segurança do cartão está incorreto.'],
    ['4000000000000119', 'processing_error', 'processing_error', /^Ocorreu um erro/],
    ['4111111111111111', 'card_declined', 'test_mode_live_card', /cartões de teste/],
  ])('declines card %s with %s (%s)', async (number, code, declineCode, message) => {
    const intent = await create();
    const response = await confirmByBrowser(simulator, intent, { number });
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({
      error: {
        type: 'card_error',
        code,
        decline_code: declineCode,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        payment_intent: { id: intent.id, status: 'requires_payment_method' },
      },
    });
    const after = await stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({ status: 'requires_payment_method', amount_received: 0 });
    expect(after.last_payment_error).toMatchObject({ code, decline_code: declineCode });
    const retried = await confirmByBrowser(simulator, intent, { number: '4242424242424242' });
    expect(await retried.json()).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  test.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ number: '4242' }, 'invalid_number'],
    [{ number: '4242424242424242', exp_year: '2020' }, 'invalid_expiry_year'],
    [{ number: '4242424242424242', exp_year: 'xx' }, 'invalid_expiry_year'],
    [{ number: '4242424242424242', exp_month: '13' }, 'invalid_expiry_month'],
    [{ number: '4242424242424242', cvc: '12' }, 'invalid_cvc'],
    [{ number: '4242424242424242', cvc: '' }, 'invalid_cvc'],
  ])('refuses card %j with %s', async (card, code) => {
    const response = await confirmByBrowser(simulator, await create(), card);
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ error: { type: 'card_error', code } });
  });

  test('requires the client secret', async () => {
    const intent = await create();
    const stolen = { id: intent.id, client_secret: `${intent.id}_secret_guess` };
    const response = await confirmByBrowser(simulator, stolen, { number: '4242424242424242' });
    expect(response.status).toBe(400);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
    });
  });

  test('pays an intent only once', async () => {
    const intent = await create();
    await confirmByBrowser(simulator, intent, { number: '4242424242424242' });
    const again = await confirmByBrowser(simulator, intent, { number: '4242424242424242' });
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } });
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  test('answers the CORS preflight', async () => {
    const response = await fetch(`${simulator.url}/v1/payment_intents/pi_x/confirm`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
  });
});

describe('3-D Secure', () => {
  async function challenge(extra: Record<string, string> = {}, number = '4000002760003184') {
    const intent = await create();
    await confirmByBrowser(simulator, intent, { number }, extra);
    const waiting = await stripe.paymentIntents.retrieve(intent.id);
    expect(waiting.status).toBe('requires_action');
    return { intent, url: waiting.next_action?.redirect_to_url?.url ?? '' };
  }
  async function press(url: string, outcome: string): Promise<Response> {
    const html = await (await fetch(url)).text();
    expect(html).toContain('3.499,00');
    const body = new URLSearchParams({ outcome });
    for (const [, name, value] of html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)) {
      body.set(name ?? '', (value ?? '').replaceAll('&amp;', '&'));
    }
    return fetch(url.split('?')[0] ?? '', { method: 'POST', body, redirect: 'manual' });
  }

  test('continues the payment after approval and notifies the opening page', async () => {
    const { intent, url } = await challenge();
    const page = await (await press(url, 'approve')).text();
    expect(page).toContain(`{"type":"g2-3ds","paymentIntentId":"${intent.id}","status":"succeeded"}`);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  test('accepts another card after the payer refuses 3-D Secure', async () => {
    const { intent, url } = await challenge();
    expect(await (await press(url, 'fail')).text()).toContain('"status":"requires_payment_method"');
    const after = await stripe.paymentIntents.retrieve(intent.id);
    expect(after.last_payment_error?.code).toBe('payment_intent_authentication_failure');
    await confirmByBrowser(simulator, intent, { number: '4242424242424242' });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  test('declines a card that its issuer declines after approval', async () => {
    const { intent, url } = await challenge({}, '4000008400001629');
    expect(await (await press(url, 'approve')).text()).toContain('"status":"requires_payment_method"');
    const after = await stripe.paymentIntents.retrieve(intent.id);
    expect(after.last_payment_error).toMatchObject({
      code: 'card_declined',
      decline_code: 'generic_decline',
    });
  });

  test('redirects to the given return address', async () => {
    const { intent, url } = await challenge({ return_url: 'http://localhost:8080/dashboard' });
    const location = new URL((await press(url, 'approve')).headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe('http://localhost:8080/dashboard');
    expect(location.searchParams.get('payment_intent')).toBe(intent.id);
    expect(location.searchParams.get('redirect_status')).toBe('succeeded');
  });

  test('returns 404 without the client secret', async () => {
    const { url } = await challenge();
    expect((await fetch(url.replace(/client_secret=[^&]*/, 'client_secret=x'))).status).toBe(404);
  });
});
