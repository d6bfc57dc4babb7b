import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { ownBrowser } from '../support/browser.ts';
import { scratch } from '../support/files.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, begun, openStep } from '../support/wizard.ts';

const browser = await ownBrowser();

const BYTES = 60 * 1024 * 1024;
/** Of the line, up, bytes a second. */
const RATE = 12 * 1024 * 1024;
type Standing = { state: string; offset: number; size: number | null };

it('[upload-resume] 60 MB, the network cut at half, the page loaded anew: what was sent is not sent again', async () => {
  const { page, api } = await applicant(browser, stackUrl());
  const id = await begun(api);
  const zip = new ZipFile();
  zip.addBuffer(randomBytes(BYTES), 'fonte.bin', { compress: false });
  zip.end();
  const path = join(scratch, 'sessenta.zip');
  writeFileSync(path, await buffer(zip.outputStream));
  const line = await page.context().newCDPSession(page);
  const set = (offline: boolean) =>
    line.send('Network.emulateNetworkConditions', {
      offline,
      latency: 5,
      downloadThroughput: -1,
      uploadThroughput: RATE,
    });
  const standing = () => api.ok<Standing>(`/api/registrations/${id}/upload`);
  const offsets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
  });
  await openStep(page, id, 'upload');
  await set(false);
  await page.locator('input[type=file]').setInputFiles(path);
  await expect.poll(async () => (await standing()).offset, { timeout: 60_000 }).toBeGreaterThan(BYTES / 2);
  await set(true);
  await page.getByText('Sem conexão. O envio continua quando ela voltar.').first().waitFor();
  await set(false);
  await page.reload();
  await page.getByRole('region', { name: 'Envio interrompido' }).waitFor();
  const { offset } = await standing();
  expect(offset).toBeGreaterThan(BYTES / 2);
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher o arquivo' }).click();
  await (await chosen).setFiles(path);
  await expect.poll(async () => (await standing()).state, { timeout: 60_000 }).toBe('stored');
  // Each request began where the bytes before it ended.
  expect(offsets.map(Number)).toEqual(offsets.map(Number).toSorted((a, b) => a - b));
  expect(Number(offsets.at(-1))).toBeGreaterThan(BYTES / 2);
});
