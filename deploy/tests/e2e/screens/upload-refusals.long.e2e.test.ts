import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { makeSourceZip, scratch } from '../support/files.ts';
import { toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, begun, choose, openStep } from '../support/wizard.ts';

const browser = await ownBrowser();

const failure = (page: Page) => page.getByRole('region', { name: 'O envio não terminou' });

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);

/** One byte too large; its bytes lie nowhere. */
function tooLarge(): string {
  const path = join(scratch, 'enorme.zip');
  writeFileSync(path, '');
  truncateSync(path, 524_288_001);
  return path;
}

/** Each file, what the panel says of it, and title and text of the toast. */
const files = [
  ['vazio.zip', EMPTY_ZIP, 'O ZIP está vazio: não contém nenhum arquivo.', 'Erro no upload'],
  ['zero.zip', Buffer.alloc(0), 'O arquivo tem 0 byte.', 'Arquivo vazio'],
  ['foto.zip', PNG, 'O conteúdo deste arquivo não é um ZIP.', 'Erro no upload'],
  ['foto.png', PNG, 'Apenas arquivos ZIP são permitidos.', 'Tipo de arquivo inválido'],
  ['enorme.zip', tooLarge, 'O arquivo não pode exceder 500MB.', 'Arquivo muito grande'],
] as const;

describe('a file that is refused', () => {
  it('is named in the panel with its own cause, and the panel is always of the last one chosen', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await begun(api);
    await openStep(page, id, 'upload');
    // Round once more, so that each follows another.
    for (const [name, content, cause, title] of [...files, ...files.slice(0, 2)]) {
      if (typeof content === 'function') await page.locator('input[type=file]').setInputFiles(content());
      else await choose(page, { name, bytes: content });
      await failure(page).getByText(`O envio não terminou: ${name}`).waitFor();
      await failure(page).getByText(cause, { exact: true }).waitFor();
      await failure(page).getByText('Escolha outro arquivo para continuar.').waitFor();
      expect(await failure(page).count()).toBe(1);
      await toast(page).getByText(title, { exact: true }).waitFor();
      await toast(page).getByText(cause, { exact: true }).waitFor();
    }
    const zip = await makeSourceZip('bom.zip');
    await choose(page, zip);
    await page.getByText('Os dois hashes coincidem: o arquivo chegou intacto.').waitFor();
    expect(await failure(page).count()).toBe(0);
    // One that is refused afterwards takes nothing from what is stored.
    await choose(page, { name: 'zero.zip', bytes: Buffer.alloc(0) });
    await failure(page).getByText('O arquivo tem 0 byte.').waitFor();
    await page.getByRole('region', { name: 'Arquivo guardado' }).getByText('bom.zip').waitFor();
  });
});

/** Has a drag event happen; answers whether the page kept the browser from acting on it. */
const drag = (page: Page, type: string, at: string, onto: string | null = null): Promise<boolean> =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'solto.zip'));
    const onto = ${onto === null ? 'null' : `document.querySelector(${JSON.stringify(onto)})`};
    const event = new DragEvent(${JSON.stringify(type)}, {
      dataTransfer: data, relatedTarget: onto, bubbles: true, cancelable: true,
    });
    document.querySelector(${JSON.stringify(at)}).dispatchEvent(event);
    return event.defaultPrevented;
  })()`);

describe('a file that is dragged', () => {
  const zone = 'div:has(> input[type=file])';

  it('over what stands in the upload area is still over the area', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    await openStep(page, await begun(api), 'upload');
    const isOver = () => page.locator(zone).getAttribute('data-over');
    await drag(page, 'dragover', zone);
    await expect.poll(isOver).toBe('true');
    await drag(page, 'dragleave', zone, `${zone} button`);
    await drag(page, 'dragleave', `${zone} button`, `${zone} p`);
    expect(await isOver()).toBe('true');
    await drag(page, 'dragleave', zone, 'h1');
    await expect.poll(isOver).toBeNull();
  });

  it('and dropped beside it does not take the place of the application', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    await openStep(page, await begun(api), 'upload');
    expect(await drag(page, 'dragover', 'h1')).toBe(true);
    expect(await drag(page, 'drop', 'h1')).toBe(true);
    await page.getByRole('heading', { name: 'Upload do arquivo' }).waitFor();
  });
});
