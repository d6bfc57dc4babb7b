import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { type Client, confirmCard } from './client.ts';
import { makeSourceZip } from './files.ts';
import { details } from './journey.ts';

export const FEE = 349_900;
const MIN_PURCHASE = 10_000;

/** Buys credits by card. @param hundredths hundredths of a credit, at least the minimum purchase */
export async function buyCredits(api: Client, hundredths: number): Promise<void> {
  expect(hundredths).toBeGreaterThanOrEqual(MIN_PURCHASE);
  const intent = await api.post<Parameters<typeof confirmCard>[1]>('/api/credit-purchase/payment-intent', {
    customAmount: hundredths,
  });
  await confirmCard(api, intent);
  await api.post(`/api/payments/${intent.paymentIntentId}/sync`);
}

export async function createPayable(api: Client): Promise<string> {
  const made = await api.post<{ id: string }>('/api/registrations', details);
  const zip = await makeSourceZip();
  await api.ok(`/api/registrations/${made.id}/upload`, {
    method: 'POST',
    raw: { bytes: zip.bytes, type: 'application/zip' },
    headers: { 'x-file-name': 'fonte.zip' },
  });
  return made.id;
}

/** Pays a registration by card through the API. @returns the intent's id */
export async function payByCard(api: Client, id: string): Promise<string> {
  const intent = await api.post<Parameters<typeof confirmCard>[1]>(`/api/registrations/${id}/payment-intent`);
  await confirmCard(api, intent);
  await api.post(`/api/payments/${intent.paymentIntentId}/sync`);
  const isPaid = async () => (await api.ok<{ status: string }>(`/api/registrations/${id}`)).status === 'paid';
  await vi.waitUntil(isPaid, { timeout: 20_000, interval: 50 });
  return intent.paymentIntentId;
}

/** Copies the session cookie of `api` into a browser. */
export async function setSessionCookie(page: Page, api: Client): Promise<void> {
  const [name = '', value = ''] = api.cookie.split('=');
  await page.context().addCookies([{ name, value, url: api.base }]);
}

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const toast = (page: Page): Locator => page.getByRole('region', { name: 'Notificações (F8)' });
export const press = (where: Locator, name: string | RegExp): Promise<void> =>
  where.getByRole('button', { name, exact: true }).click();

export const paymentRegion = (page: Page): Locator =>
  page.getByRole('main').getByRole('region', { name: 'Pagamento', exact: true });

/** Fills and submits the open card form. @param form the dialog or page region that contains it */
export async function sendCard(page: Page, number: string, form = dialog(page).first()): Promise<void> {
  await form.getByLabel('Número do cartão').fill(number);
  await form.getByLabel('Validade (MM/AA)').fill('1230');
  await form.getByLabel('CVC').fill('123');
  await press(form, /^Pagar R\$/);
}
