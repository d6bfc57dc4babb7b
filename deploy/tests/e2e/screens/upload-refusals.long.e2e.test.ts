import { expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { makeSourceZip } from '../support/files.ts';
import { payable, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { failure, MATCH } from '../support/upload-screen.ts';
import { applicant, begun, choose, openStep, where } from '../support/wizard.ts';

const browser = await ownBrowser();

const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);

// Needs the whole stack: the file store inspects files, and registration knows earlier ones.
it('refuses an upload with the cause found in the file, and accepts a good replacement', async () => {
  const { page, api } = await applicant(browser, stackUrl());
  const own = await payable(api);
  const known = (await api.send(`/api/registrations/${own}/download`)).bytes;
  const id = await begun(api);
  await openStep(page, id, 'upload');
  for (const [name, bytes, cause] of [
    ['vazio.zip', EMPTY_ZIP, 'O ZIP está vazio: não contém nenhum arquivo.'],
    ['foto.zip', Buffer.from('\x89PNG\r\n\x1a\n'), 'O conteúdo deste arquivo não é um ZIP.'],
    ['mesmo.zip', known, 'Você já registrou este arquivo em outro registro.'],
  ] as const) {
    await choose(page, { name, bytes });
    await failure(page).getByText(`O envio não terminou: ${name}`).waitFor();
    await failure(page).getByText(cause, { exact: true }).waitFor();
    await toast(page).getByText(cause, { exact: true }).waitFor();
  }
  expect(await api.ok(`/api/registrations/${id}`)).toMatchObject({ sha256: null });
  await choose(page, await makeSourceZip('bom.zip'));
  await page.getByText(MATCH).waitFor();
  expect(await failure(page).count()).toBe(0);
  await choose(page, { name: 'mesmo.zip', bytes: known });
  await failure(page).getByRole('link', { name: 'Abrir o outro registro' }).click();
  await expect.poll(() => where(page)).toBe(`/register?id=${own}&step=basic`);
});
