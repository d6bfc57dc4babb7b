import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { launch } from './support/browser.ts';
import { confirmCard } from './support/client.ts';
import {
  dialog,
  goBlind,
  openPayment,
  openScene,
  press,
  type Scene,
  toast,
} from './support/payment-screens.ts';
import { stackUrl } from './support/shared-stack.ts';

/**
 * Stripe.js cannot be loaded without Stripe: a double in its place records what it is asked, in Stripe's own shapes.
 * The server behind stays the simulator, whose content policy refuses js.stripe.com, hence bypassCSP; the payment
 * itself is confirmed there by HTTP, as Stripe.js would do at Stripe.
 */
const DOUBLE = `
  window.stripeCalls = [];
  window.stripeAnswers = { submit: {}, confirm: {} };
  const record = (name, ...args) => window.stripeCalls.push([name, ...args]);
  window.Stripe = (key, options) => {
    record('Stripe', key, options);
    return {
      elements(options) {
        record('elements', options);
        let payment = null;
        return {
          create(type) {
            record('create', type);
            payment = {
              on(event, listener) { if (event === 'loaderror') window.stripeBreaks = listener; },
              mount(holder) { record('mount', holder.isConnected); holder.textContent = 'Payment Element'; },
              destroy() { record('destroy'); payment = null; },
            };
            return payment;
          },
          getElement: () => payment,
          update(options) { record('update', options); },
          async submit() { record('submit'); return window.stripeAnswers.submit; },
        };
      },
      async confirmPayment({ elements, ...rest }) {
        record('confirmPayment', Object.keys(elements).includes('submit'), rest);
        await window.stripeHeld;
        if (window.stripeAnswers.confirm === 'throw') throw new Error('offline');
        return window.stripeAnswers.confirm;
      },
    };
  };
  window.Stripe.version = 'endive';
`;
const KEY = 'pk_test_recorded';
const SCRIPT = 'https://js.stripe.com/**';

let browser: Browser;
let scene: Scene;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  scene = await openScene(browser, stackUrl(), { registration: 'payable' }, { bypassCSP: true });
  const config = { provider: 'stripe', publishableKey: KEY, apiBase: 'https://api.stripe.com' };
  await scene.page.route('**/api/payment-config', (route) => route.fulfill({ json: config }));
  await serveDouble(scene.page);
  return () => scene.page.context().close();
});

const serveDouble = (page: Page): Promise<unknown> =>
  page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: DOUBLE }));

type Call = [name: string, ...args: unknown[]];
const calls = async (): Promise<Call[]> => (await scene.page.evaluate('window.stripeCalls')) as Call[];
const namesOf = async (): Promise<string[]> => (await calls()).map(([name]) => name);

/** What the double is to answer from now on. */
const answers = (which: 'submit' | 'confirm', value: unknown): Promise<unknown> =>
  scene.page.evaluate(`window.stripeAnswers.${which} = ${JSON.stringify(value)}`);

const mounted = async (): Promise<void> => {
  await openPayment(scene);
  await dialog(scene.page).getByText('Payment Element').waitFor();
};
const pay = (): Promise<void> => press(dialog(scene.page), /^Pagar R\$/);

async function isTold(title: string, description: string): Promise<void> {
  await toast(scene.page).getByText(title, { exact: true }).waitFor();
  expect((await toast(scene.page).locator('p').allInnerTexts()).slice(0, 2)).toEqual([title, description]);
}

/** The open intent, by the server. */
const intentOf = () =>
  scene.api.post<Parameters<typeof confirmCard>[1]>(
    `/api/registrations/${scene.registration}/payment-intent`,
  );

describe('the card form with Stripe itself', () => {
  it('[stripe-confirm] mounts the Payment Element, confirms as Stripe documents, and lets the server decide', async () => {
    // The screen is not told meanwhile, as when Stripe's answer comes before the server's event.
    await goBlind(scene);
    await mounted();
    const intent = await intentOf();
    await confirmCard(scene.api, intent);
    await pay();
    await dialog(scene.page).getByText('Pagamento Aprovado!').waitFor();
    const [create, elements, ...rest] = await calls();
    expect(create).toEqual(['Stripe', KEY, { locale: 'pt-BR' }]);
    expect(elements).toEqual([
      'elements',
      { clientSecret: intent.clientSecret, locale: 'pt-BR', appearance: { theme: 'stripe' } },
    ]);
    const confirmation = {
      confirmParams: { return_url: `${stackUrl()}/dashboard` },
      redirect: 'if_required',
    };
    expect(rest.slice(0, 4)).toEqual([
      ['create', 'payment'],
      ['mount', true],
      ['submit'],
      ['confirmPayment', true, confirmation],
    ]);
    await press(dialog(scene.page), 'Continuar');
    expect(await scene.api.ok(`/api/registrations/${scene.registration}`)).toMatchObject({ status: 'paid' });
  });

  it("believes the server, not the browser's word", async () => {
    await mounted();
    await pay();
    await dialog(scene.page).getByText('Pagamento Rejeitado').waitFor();
    await isTold('Falha no pagamento', 'Ocorreu um erro ao processar o pagamento. Tente novamente.');
  });

  it("shows Stripe's refusal in its own words, and mounts anew to try again", async () => {
    await mounted();
    await answers('confirm', { error: { type: 'card_error', message: 'O banco não autorizou a compra.' } });
    await pay();
    await dialog(scene.page).getByText('Pagamento Rejeitado').waitFor();
    await isTold('Falha no pagamento', 'O banco não autorizou a compra.');
    await press(dialog(scene.page), 'Tentar Novamente');
    await dialog(scene.page).getByText('Payment Element').waitFor();
    const names = await namesOf();
    expect(names.filter((name) => name === 'destroy')).toHaveLength(1);
    expect(names.filter((name) => name === 'mount')).toHaveLength(2);
  });

  it('keeps its fields, typed in or paying, when the colour scheme changes', async () => {
    const { page } = scene;
    await mounted();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark').waitFor();
    await vi.waitUntil(async () => (await namesOf()).includes('update'));
    await page.evaluate('void (window.stripeHeld = new Promise((go) => { window.letGo = go; }))');
    await pay();
    await dialog(page).getByText('Processando pagamento…').waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark)').waitFor();
    await vi.waitUntil(async () => (await namesOf()).filter((name) => name === 'update').length > 1);
    await answers('confirm', { error: { type: 'card_error', message: 'O banco não autorizou a compra.' } });
    await page.evaluate('window.letGo()');
    await dialog(page).getByText('Pagamento Rejeitado').waitFor();
    const names = await namesOf();
    expect(names.filter((name) => name === 'mount')).toHaveLength(1);
    const themes = (await calls()).filter(([name]) => name === 'update').map(([, options]) => options);
    expect(themes).toContainEqual({ appearance: { theme: 'night' } });
    expect(themes.at(-1)).toEqual({ appearance: { theme: 'stripe' } });
  });

  it('says so when its fields do not load, and loads them again', async () => {
    await mounted();
    await scene.page.evaluate('window.stripeBreaks()');
    await isTold('Erro de pagamento', 'Sistema de pagamento não está pronto. Tente novamente.');
    await press(toast(scene.page), 'Fechar notificação');
    await pay();
    await vi.waitUntil(async () => (await namesOf()).filter((name) => name === 'mount').length === 2);
  });

  it('keeps the form when a field of it is wrong', async () => {
    await mounted();
    await answers('submit', { error: { type: 'validation_error', message: 'Complete os campos.' } });
    await pay();
    await isTold('Falha no pagamento', 'Complete os campos.');
    expect(await dialog(scene.page).getByText('Payment Element').isVisible()).toBe(true);
    expect(await namesOf()).not.toContain('confirmPayment');
  });

  it('says so when Stripe.js breaks off', async () => {
    await mounted();
    await answers('confirm', 'throw');
    await pay();
    await isTold('Erro inesperado', 'Ocorreu um erro inesperado. Por favor, tente novamente.');
  });

  it('[stripe-not-ready] starts no payment before Stripe.js is there, and recovers', async () => {
    const notReady = ['Erro de pagamento', 'Sistema de pagamento não está pronto. Tente novamente.'] as const;
    await scene.page.unroute(SCRIPT);
    await scene.page.route(SCRIPT, (route) => route.abort());
    await openPayment(scene);
    await isTold(...notReady);
    await dialog(scene.page).getByText(notReady[1]).waitFor();
    await scene.page.unroute(SCRIPT);
    await serveDouble(scene.page);
    await press(toast(scene.page), 'Fechar notificação');
    await pay();
    await isTold(...notReady);
    await dialog(scene.page).getByText('Payment Element').waitFor();
    expect(await namesOf()).not.toContain('confirmPayment');
  });

  it('is told the outcome on return to /dashboard, whose address keeps nothing of it', async () => {
    const intent = await intentOf();
    await confirmCard(scene.api, intent);
    const back = new URLSearchParams({
      payment_intent: intent.paymentIntentId,
      payment_intent_client_secret: intent.clientSecret,
      redirect_status: 'succeeded',
    });
    await scene.page.goto(`/dashboard?${back.toString()}`);
    await isTold('Pagamento Aprovado!', 'O status já foi atualizado.');
    expect(scene.page.url()).toBe(`${stackUrl()}/dashboard`);
    await scene.page.getByRole('article').getByText('Pago', { exact: true }).first().waitFor();
  });
});
