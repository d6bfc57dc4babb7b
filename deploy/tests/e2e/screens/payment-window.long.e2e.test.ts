import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import {
  dialog,
  goBlind,
  openPayment,
  openScene,
  payByCard,
  payWith,
  press,
  type Scene,
  sendCard,
} from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const THREE_DS = '4000002760003184';
const FRAME = 'Confirmação do banco emissor';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const open = (balance?: number): Promise<Scene> =>
  openScene(browser, stackUrl(), { registration: 'payable', ...(balance && { balance }) });
const payment = (page: Page) => dialog(page).filter({ has: page.getByText('Pagamento do registro') });
const frame = (page: Page) => page.locator(`iframe[title="${FRAME}"]`);
const end = ({ page }: Scene) => page.context().close();

/** Holds every call of a path until it is let go. */
async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route(url, (route) => (open ? route.continue() : void held.push(route)));
  return async () => {
    open = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

describe('the window of a payment', () => {
  it("keeps what was typed when a later look at the payment's configuration fails", async () => {
    const scene = await open();
    const { page } = scene;
    // The live line comes late: what it missed is then looked at again, all of it.
    await page.route('**/api/events', (route) => route.abort());
    await page.reload();
    await openPayment(scene);
    await payment(page).getByLabel('Número do cartão').fill('4242424242424242');
    await payment(page).getByLabel('CVC').fill('123');
    await page.route('**/api/payment-config', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    const again = page.waitForResponse((answer) => answer.url().endsWith('/api/payment-config'));
    await page.unroute('**/api/events');
    await again;
    // Two frames: whatever the failures change on the screen has been drawn.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await payment(page).getByLabel('Número do cartão').inputValue()).toBe('4242 4242 4242 4242');
    expect(await payment(page).getByLabel('CVC').inputValue()).toBe('123');
    await end(scene);
  });

  it("closes the issuer's page alone by Escape, says that nothing was confirmed, and lets try again", async () => {
    const scene = await open();
    const { page } = scene;
    await payWith(THREE_DS)(scene);
    await frame(page).waitFor();
    await page.keyboard.press('Escape');
    await frame(page).waitFor({ state: 'hidden' });
    await payment(page).getByText('Pagamento Rejeitado', { exact: true }).waitFor();
    await payment(page).getByText('A confirmação do banco emissor não foi concluída.').waitFor();
    await press(payment(page), 'Tentar Novamente');
    await sendCard(page, '4242424242424242');
    await payment(page).getByText('Pagamento Aprovado!', { exact: true }).waitFor();
    await end(scene);
  });

  it("believes the provider when the issuer's page is closed after the bank has said yes", async () => {
    const scene = await open();
    const { page } = scene;
    await payWith(THREE_DS)(scene);
    await frame(page).waitFor();
    const issuer = await page.context().newPage();
    await issuer.goto((await frame(page).getAttribute('src')) ?? '');
    await issuer.getByRole('button', { name: /aprovar|autorizar|confirmar/i }).click();
    await issuer.waitForLoadState('networkidle');
    await page.bringToFront();
    await page.keyboard.press('Escape');
    await payment(page).getByText('Pagamento Aprovado!', { exact: true }).waitFor();
    await end(scene);
  });

  it('cannot be closed while a card payment is on its way, nor while credits are taken', async () => {
    const scene = await open(349_900);
    const { page } = scene;
    for (const [method, url, start] of [
      ['Pagar com cartão', '**/v1/payment_intents/*/confirm', () => sendCard(page, '4000000000000002')],
      ['Pagar com créditos', '**/credit-payment', () => press(payment(page), 'Confirmar pagamento')],
    ] as const) {
      const letGo = await hold(page, url);
      await openPayment(scene);
      await payment(page)
        .getByRole('button', { name: new RegExp(`^${method}`) })
        .click();
      const asked = page.waitForRequest(url);
      await start();
      await asked;
      await payment(page).locator('button.mantine-Modal-close:disabled').waitFor();
      await page.keyboard.press('Escape');
      expect(await payment(page).isVisible()).toBe(true);
      await letGo();
      if (method === 'Pagar com créditos') break;
      await payment(page).getByText('Pagamento Rejeitado', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await payment(page).waitFor({ state: 'hidden' });
    }
    await page.getByRole('article').getByText('Pago', { exact: true }).first().waitFor();
    await end(scene);
  });

  it('says that a registration is paid already when another tab has paid it', async () => {
    const scene = await open();
    await openPayment(scene);
    await payment(scene.page).getByLabel('Número do cartão').fill('4242');
    await payByCard(scene.api, scene.registration);
    await payment(scene.page).getByText('Este registro já está pago', { exact: true }).waitFor();
    expect(await payment(scene.page).getByLabel('Número do cartão').count()).toBe(0);
    await payment(scene.page).getByText('Fechar', { exact: true }).click();
    await payment(scene.page).waitFor({ state: 'hidden' });
    await end(scene);
  });

  it('says so as well when it was not told and the card is sent once more', async () => {
    const scene = await open();
    await goBlind(scene);
    await openPayment(scene);
    await payment(scene.page).getByLabel('Número do cartão').waitFor();
    await payByCard(scene.api, scene.registration);
    await sendCard(scene.page, '4242424242424242');
    await payment(scene.page).getByText('Este pagamento já foi feito', { exact: true }).waitFor();
    expect(await payment(scene.page).getByText('Pagamento Aprovado!').count()).toBe(0);
    await end(scene);
  });
});

describe('the holders of a registration that is to be paid', () => {
  it('are asked about once when the certificate would show them oddly, and never while the form is in use', async () => {
    const scene = await open();
    const { page, api } = scene;
    const path = `/api/registrations/${scene.registration}/holders`;
    await api.post(path, {
      holderName: 'Bruno Alves',
      holderTaxId: '111.444.777-35',
      ownershipPercentage: 92,
    });
    await page.reload();
    await openPayment(scene);
    const question = payment(page).getByRole('region', { name: 'Confira os titulares' });
    await question.getByText(/Faltam 8%/).waitFor();
    await question.getByText(/não está na lista/).waitFor();
    expect(await payment(page).getByLabel('Número do cartão').count()).toBe(0);
    expect(await question.getByRole('link', { name: 'Rever titulares' }).getAttribute('href')).toBe(
      `/register?id=${scene.registration}&step=holders`,
    );
    await press(question, 'Está certo, pagar');
    await payment(page).getByLabel('Número do cartão').fill('4242424242424242');
    await api.post(path, { holderName: 'Carla Dias', holderTaxId: '529.982.247-25', ownershipPercentage: 1 });
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    expect(await payment(page).getByLabel('Número do cartão').inputValue()).toBe('4242 4242 4242 4242');
    await page.keyboard.press('Escape');
    await payment(page).waitFor({ state: 'hidden' });
    // Other holders are another question; the same one is not asked again.
    await page.reload();
    await openPayment(scene);
    await question.getByText(/Faltam 7%/).waitFor();
    await press(question, 'Está certo, pagar');
    await page.reload();
    await openPayment(scene);
    await sendCard(page, '4242424242424242');
    await payment(page).getByText('Pagamento Aprovado!', { exact: true }).waitFor();
    await end(scene);
  });
});
