import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { newContextPage } from './browser.ts';
import { type Client, signUp, type User } from './client.ts';
import type { SourceZip } from './files.ts';
import { details } from './journey.ts';
import { setSessionCookie } from './payment-screens.ts';

export type Applicant = { page: Page; api: Client; user: User; password: string };

export async function applicant(
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<Applicant> {
  const { client: api, user, password } = await signUp(base);
  const { page } = await newContextPage(browser, base, options);
  await setSessionCookie(page, api);
  return { page, api, user, password };
}

/** Creates a registration through the API with the first step of the wizard completed. */
export const createBegun = async (api: Client, title = details.title): Promise<string> =>
  (await api.post<{ id: string }>('/api/registrations', { ...details, title })).id;

export async function openStep(page: Page, id: string, step: 'basic' | 'upload' | 'holders'): Promise<void> {
  await page.goto(`/register?id=${id}&step=${step}`);
  await page.getByRole('heading', { level: 2, name: HEADINGS[step] }).waitFor();
}

export const HEADINGS = {
  basic: 'Informações básicas',
  upload: 'Upload do arquivo',
  holders: 'Titulares de direitos',
} as const;

export const currentPath = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Título do software').fill(details.title);
  await page.getByLabel('Descrição').fill(details.description);
  await page
    .getByLabel('CPF/CNPJ do requerente')
    .pressSequentially(details.applicantTaxId.replace(/\W/g, ''));
}

export async function fillHolder(page: Page, name: string, taxId: string): Promise<void> {
  await page.getByLabel('Nome do titular').fill(name);
  const field = page.getByLabel('CPF/CNPJ do titular');
  await field.fill('');
  await field.pressSequentially(taxId);
}

export const chooseFile = (page: Page, zip: Pick<SourceZip, 'name' | 'bytes'>): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: zip.name, mimeType: 'application/zip', buffer: zip.bytes });
