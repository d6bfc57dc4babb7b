import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { details } from '../support/journey.ts';
import { hasFocus } from '../support/keyboard.ts';
import { dialog, payable, payByCard, press, sendBack } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, describedBy, nameHolder, openStep, where } from '../support/wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const ACME = 'ACME Tecnologia Ltda';
const name = (page: Page) => page.getByLabel('Nome do titular');
const taxId = (page: Page) => page.getByLabel('CPF/CNPJ do titular');
const share = (page: Page) => page.getByLabel('Percentual (%)');
const finish = (page: Page) => page.getByRole('button', { name: 'Concluir Registro' }).click();
const isDone = (page: Page) => page.getByRole('heading', { level: 1, name: /^Falta o pagamento/ }).waitFor();
const list = (api: Client, id: string, holderName: string, ownershipPercentage: number) =>
  api.post(`/api/registrations/${id}/holders`, {
    holderName,
    holderTaxId: '12.ABC.345/01DE-35',
    ownershipPercentage,
  });

/** The third step of a registration that waits for its payment, of this holder. */
async function step3(holderName = details.holderName) {
  const { page, api } = await applicant(browser, stackUrl());
  const id = await payable(api);
  await api.patch(`/api/registrations/${id}`, { holderName });
  return { page, api, id, open: () => openStep(page, id, 'holders') };
}

describe('the holders and the holder of the first step', () => {
  it('[wizard-holders-prefill] the form starts with that holder, and with the applicant’s CPF only when they are one', async () => {
    const { page, api, id, open } = await step3();
    await open();
    expect([await name(page).inputValue(), await taxId(page).inputValue()]).toEqual([
      details.holderName,
      details.applicantTaxId,
    ]);
    // Nobody's CPF goes with somebody else's name; it comes back with its own.
    await name(page).fill('Bruno Araújo');
    expect(await taxId(page).inputValue()).toBe('');
    await name(page).fill(details.holderName);
    expect(await taxId(page).inputValue()).toBe(details.applicantTaxId);
    await share(page).fill('60');
    await page.getByRole('button', { name: 'Adicionar Titular' }).click();
    await page.getByText('Total: 60%', { exact: true }).waitFor();
    await expect.poll(() => name(page).inputValue(), { timeout: 15_000 }).toBe('');
    await page.getByRole('button', { name: `Remover ${details.holderName}` }).click();
    await expect.poll(() => name(page).inputValue(), { timeout: 15_000 }).toBe(details.holderName);
    await api.patch(`/api/registrations/${id}`, { holderName: ACME });
    await open();
    expect([await name(page).inputValue(), await taxId(page).inputValue()]).toEqual([ACME, '']);
  });

  it('[wizard-holders-sole] the only holder is the one of the first step, not the applicant', async () => {
    const { page, api, id, open } = await step3(ACME);
    await open();
    await page.getByRole('button', { name: 'Sou o único titular' }).click();
    expect([await name(page).inputValue(), await share(page).inputValue()]).toEqual([ACME, '100']);
    expect(await hasFocus(taxId(page))).toBe(true);
    await taxId(page).pressSequentially('12abc34501de35');
    await page.getByRole('button', { name: 'Adicionar Titular' }).click();
    await page.getByText('Os percentuais somam exatamente 100%.').waitFor();
    const { items } = await api.ok<{ items: object[] }>(`/api/registrations/${id}/holders`);
    expect(items).toMatchObject([{ holderName: ACME, ownershipPercentage: 100 }]);
    // The whole of it is theirs: nothing to ask.
    await finish(page);
    await isDone(page);
  });

  it('[wizard-holders-question] less than the whole, or a list without them, is confirmed before it is finished', async () => {
    const { page, api, id, open } = await step3(ACME);
    for (const [who, percent] of [
      ['Bruno', 33],
      ['Carla', 34],
      ['Heitor', 25],
    ] as const)
      await list(api, id, who, percent);
    await open();
    await page.getByText(/se repete: Bruno, Carla, Heitor/).waitFor();
    await finish(page);
    await dialog(page).getByText('Participação declarada: 92% (8% não atribuídos)').waitFor();
    await dialog(page).getByText(`${ACME} (sem participação declarada)`).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    expect(where(page)).toBe(`/register?id=${id}&step=holders`);
    await nameHolder(page, ACME, '11222333000181');
    await share(page).fill('7');
    await page.getByRole('button', { name: 'Adicionar Titular' }).click();
    await page.getByText('Total: 99%', { exact: true }).waitFor();
    await finish(page);
    await dialog(page)
      .getByText(/^Falta 1%: .*99% \(1% não atribuído\)/)
      .waitFor();
    expect(await dialog(page).innerText()).not.toContain('sem participação');
    await press(dialog(page), 'Concluir assim mesmo');
    await isDone(page);
    // Who comes to the end past the question reads the same there.
    await page.reload();
    await page
      .getByRole('main')
      .getByText(/^Falta 1%/)
      .waitFor();
    await page.getByRole('link', { name: 'Rever titulares' }).click();
    await page.getByText('Total: 99%', { exact: true }).waitFor();
  });

  it('[wizard-holders-optional] nobody listed, or all of it with them among the holders, needs no question', async () => {
    const { page, api, id, open } = await step3(ACME);
    await open();
    await finish(page);
    await isDone(page);
    await list(api, id, 'Bruno', 60);
    await list(api, id, 'acme  tecnologia LTDA', 40);
    await open();
    await finish(page);
    await isDone(page);
  });

  it('[wizard-holders-repeated] a CPF that is listed already is pointed out, and not refused', async () => {
    const { page, api, id, open } = await step3();
    await list(api, id, 'Bruno', 40);
    await open();
    await nameHolder(page, 'Carla', '12abc34501de35');
    await expect
      .poll(() => describedBy(taxId(page)), { timeout: 15_000 })
      .toContain('este CPF/CNPJ já é o de Bruno');
    await share(page).fill('60');
    await page.getByRole('button', { name: 'Adicionar Titular' }).click();
    await page.getByText(/O CPF\/CNPJ .* se repete: Bruno, Carla\./).waitFor();
    await page.getByText('Total: 100%', { exact: true }).waitFor();
  });

  it('[wizard-holders-kept] what is typed outlives a 503, a cut line and a reload', async () => {
    const { page, id, open } = await step3();
    await open();
    await nameHolder(page, 'Carla Dias', '12abc34501de35');
    await share(page).fill('33,3');
    const typed = async () => [
      await name(page).inputValue(),
      await taxId(page).inputValue(),
      await share(page).inputValue(),
    ];
    await page.reload();
    expect(await typed()).toEqual(['Carla Dias', '12.ABC.345/01DE-35', '33,3']);
    await share(page).fill('33');
    const url = `**/api/registrations/${id}/holders`;
    for (const fail of ['503', 'cut'] as const) {
      await page.route(
        url,
        (route) =>
          fail === 'cut'
            ? route.abort('connectionreset')
            : route.fulfill({ status: 503, json: { message: 'Indisponível', code: 'unavailable' } }),
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Adicionar Titular' }).click();
      await page.getByText('Erro ao adicionar titular').first().waitFor();
      expect(await typed()).toEqual(['Carla Dias', '12.ABC.345/01DE-35', '33']);
      await page.reload();
      expect(await typed()).toEqual(['Carla Dias', '12.ABC.345/01DE-35', '33']);
    }
    await page.getByRole('button', { name: 'Adicionar Titular' }).click();
    await page.getByText('Total: 33%', { exact: true }).waitFor();
  });

  it('[wizard-corrections-reason] what the team asked for stands above all three steps', async () => {
    const { page, api, id } = await step3();
    await payByCard(api, id);
    await sendBack(api, id, 'Falta o manual do usuário');
    for (const step of ['basic', 'upload', 'holders'] as const) {
      await openStep(page, id, step);
      await page.getByRole('heading', { level: 1, name: 'Corrigir registro' }).waitFor();
      const asked = page.getByRole('region', { name: 'A equipe pediu esta correção:' });
      expect(await asked.innerText()).toContain('Falta o manual do usuário');
    }
    expect(await page.title()).toBe('Corrigir registro · G2 Software Registry');
  });
});
