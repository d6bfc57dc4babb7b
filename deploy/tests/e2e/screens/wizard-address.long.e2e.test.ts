import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, person } from '../support/browser.ts';
import { demoSession, signUp } from '../support/client.ts';
import { details } from '../support/journey.ts';
import { hasFocus } from '../support/keyboard.ts';
import { answer, enter, payable } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { applicant, begun, countOf, fillDetails, HEADINGS, openStep, where } from '../support/wizard.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

describe('the wizard and its address', () => {
  it('[wizard-history] the browser’s Back and Forward walk the steps and never make a second registration', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    await page.goto('/register');
    await page.getByRole('link', { name: 'Iniciar Registro' }).click();
    await fillDetails(page);
    await page.getByRole('button', { name: 'Próximo' }).click();
    const upload = page.getByRole('heading', { level: 2, name: HEADINGS.upload });
    await upload.waitFor();
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    await page.goBack();
    const title = page.getByLabel('Título do software');
    expect(await title.inputValue()).toBe(details.title);
    expect(where(page)).toBe(`/register?id=${id}&step=basic`);
    await title.fill('Outro título');
    await page.getByRole('button', { name: 'Próximo' }).click();
    await upload.waitFor();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await title.waitFor();
    await page.goBack();
    await upload.waitFor();
    await page.goForward();
    await title.waitFor();
    await page.reload();
    expect(await title.inputValue()).toBe('Outro título');
    await page.getByRole('list', { name: 'Etapas do registro' }).waitFor();
    expect(await countOf(api)).toBe(1);
    expect(await api.ok(`/api/registrations/${id}`)).toMatchObject({ title: 'Outro título' });
    // Later steps need a file, whatever the address says.
    for (const step of ['holders', 'complete']) {
      await page.goto(`/register?id=${id}&step=${step}`);
      await upload.waitFor();
      expect(where(page)).toBe(`/register?id=${id}&step=upload`);
    }
    await page
      .getByRole('list', { name: 'Etapas do registro' })
      .getByRole('link', { name: 'Informações' })
      .click();
    await title.waitFor();
  });

  it('[wizard-address-told] the address names the step that is shown, and an arrival outlines no heading', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await begun(api);
    const focusedHeading = page.locator('h2:focus');
    for (const [asked, told, shown] of [
      [`/register?id=${id}&step=holders`, `/register?id=${id}&step=upload`, 'upload'],
      [`/register?id=${id}&step=estranho`, `/register?id=${id}&step=basic`, 'basic'],
      [`/register?id=${id}`, `/register?id=${id}&step=basic`, 'basic'],
      ['/register?step=holders', '/register?step=basic', 'basic'],
    ] as const) {
      await page.goto(asked);
      await page.getByRole('heading', { level: 2, name: HEADINGS[shown] }).waitFor();
      await expect.poll(() => where(page), { timeout: 15_000 }).toBe(told);
      expect(await focusedHeading.count()).toBe(0);
    }
    // Moved to, a heading has the focus, outlined around its words.
    await openStep(page, id, 'basic');
    await page.getByRole('button', { name: 'Próximo' }).press('Enter');
    const upload = page.getByRole('heading', { level: 2, name: HEADINGS.upload });
    await upload.waitFor();
    await expect.poll(() => hasFocus(upload), { timeout: 10_000 }).toBe(true);
    const { outlined, words } = await upload.evaluate((node) => {
      const range = node.ownerDocument.createRange();
      range.selectNodeContents(node);
      return { outlined: node.getBoundingClientRect().width, words: range.getBoundingClientRect().width };
    });
    expect(Math.abs(outlined - words)).toBeLessThan(2);
  });

  it('[wizard-resume] a registration begun is picked up where it stands', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    await payable(api);
    await begun(api, 'Sem arquivo');
    await page.goto('/register');
    await page.getByRole('heading', { name: 'Continuar um registro iniciado' }).waitFor();
    await page.getByText(/Falta enviar o arquivo · iniciado em \d\d\/\d\d\/\d{4}/).waitFor();
    await page.getByText(/Arquivo guardado; falta concluir e pagar/).waitFor();
    await page.getByRole('link', { name: 'Continuar Sem arquivo' }).click();
    const upload = page.getByRole('heading', { level: 2, name: HEADINGS.upload });
    await upload.waitFor();
    expect(await hasFocus(upload)).toBe(true);
    await page.goto('/register');
    await page.getByRole('link', { name: `Continuar ${details.title}` }).click();
    await page.getByRole('heading', { level: 2, name: HEADINGS.holders }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: HEADINGS.holders }).waitFor();
    await page.route('**/api/registrations?**', (route) => route.abort('connectionreset'));
    await page.goto('/register');
    await page.getByText('Não foi possível buscar os registros iniciados.').waitFor();
    await page.unroute('**/api/registrations?**');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await page.getByRole('link', { name: 'Continuar Sem arquivo' }).waitFor();
  });

  it('[wizard-blocked] what is gone, somebody else’s, unreachable or on its way is said plainly', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const stranger = await begun((await signUp(stackUrl())).client);
    const missing = page.getByRole('heading', { level: 1, name: 'Registro não encontrado' });
    for (const id of [stranger, randomUUID(), 'nada']) {
      await page.goto(`/register?id=${id}&step=upload`);
      await missing.waitFor();
    }
    expect(await page.getByRole('link', { name: 'Ir para o Painel' }).getAttribute('href')).toBe(
      '/dashboard',
    );
    const id = await begun(api);
    await answer(page, `**/api/registrations/${id}`, 503, { message: 'Indisponível', code: 'unavailable' });
    await page.goto(`/register?id=${id}&step=upload`);
    await page.getByRole('heading', { name: 'Não foi possível carregar o registro' }).waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(`**/api/registrations/${id}`, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('status', { name: 'Carregando registro' }).waitFor();
    release();
    await page.getByRole('heading', { level: 2, name: HEADINGS.upload }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    // Deleted meanwhile, in another window.
    // Not told by its live line that it is gone.
    await page.route('**/api/events', (route) => route.abort());
    await openStep(page, id, 'basic');
    await api.send(`/api/registrations/${id}`, { method: 'DELETE' });
    await page.getByRole('button', { name: 'Próximo' }).click();
    await missing.waitFor();
    const operator = await person(browser, stackUrl());
    await enter(operator.page, await demoSession(stackUrl(), 'operator'));
    await operator.page.goto(`/register?id=${stranger}&step=basic`);
    await operator.page.getByRole('heading', { level: 1, name: 'Registro não encontrado' }).waitFor();
  });

  it('[wizard-jurisdictions] each label is sent under its value, Global when nothing is chosen', async () => {
    const { page, api } = await applicant(browser, stackUrl());
    const id = await begun(api);
    const choices = [
      ['Brasil', 'brasil'],
      ['Estados Unidos', 'estados_unidos'],
      ['União Europeia', 'uniao_europeia'],
      ['Global', 'global'],
    ] as const;
    for (const [label, jurisdiction] of choices) {
      await openStep(page, id, 'basic');
      await page.getByRole('combobox', { name: 'Jurisdição' }).click();
      await page.getByRole('option', { name: label }).click();
      await page.getByRole('button', { name: 'Próximo' }).click();
      await page.getByRole('heading', { level: 2, name: HEADINGS.upload }).waitFor();
      expect(await api.ok(`/api/registrations/${id}`)).toMatchObject({ jurisdiction });
    }
    await page.goto('/register?step=basic');
    await fillDetails(page);
    await page.getByRole('button', { name: 'Próximo' }).click();
    await page.getByRole('heading', { level: 2, name: HEADINGS.upload }).waitFor();
    const [newest] = (await api.ok<{ items: { jurisdiction: string }[] }>('/api/registrations')).items;
    expect(newest?.jurisdiction).toBe('global');
  });
});
