import type { Browser, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { expect, vi } from 'vitest';
import { person } from './browser.ts';
import { type Client, confirmCard, demoSession, signUp, type User } from './client.ts';
import { makeSourceZip } from './files.ts';
import { details } from './journey.ts';

/** A client at the dashboard, in a browser of its own, and the same account by HTTP. */
export type Scene = { page: Page; api: Client; user: User; registration: string };

/** What a scene starts from; `balance` in hundredths of a credit. */
export type Needs = { balance?: number; registration?: 'payable' | 'paid' };

/** A condition, how it is brought about, and what the person is told. */
export type Row = Needs & {
  when: string;
  drive: (scene: Scene) => Promise<void>;
  /** Title and description of the toast. */
  toast?: readonly [string, string];
  /** Texts then on the page, or in the dialog when one is open. */
  shows?: readonly string[];
  afterwards?: (scene: Scene) => Promise<void>;
};

export const FEE = 349_900;
const MIN_PURCHASE = 10_000;

/** Buys credits by card; amounts below the least purchase are not to be had. */
export async function buyCredits(api: Client, hundredths: number): Promise<void> {
  expect(hundredths).toBeGreaterThanOrEqual(MIN_PURCHASE);
  const intent = await api.post<Parameters<typeof confirmCard>[1]>('/api/credit-purchase/payment-intent', {
    customAmount: hundredths,
  });
  await confirmCard(api, intent);
  await api.post(`/api/payments/${intent.paymentIntentId}/sync`);
}

/** A registration that waits for its payment. */
export async function payable(api: Client): Promise<string> {
  const made = await api.post<{ id: string }>('/api/registrations', details);
  const zip = await makeSourceZip();
  await api.ok(`/api/registrations/${made.id}/upload`, {
    method: 'POST',
    raw: { bytes: zip.bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'fonte.zip' },
  });
  return made.id;
}

/** Pays a registration by card, outside of any screen; the intent's id. */
export async function payByCard(api: Client, id: string): Promise<string> {
  const intent = await api.post<Parameters<typeof confirmCard>[1]>(`/api/registrations/${id}/payment-intent`);
  await confirmCard(api, intent);
  await api.post(`/api/payments/${intent.paymentIntentId}/sync`);
  const isPaid = async () => (await api.ok<{ status: string }>(`/api/registrations/${id}`)).status === 'paid';
  await vi.waitUntil(isPaid, { timeout: 20_000, interval: 50 });
  return intent.paymentIntentId;
}

/** Has the staff take a paid registration up and send it back. */
export async function sendBack(api: Client, id: string, reason?: string): Promise<void> {
  const operator = await demoSession(api.base, 'operator');
  const act = (body: object) => operator.patch(`/api/registrations/${id}/operator-action`, body);
  await act({ action: 'approve', expectedStatus: 'paid' });
  await act({ action: 'request_corrections', expectedStatus: 'reviewing', ...(reason && { reason }) });
}

/** A new client with what the row needs, signed in at the dashboard. */
export async function openScene(
  browser: Browser,
  base: string,
  needs: Needs,
  options: BrowserContextOptions = {},
): Promise<Scene> {
  const { client: api, user } = await signUp(base);
  if (needs.balance !== undefined) await buyCredits(api, needs.balance);
  const registration = needs.registration === undefined ? '' : await payable(api);
  if (needs.registration === 'paid') await payByCard(api, registration);
  const { page } = await person(browser, base, options);
  await enter(page, api);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor();
  return { page, api, user, registration };
}

/** Gives a browser the session that `api` has. */
export async function enter(page: Page, api: Client): Promise<void> {
  const [name = '', value = ''] = api.cookie.split('=');
  await page.context().addCookies([{ name, value, url: api.base }]);
}

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const toast = (page: Page): Locator => page.getByRole('region', { name: 'Notificações (F8)' });
export const press = (where: Locator, name: string | RegExp): Promise<void> =>
  where.getByRole('button', { name, exact: true }).click();

/** The payment on the wizard's last screen. */
export const paymentHere = (page: Page): Locator =>
  page.getByRole('main').getByRole('region', { name: 'Pagamento', exact: true });

/** Presses 'Pagar' on the registration's card. */
export const openPayment = ({ page }: Scene): Promise<void> =>
  page.getByRole('button', { name: 'Pagar', exact: true }).first().click();

/** Fills the card form that is open and sends it. @param form what holds it: the dialog, or the page's own part */
export async function sendCard(page: Page, number: string, form = dialog(page).first()): Promise<void> {
  await form.getByLabel('Número do cartão').fill(number);
  await form.getByLabel('Validade (MM/AA)').fill('1230');
  await form.getByLabel('CVC').fill('123');
  await press(form, /^Pagar R\$/);
}

/** Opens the registration's payment and sends this card. */
export const payWith =
  (number: string) =>
  async (scene: Scene): Promise<void> => {
    await openPayment(scene);
    await sendCard(scene.page, number);
  };

/** Opens the purchase of a custom amount, up to the card form. */
export async function openPurchase({ page }: Scene, amount: string): Promise<void> {
  await press(page.getByRole('main'), 'Comprar Créditos');
  await dialog(page).getByLabel('Valor personalizado').fill(amount);
  await press(dialog(page), 'Continuar para Pagamento');
}

/** Answers one call in the place of its server. */
export const answer = (
  page: Page,
  url: string,
  status: number,
  body: object,
  method?: string,
): Promise<unknown> => once(page, url, method, (route) => route.fulfill({ status, json: body }));

/** Cuts the line for one call. */
export const cut = (page: Page, url: string, method?: string): Promise<unknown> =>
  once(page, url, method, (route) => route.abort('connectionreset'));

/** Acts on one call; by a method where the page reads at the same address, which it does again when its line stands. */
function once(
  page: Page,
  url: string,
  method: string | undefined,
  act: (route: Route) => Promise<void>,
): Promise<unknown> {
  let isOver = false;
  return page.route(url, async (route) => {
    if (isOver || (method !== undefined && route.request().method() !== method)) return route.fallback();
    isOver = true;
    await act(route);
  });
}

/** No live events from now on: the screen shows what was true before. */
export async function goBlind({ page }: Scene): Promise<void> {
  await page.route('**/api/events', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor();
}

export const closed = ({ page }: Scene): Promise<void> => dialog(page).waitFor({ state: 'hidden' });
export const formIsBack = ({ page }: Scene): Promise<void> =>
  dialog(page).getByLabel('Número do cartão').waitFor();
