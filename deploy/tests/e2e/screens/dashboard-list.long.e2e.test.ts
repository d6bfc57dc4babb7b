import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { card, draft, openDashboard, visit } from '../support/dashboard.ts';
import { press } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

const searchBox = (page: Page) => page.getByLabel('Buscar registros');

describe('the list of registrations', () => {
  it('[dashboard-search] looks in title, holder and description whatever the case, and says when nothing is found', async () => {
    const { page } = await visit(browser, stackUrl(), async (api) => {
      await draft(api, { title: 'Agenda CLÍNICA', description: 'Marca consultas', holderName: 'Ana' });
      await draft(api, {
        title: 'Motor fiscal',
        description: 'Calcula IMPOSTOS',
        holderName: 'Bruno Araújo',
      });
    });
    await openDashboard(page);
    const finds = async (text: string, title: string) => {
      await searchBox(page).fill(text);
      await page.getByText('Mostrando 1-1 de 1', { exact: true }).waitFor();
      await card(page, title).waitFor();
    };
    await finds('agenda clín', 'Agenda CLÍNICA');
    await finds('BRUNO', 'Motor fiscal');
    await finds('Marca CONS', 'Agenda CLÍNICA');
    await finds('impostos', 'Motor fiscal');
    await searchBox(page).fill('nada disso');
    await page.getByText('Nenhum resultado encontrado', { exact: true }).waitFor();
    await page.getByText('Nada corresponde a “nada disso”. Tente outras palavras.').waitFor();
    await press(page.getByRole('main'), 'Limpar busca');
    await page.getByText('Mostrando 1-2 de 2', { exact: true }).waitFor();
    await page.context().close();
  });
});
