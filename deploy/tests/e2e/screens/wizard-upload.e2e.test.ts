import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { makeSourceZip, scratch } from '../support/files.ts';
import { answer, cut, payable, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, begun, choose, HEADINGS, openStep, where } from '../support/wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const BIG = 524_288_001;
const failure = (page: Page) => page.getByRole('region', { name: 'O envio não terminou' });
const says = async (page: Page, title: string, text: string) => {
  await toast(page).getByText(title, { exact: true }).waitFor();
  await toast(page).getByText(text, { exact: true }).waitFor();
};

/** A file one byte too large; what its bytes are nobody asks, so the disk need not hold them. */
function tooLarge(): string {
  const path = join(scratch, 'enorme.zip');
  writeFileSync(path, '');
  truncateSync(path, BIG);
  return path;
}

/** Drops something on the upload area: a file, or text that is none. */
const drop = async (page: Page, name: string | null): Promise<void> => {
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    const name = ${JSON.stringify(name)};
    if (name === null) data.setData('text/plain', 'nada');
    else data.items.add(new File(['x'], name));
    return data;
  })()`);
  await page.locator('input[type=file]').locator('..').dispatchEvent('drop', { dataTransfer: data });
};

describe('the upload step', () => {
  it('[wizard-upload-rules] refuses what is no ZIP, too large or nothing, with the texts of the specification', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await begun(api);
    await openStep(page, id, 'upload');
    const uploads: string[] = [];
    page.on('request', (request) => request.url().endsWith('/upload') && uploads.push(request.url()));
    await drop(page, 'fonte.rar');
    await says(page, 'Tipo de arquivo inválido', 'Apenas arquivos ZIP são permitidos.');
    await page.locator('input[type=file]').setInputFiles(tooLarge());
    await says(page, 'Arquivo muito grande', 'O arquivo não pode exceder 500MB.');
    await drop(page, null);
    await says(page, 'Nenhum arquivo selecionado', 'Por favor, selecione um arquivo ZIP.');
    await toast(page).getByRole('button', { name: 'Fechar notificação' }).click();
    const next = page.getByRole('button', { name: 'Próximo' });
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    await next.press('Enter');
    await says(page, 'Nenhum arquivo selecionado', 'Por favor, selecione um arquivo ZIP.');
    expect(uploads).toEqual([]);
    // What only the server can see: a ZIP by name alone, and an empty one.
    await choose(page, { name: 'falso.zip', bytes: Buffer.from('isto não é um ZIP') });
    await says(page, 'Erro no upload', 'O conteúdo deste arquivo não é um ZIP.');
    await failure(page).getByText('Escolha outro arquivo para continuar.').waitFor();
    await choose(page, { name: 'vazio.zip', bytes: Buffer.alloc(0) });
    await failure(page).getByText('O envio não terminou: vazio.zip').waitFor();
    expect(await api.ok(`/api/registrations/${id}`)).toMatchObject({ sha256: null });
  });

  it('[wizard-upload-errors] names each failure, starts again from 0 and offers the way on', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await begun(api);
    const zip = await makeSourceZip('fonte.zip');
    await openStep(page, id, 'upload');
    const url = '**/upload';
    const retry = failure(page).getByRole('button', { name: 'Enviar novamente' });
    await cut(page, url);
    await choose(page, zip);
    await says(page, 'Erro no upload', 'Erro de rede ao enviar arquivo');
    await failure(page).getByText('Erro de rede ao enviar arquivo').waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    const tries: [number, string | object, string][] = [
      [503, { message: 'O serviço está indisponível.', code: 'unavailable' }, 'O serviço está indisponível.'],
      [502, '<html>', 'Erro ao enviar arquivo'],
      [200, '{', 'Erro ao processar resposta do servidor'],
    ];
    for (const [status, body, text] of tries) {
      const fulfil = typeof body === 'string' ? { status, body } : { status, json: body };
      await page.route(url, (route) => route.fulfill(fulfil), { times: 1 });
      await retry.click();
      await says(page, 'Erro no upload', text);
    }
    // A file that was refused would be refused again: no retry, another file instead.
    for (const [status, message] of [
      [413, 'O arquivo não pode exceder 500MB.'],
      [415, 'Tipo de conteúdo não aceito.'],
    ] as const) {
      await answer(page, url, status, { message, code: 'x' });
      await choose(page, zip);
      await says(page, 'Erro no upload', message);
      await failure(page).getByText('Escolha outro arquivo para continuar.').waitFor();
      expect(await retry.count()).toBe(0);
    }
    // A server that had read other bytes than this browser would be found out here.
    const odd = 'f'.repeat(64);
    await page.route(`**/api/registrations/${id}`, async (route) => {
      const response = await route.fetch();
      const record = (await response.json()) as { sha256: string | null };
      await route.fulfill({ response, json: { ...record, sha256: record.sha256 && odd } });
    });
    await page.route(url, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), sha256: odd } });
    });
    await choose(page, zip);
    await page.getByRole('alert').getByText('Os hashes não coincidem. Envie o arquivo novamente.').waitFor();
    expect(await page.getByRole('button', { name: 'Próximo' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('[wizard-upload-duplicate] a file registered before: one’s own is a click away, somebody’s stays unnamed', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const own = await payable(api);
    const bytes = (await api.send(`/api/registrations/${own}/download`)).bytes;
    const id = await begun(api);
    await openStep(page, id, 'upload');
    await choose(page, { name: 'mesmo.zip', bytes });
    await says(page, 'Erro no upload', 'Você já registrou este arquivo em outro registro.');
    await failure(page).getByRole('link', { name: 'Abrir o outro registro' }).click();
    await page.getByRole('heading', { level: 2, name: HEADINGS.basic }).waitFor();
    expect(where(page)).toBe(`/register?id=${own}&step=basic`);
    const other = await applicant(browser, stackUrl());
    await openStep(other.page, await begun(other.api), 'upload');
    await choose(other.page, { name: 'mesmo.zip', bytes });
    await says(other.page, 'Erro no upload', 'Este arquivo já foi registrado.');
    await failure(other.page).getByText('Se este código é seu, fale com a nossa equipe.').waitFor();
    expect(await failure(other.page).getByRole('link').getAttribute('href')).toBe('/help');
  });
});
