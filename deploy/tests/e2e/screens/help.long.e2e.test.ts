import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

async function open(path: string): Promise<Page> {
  const { page, context } = await person(browser, stackUrl());
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stackUrl() });
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: /Central de Ajuda|código é seu/ }).waitFor();
  return page;
}

const questions = (page: Page) => page.getByRole('heading', { level: 3 }).filter({ visible: true });

describe('the help centre', () => {
  it('[help-tab] opens in a new tab from the footer', async () => {
    const page = await open('/');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('contentinfo').getByRole('link', { name: 'Central de Ajuda' }).click(),
    ]);
    await tab.getByRole('heading', { level: 1, name: 'Central de Ajuda' }).waitFor();
    expect(new URL(tab.url()).pathname).toBe('/help');
    expect(await tab.title()).toBe('Central de Ajuda · G2 Software Registry');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('[help-search] narrows the questions as one types, and says when nothing is left', async () => {
    const page = await open('/help');
    const all = await questions(page).count();
    expect(all).toBeGreaterThan(10);
    const search = page.getByLabel('Buscar na ajuda');
    await search.fill('CARTAO credito');
    await page.getByText(/^\d+ perguntas?$/).waitFor();
    expect(await questions(page).allInnerTexts()).toContain('Como posso pagar?');
    expect(await questions(page).count()).toBeLessThan(all);
    // Little is left: the answers stand open.
    await page.getByText(/R\$ 100,00 a R\$ 100\.000,00/).waitFor();
    await search.fill('xilofone');
    await page.getByText('Nenhuma pergunta encontrada').waitFor();
    await page.getByRole('button', { name: 'Limpar busca' }).click();
    expect(await questions(page).count()).toBe(all);
  });

  it('[help-anchor] opens the question an address names, and copies its command', async () => {
    const page = await open('/help#hash');
    const answer = page.locator('details#hash');
    await answer.getByText('sha256sum meu-software.zip').waitFor();
    expect(await page.locator('details[open]').count()).toBe(1);
    // Where the login sends whoever forgot the password.
    await page.locator('details#senha').getByText('Esqueci a minha senha').waitFor();
    await answer.getByRole('button', { name: 'Copiar comando para Windows' }).click();
    await answer.getByText('Copiado').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'certutil -hashfile meu-software.zip SHA256',
    );
    await page.getByRole('link', { name: 'Quanto custa?' }).click();
    const price = page.locator('details#precos[open]');
    await price.getByRole('link', { name: 'Copiar o link desta pergunta' }).click();
    await price.getByText('Copiado').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${stackUrl()}/help#precos`);
  });

  it('[help-facts] says prices, steps, and that we are not INPI', async () => {
    const page = await open('/help');
    for (const question of [
      'Quanto custa?',
      'Quais são as etapas e quanto tempo leva cada uma?',
      'Vocês são o INPI?',
    ]) {
      await page.getByRole('heading', { name: question }).click();
    }
    await page.getByText(/O registro custa R\$ 3\.499,00.*R\$ 1\.499,99 por atualização/).waitFor();
    await page.getByText(/não somos o INPI nem qualquer órgão público/).waitFor();
    const steps = await page.locator('details#etapas').getByRole('listitem').allInnerTexts();
    expect(steps.map((step) => step.replace(/\n.*\n(?=Prazo)/s, ' '))).toEqual([
      'Submetido Prazo estimado: Imediato',
      'Pago Prazo estimado: 1-2 dias úteis',
      'Em Análise Prazo estimado: 3-5 dias úteis',
      'Processamento Governamental Prazo estimado: 15-30 dias úteis',
      'Concluído Prazo estimado: 1-2 dias úteis',
      'Certificado Emitido Prazo estimado: Imediato',
    ]);
  });
});
