import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchForTests, newContextPage } from '../support/browser.ts';
import { logIn } from '../support/client.ts';
import { makeSourceZip } from '../support/files.ts';
import { details, holders } from '../support/journey.ts';
import {
  expectFocusKept,
  expectFocusVisible,
  hasFocus,
  pressOn,
  tabTo,
  typeInto,
} from '../support/keyboard.ts';
import { dialog, paymentRegion } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';
import { HEADINGS } from '../support/wizard.ts';

const browser = await launchForTests();

const account = {
  email: `teclado-${randomBytes(5).toString('hex')}@example.com`,
  password: 'Senha-segura-1',
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const step = (page: Page, name: keyof typeof HEADINGS) =>
  page.getByRole('heading', { level: 2, name: HEADINGS[name] }).waitFor();

async function signUp(page: Page): Promise<void> {
  await page.goto('/');
  await pressOn(page, page.getByRole('banner').getByRole('link', { name: 'Entrar' }));
  await tabTo(page, page.getByRole('tab').first());
  await page.keyboard.press('ArrowRight');
  const form = page.locator('form');
  await form.getByLabel('Sobrenome').waitFor();
  await typeInto(page, form.getByLabel('Nome', { exact: true }), 'Tecla');
  await typeInto(page, form.getByLabel('Sobrenome'), 'Conceição');
  await typeInto(page, form.getByLabel('E-mail'), account.email);
  await typeInto(page, form.getByLabel('Senha', { exact: true }), account.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Olá, Tecla' }).waitFor();
}

async function describeProgram(page: Page): Promise<void> {
  await pressOn(page, page.getByRole('main').locator('a[href="/register"]').first());
  await pressOn(page, link(page, 'Iniciar Registro'));
  await step(page, 'basic');
  await expectFocusVisible(page);
  await typeInto(page, page.getByLabel('Título do software'), details.title);
  await typeInto(page, page.getByLabel('Descrição'), details.description);
  await typeInto(page, page.getByLabel('CPF/CNPJ do requerente'), '11144477735');
  await tabTo(page, page.getByRole('combobox', { name: 'Jurisdição' }));
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Brasil' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pressOn(page, button(page, 'Próximo'));
  await step(page, 'upload');
  await expectFocusVisible(page);
}

async function uploadZip(page: Page): Promise<void> {
  const zip = await makeSourceZip('teclado.zip');
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, button(page, 'Escolher arquivo ZIP'));
  await (await chooser).setFiles({ name: zip.name, mimeType: 'application/zip', buffer: zip.bytes });
  await page.getByText('Os dois hashes coincidem: o arquivo chegou intacto.').waitFor();
  await expectFocusKept(page);
  await pressOn(page, button(page, 'Próximo'));
  await step(page, 'holders');
}

async function nameHolders(page: Page): Promise<void> {
  const [first, second] = holders;
  for (const holder of [first, second]) {
    await typeInto(page, page.getByLabel('Nome do titular'), holder?.holderName ?? '');
    await typeInto(
      page,
      page.getByLabel('CPF/CNPJ do titular'),
      holder?.holderTaxId.replace(/\W/g, '') ?? '',
    );
    if (holder === first) await typeInto(page, page.getByLabel('Percentual (%)'), '60');
    else await pressOn(page, button(page, 'Usar o restante (40%)'));
    await pressOn(page, button(page, 'Adicionar Titular'));
    await page
      .getByRole('list', { name: 'Titulares adicionados' })
      .getByText(holder?.holderName ?? '')
      .waitFor();
    await expectFocusKept(page);
  }
  await pressOn(page, button(page, 'Concluir Registro'));
  // The dialog warns that the account holder, suggested in the first step, is not a rights holder.
  await pressOn(page, dialog(page).getByRole('button', { name: 'Concluir assim mesmo' }));
  await page.getByRole('heading', { name: 'Falta o pagamento' }).waitFor();
}

async function pay(page: Page): Promise<void> {
  const form = paymentRegion(page);
  await typeInto(page, form.getByLabel('Número do cartão'), '4242424242424242');
  await typeInto(page, form.getByLabel('Validade (MM/AA)'), '1230');
  await typeInto(page, form.getByLabel('CVC'), '123');
  await page.keyboard.press('Enter');
  await form.getByText('Pagamento Aprovado!').waitFor();
  await pressOn(page, form.getByRole('button', { name: 'Continuar' }));
  await form.waitFor({ state: 'hidden' });
  await expectFocusKept(page);
}

describe('client with keyboard only', () => {
  it('[keyboard-client] completes sign-up, payment and sign-out by keyboard with a visible focus', async () => {
    const { page } = await newContextPage(browser, stackUrl());
    await signUp(page);
    await describeProgram(page);
    await uploadZip(page);
    await nameHolders(page);
    await pay(page);
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
    await pressOn(page, link(page, 'Ir para o Painel'));
    const api = await logIn(stackUrl(), account);
    const list = async () => (await api.ok<{ items: { status: string }[] }>('/api/registrations')).items;
    await expect.poll(list, { timeout: 15_000 }).toMatchObject([{ status: 'paid', title: details.title }]);
    const card = page.getByRole('article', { name: details.title }).first();
    await card.getByText('Pago').first().waitFor();
    const open = card.getByRole('button', { name: 'Ver detalhes' });
    await pressOn(page, open);
    await dialog(page).getByText(details.description).first().waitFor();
    await expectFocusVisible(page);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(open)).toBe(true);
    await page.keyboard.press('F8');
    expect(await page.locator('[aria-label="Notificações (F8)"]:is(:focus, :focus-within)').count()).toBe(1);
    const theme = page.getByRole('button', { name: /tema/i });
    await tabTo(page, theme, 'Shift+Tab');
    const dark = () => page.locator('html').evaluate((root) => root.classList.contains('dark'));
    const before = await dark();
    await page.keyboard.press('Space');
    await expect.poll(dark).toBe(!before);
    await expectFocusVisible(page);
    await pressOn(page, page.getByRole('banner').getByRole('button', { name: /conta|menu/i }));
    const leave = page.getByRole('menuitem', { name: 'Sair' });
    await leave.waitFor();
    for (let i = 0; i < 6 && !(await hasFocus(leave)); i += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
