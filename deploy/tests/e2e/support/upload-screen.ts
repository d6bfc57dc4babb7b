import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Client } from './client.ts';
import { makeSourceZip, type SourceZip } from './files.ts';
import type { HoldingProxy } from './held-line.ts';
import { applicant, createBegun, openStep } from './wizard.ts';

/** Time-out until the screen shows the file that the server has, ms. The product promises 2 s on an idle machine. */
const SOON_MS = 10_000;
export const HASHES_MATCH_TEXT = 'Os dois hashes coincidem: o arquivo chegou intacto.';
const CHECKING_TEXT = /^(Conferindo o que o servidor guardou…|O servidor não respondeu)$/;

export const stored = (page: Page) => page.getByRole('region', { name: 'Arquivo guardado' });
export const failure = (page: Page) => page.getByRole('region', { name: 'O envio não terminou' });
const asking = (page: Page) => page.getByText(CHECKING_TEXT);

/** Hash of the stored file as the screen shows it; null when none is shown. */
async function shownHash(page: Page): Promise<string | null> {
  const text = await stored(page)
    .allInnerTexts()
    .then((all) => all.join(' '));
  const hashes = text.replaceAll(/\s/g, '').match(/[0-9a-f]{64}/g);
  return hashes?.at(-1) ?? null;
}

const heldHash = async (api: Client, id: string) =>
  (await api.ok<{ sha256: string | null }>(`/api/registrations/${id}`)).sha256;

/** Checks that server and screen both show this hash. */
export async function expectStored(
  page: Page,
  api: Client,
  id: string,
  sha256: string | null,
): Promise<void> {
  expect(await heldHash(api, id)).toBe(sha256);
  const seen = async () => ((await asking(page).count()) > 0 ? 'asking' : shownHash(page));
  await expect.poll(seen, { timeout: SOON_MS, interval: 50 }).toBe(sha256);
}

async function upload(api: Client, id: string, zip: SourceZip): Promise<void> {
  await api.ok(`/api/registrations/${id}/upload`, {
    method: 'POST',
    raw: { bytes: zip.bytes, type: 'application/zip' },
    headers: { 'x-file-name': encodeURIComponent(zip.name) },
  });
}

/** Opens the upload step, through the proxy, of a registration that already has file A. */
export async function startWithFileA(browser: Browser, line: HoldingProxy) {
  const who = await applicant(browser, line.url);
  const id = await createBegun(who.api);
  const a = await makeSourceZip('a.zip');
  await upload(who.api, id, a);
  await openStep(who.page, id, 'upload');
  await expectStored(who.page, who.api, id, a.sha256);
  return { ...who, id, a, held: (sha256: string | null) => expectStored(who.page, who.api, id, sha256) };
}
