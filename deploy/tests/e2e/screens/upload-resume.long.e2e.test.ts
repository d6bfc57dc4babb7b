import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { closeAfterTests } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { launchForTests } from '../support/browser.ts';
import { scratch } from '../support/files.ts';
import { startHoldingProxy } from '../support/held-line.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, createBegun, openStep } from '../support/wizard.ts';

const browser = await launchForTests();
const line = await closeAfterTests(startHoldingProxy(stackUrl()));

const BYTES = 60 * 1024 * 1024;
/** Maximum bytes that the server has received but may not have on disk: it syncs every 4 MB. */
const UNWRITTEN = 8 * 1024 * 1024;
type Standing = { state: string; offset: number };

it('[upload-resume] resumes 60 MB after a network cut and a reload without resending stored bytes', async () => {
  const { page, api } = await applicant(browser, line.url);
  const id = await createBegun(api);
  const zip = new ZipFile();
  zip.addBuffer(randomBytes(BYTES), 'fonte.bin', { compress: false });
  zip.end();
  const path = join(scratch, 'sessenta.zip');
  writeFileSync(path, await buffer(zip.outputStream));
  const standing = () => api.ok<Standing>(`/api/registrations/${id}/upload`);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  // Leaving during an upload shows a confirmation dialog.
  page.on('dialog', (question) => void question.accept());

  await openStep(page, id, 'upload');
  const half = line.hold(BYTES / 2);
  await page.locator('input[type=file]').setInputFiles(path);
  const held = await half;
  // Bytes in transit are lost with the connection; wait until the server has stored most of them.
  await expect
    .poll(async () => (await standing()).offset, { timeout: 60_000 })
    .toBeGreaterThan(BYTES / 2 - UNWRITTEN);
  held.cut();
  await page.getByText('Sem conexão. O envio continua quando ela voltar.').first().waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Envio interrompido' }).waitFor();
  const { state, offset } = await standing();
  expect(state).toBe('receiving');
  expect(offset).toBeGreaterThan(BYTES / 2 - UNWRITTEN);

  line.recover();
  const before = offsets.length;
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher o arquivo' }).click();
  await (await chosen).setFiles(path);
  await expect.poll(async () => (await standing()).state, { timeout: 60_000 }).toBe('stored');
  await page.getByText('SHA-256 no servidor').first().waitFor();
  expect(offsets[before]).toBe(offset);
});
