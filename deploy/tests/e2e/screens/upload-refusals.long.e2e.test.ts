import { expect, it } from 'vitest';
import { launchForTests } from '../support/browser.ts';
import { makeSourceZip } from '../support/files.ts';
import { createPayable, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { failure, HASHES_MATCH_TEXT } from '../support/upload-screen.ts';
import { applicant, chooseFile, createBegun, currentPath, openStep } from '../support/wizard.ts';

const browser = await launchForTests();

const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);

// This test needs the whole stack: the file store inspects files, and registration finds duplicates of earlier files.
it('shows why a file is refused, and accepts a valid file afterwards', async () => {
  const { page, api } = await applicant(browser, stackUrl());
  const own = await createPayable(api);
  const known = (await api.send(`/api/registrations/${own}/download`)).bytes;
  const id = await createBegun(api);
  await openStep(page, id, 'upload');
  for (const [name, bytes, cause] of [
    ['vazio.zip', EMPTY_ZIP, 'O ZIP está vazio: não contém nenhum arquivo.'],
    ['foto.zip', Buffer.from('\x89PNG\r\n\x1a\n'), 'O conteúdo deste arquivo não é um ZIP.'],
    ['mesmo.zip', known, 'Você já registrou este arquivo em outro registro.'],
  ] as const) {
    await chooseFile(page, { name, bytes });
    await failure(page).getByText(`O envio não terminou: ${name}`).waitFor();
    await failure(page).getByText(cause, { exact: true }).waitFor();
    await toast(page).getByText(cause, { exact: true }).waitFor();
  }
  expect(await api.ok(`/api/registrations/${id}`)).toMatchObject({ sha256: null });
  await chooseFile(page, await makeSourceZip('bom.zip'));
  await page.getByText(HASHES_MATCH_TEXT).waitFor();
  expect(await failure(page).count()).toBe(0);
  await chooseFile(page, { name: 'mesmo.zip', bytes: known });
  await failure(page).getByRole('link', { name: 'Abrir o outro registro' }).click();
  await expect.poll(() => currentPath(page)).toBe(`/register?id=${own}&step=basic`);
});
