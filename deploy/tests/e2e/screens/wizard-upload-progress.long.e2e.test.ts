import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { makeSourceZip } from '../support/files.ts';
import { focusIsKept, hasFocus } from '../support/keyboard.ts';
import { toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, begun, choose, HEADINGS, openStep, where } from '../support/wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const stored = (page: Page) => page.getByRole('region', { name: 'Arquivo guardado' });
const says = async (page: Page, title: string, text: string) => {
  await toast(page).getByText(title, { exact: true }).waitFor();
  await toast(page).getByText(text, { exact: true }).waitFor();
};

/** True when the page would let itself be closed without asking. */
const closesFreely = (page: Page): Promise<boolean> =>
  page.evaluate("window.dispatchEvent(new Event('beforeunload', { cancelable: true }))");

/** Slows what the page sends to this many bytes a second; null: as fast as it goes. */
async function throttle(page: Page, bytes: number | null): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytes ?? -1,
  });
}

describe('an upload on its way', () => {
  it('[wizard-upload] shows both progresses, holds Back and the page, and sets the two hashes side by side', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await begun(api);
    const zip = await makeSourceZip('fonte.zip');
    await openStep(page, id, 'basic');
    await page.getByRole('button', { name: 'Próximo' }).click();
    await page.getByText('Apenas .zip, até 500 MB').waitFor();
    await throttle(page, 15_000);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Escolher arquivo ZIP' }).press('Enter');
    await (await chooser).setFiles({ name: zip.name, mimeType: 'application/zip', buffer: zip.bytes });
    const bar = page.getByRole('progressbar', { name: 'Envio ao servidor' });
    await page.getByText(/Enviando… \d+% · .+ de .+ KB · restam cerca de \d+ s/).waitFor();
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
    const hashing = page.getByRole('progressbar', { name: 'SHA-256 no seu navegador' });
    await expect.poll(() => hashing.getAttribute('aria-valuetext')).toBe('Calculado');
    const cancel = page.getByRole('button', { name: 'Cancelar envio' });
    expect(await hasFocus(cancel)).toBe(true);
    expect(await page.getByRole('button', { name: 'Voltar' }).isDisabled()).toBe(true);
    expect(
      await page
        .getByRole('navigation')
        .or(page.getByRole('list', { name: 'Etapas do registro' }))
        .getByRole('link', { name: 'Informações' })
        .count(),
    ).toBe(0);
    expect(await closesFreely(page)).toBe(false);
    // The browser's own Back leads nowhere either, and other pages of the application do not cut the upload.
    await page.goBack();
    await expect.poll(() => where(page)).toBe(`/register?id=${id}&step=upload`);
    await cancel.waitFor();
    await throttle(page, null);
    await stored(page).waitFor();
    await page.getByText('Os dois hashes coincidem: o arquivo chegou intacto.').waitFor();
    expect((await stored(page).innerText()).split(zip.sha256)).toHaveLength(3);
    await stored(page).getByText('SHA-256 no seu navegador', { exact: true }).waitFor();
    await stored(page).getByText('SHA-256 no servidor', { exact: true }).waitFor();
    await says(page, 'Arquivo enviado com sucesso', `Hash SHA-256: ${zip.sha256.slice(0, 16)}…`);
    expect(await closesFreely(page)).toBe(true);
    const second = await makeSourceZip('segunda.zip');
    await page.getByRole('button', { name: 'Substituir arquivo' }).waitFor();
    await choose(page, second);
    await stored(page).getByText('segunda.zip').waitFor();
    expect(await api.ok(`/api/registrations/${id}`)).toMatchObject({ sha256: second.sha256 });
    await page.getByRole('button', { name: 'Próximo' }).click();
    await page.getByRole('heading', { level: 2, name: HEADINGS.holders }).waitFor();
  });

  it('[wizard-upload-elsewhere] goes on while one looks elsewhere in the application, and can be cancelled', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await begun(api);
    const zip = await makeSourceZip('longe.zip');
    await openStep(page, id, 'upload');
    await throttle(page, 15_000);
    await choose(page, zip);
    await page.getByRole('button', { name: 'Cancelar envio' }).click();
    await page.getByText('Arraste o ZIP até aqui ou escolha o arquivo').waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await focusIsKept(page);
    await choose(page, zip);
    await page.getByRole('progressbar').first().waitFor();
    await page.getByRole('link', { name: 'G2 Software Registry' }).first().click();
    await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor();
    await throttle(page, null);
    await toast(page).getByText('Arquivo enviado com sucesso').waitFor();
    expect(await api.ok(`/api/registrations/${id}`)).toMatchObject({ sha256: zip.sha256 });
    await page.goBack();
    await page.getByText('Os dois hashes coincidem: o arquivo chegou intacto.').waitFor();
  });
});
