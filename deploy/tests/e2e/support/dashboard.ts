import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { newContextPage } from './browser.ts';
import { type Client, demoSession, signUp, type User } from './client.ts';
import { makeSourceZip, type SourceZip } from './files.ts';
import { details } from './journey.ts';
import { setSessionCookie } from './payment-screens.ts';

export type ClientSession = { page: Page; api: Client; user: User };

/** Statuses in order (spec §4). */
const STATUSES = [
  'submitted',
  'paid',
  'reviewing',
  'government_processing',
  'completed',
  'certificate_issued',
] as const;
export type Status = (typeof STATUSES)[number];

/** Signs up a client; `seed` creates data before the browser opens. */
export async function signUpAndOpen(
  browser: Browser,
  base: string,
  seed: (api: Client) => Promise<unknown> = async () => {},
  options: BrowserContextOptions = {},
): Promise<ClientSession> {
  const { client: api, user } = await signUp(base);
  await seed(api);
  const { page } = await newContextPage(browser, base, options);
  await setSessionCookie(page, api);
  return { page, api, user };
}

export async function openDashboard(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard${query}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

export async function createDraft(api: Client, over: Partial<typeof details> = {}): Promise<string> {
  return (await api.post<{ id: string }>('/api/registrations', { ...details, ...over })).id;
}

export async function createWithFile(
  api: Client,
  over: Partial<typeof details> = {},
): Promise<{ id: string; zip: SourceZip }> {
  const id = await createDraft(api, over);
  const zip = await makeSourceZip();
  await api.ok(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw: { bytes: zip.bytes, type: 'application/zip' },
    headers: { 'x-file-name': encodeURIComponent(zip.name) },
  });
  return { id, zip };
}

/** Moves a registration with a file to a later status as an admin. */
export async function advanceStatus(
  base: string,
  id: string,
  to: Status,
  from: Status = 'submitted',
): Promise<void> {
  const admin = await demoSession(base, 'admin');
  for (let at = STATUSES.indexOf(from); at < STATUSES.indexOf(to); at += 1) {
    await admin.patch(`/api/admin/registrations/${id}/status`, {
      status: STATUSES[at + 1],
      expectedStatus: STATUSES[at],
    });
  }
}

export const card = (page: Page, title: string): Locator =>
  page.getByRole('article', { name: title, exact: true });

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name });
