import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { card, draft, openDashboard, region, visit } from '../support/dashboard.ts';
import { press, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

/** Nine pages of twelve, the last of one card; `Programa 097` is the newest. */
async function ninetySeven(api: Client): Promise<void> {
  const titles = Array.from({ length: 97 }, (_, index) => `Programa ${String(index + 1).padStart(3, '0')}`);
  for (const title of titles) await draft(api, { title });
}

const pages = (page: Page) => page.getByRole('navigation', { name: 'Páginas' });
const shownPages = (page: Page): Promise<string> =>
  pages(page)
    .locator(':scope > *')
    .allInnerTexts()
    .then((texts) => texts.slice(1, -1).join(' '));
const searchBox = (page: Page) => page.getByLabel('Buscar registros');

/** Holds every call of this address back until the returned function lets them go. */
async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(url, (route) => {
    held.push(route);
  });
  return async () => {
    await Promise.all(held.map((route) => route.continue()));
    await page.unroute(url);
  };
}

const refuse = (page: Page, url: string) =>
  page.route(url, (route) => route.fulfill({ status: 503, json: { message: 'Volta em instantes.' } }));

describe('the list of registrations', () => {
  it('[dashboard-pages] has 12 per page, first, last and those within 2 of the current, in the address', async () => {
    const { page } = await visit(browser, stackUrl(), ninetySeven);
    await openDashboard(page);
    await page.getByText('Mostrando 1-12 de 97', { exact: true }).waitFor();
    expect(await page.getByRole('article').count()).toBe(12);
    expect(await shownPages(page)).toBe('1 2 3 … 9');
    expect(await pages(page).getByRole('button', { name: 'Anterior' }).isDisabled()).toBe(true);
    await press(pages(page), 'Próxima');
    await page.getByText('Mostrando 13-24 de 97', { exact: true }).waitFor();
    expect(await shownPages(page)).toBe('1 2 3 4 … 9');
    await press(pages(page), 'Página 4');
    await press(pages(page), 'Página 5');
    await page.getByText('Mostrando 49-60 de 97', { exact: true }).waitFor();
    expect(await shownPages(page)).toBe('1 … 3 4 5 6 7 … 9');
    expect(await pages(page).locator('[aria-current=page]').innerText()).toBe('5');
    await page.reload();
    await page.getByText('Mostrando 49-60 de 97', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Mostrando 37-48 de 97', { exact: true }).waitFor();
    await press(pages(page), 'Página 9');
    await card(page, 'Programa 001').waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    expect(await pages(page).getByRole('button', { name: 'Próxima' }).isDisabled()).toBe(true);
    await press(pages(page), 'Anterior');
    await page.getByText('Mostrando 85-96 de 97', { exact: true }).waitFor();
    await searchBox(page).fill('programa 01');
    await page.getByText('Mostrando 1-10 de 10', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=programa+01');
    await page.context().close();
  });

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

  it('[dashboard-loading] shows skeletons first, and keeps a page in sight while the next one loads', async () => {
    const { page } = await visit(browser, stackUrl(), async (api) => {
      for (let index = 1; index <= 13; index += 1) await draft(api, { title: `Programa ${index}` });
    });
    const letGo = await hold(page, '**/api/registrations?**');
    const letFiguresGo = await hold(page, '**/api/registrations/stats');
    await openDashboard(page);
    await page.getByRole('status', { name: 'Carregando registros' }).waitFor();
    await page.getByRole('status', { name: 'Carregando prioridades' }).waitFor();
    expect(await region(page, 'Resumo').getAttribute('aria-busy')).toBe('true');
    expect(await region(page, 'Resumo').locator('.mantine-Skeleton-root').count()).toBe(4);
    await letGo();
    await letFiguresGo();
    await card(page, 'Programa 13').waitFor();
    await region(page, 'Resumo').getByText('+13 este mês').waitFor();
    expect(await page.getByRole('status', { name: /^Carregando/ }).count()).toBe(0);
    const letSecondGo = await hold(page, '**/api/registrations?page=2**');
    await press(pages(page), 'Página 2');
    await page.locator('[aria-busy=true]').waitFor();
    expect(await card(page, 'Programa 13').isVisible()).toBe(true);
    await letSecondGo();
    await card(page, 'Programa 1').waitFor();
    await page.context().close();
  });

  it('[dashboard-failed] says what could not be loaded, and tries again', async () => {
    const { page } = await visit(browser, stackUrl(), (api) => draft(api, { title: 'Programa' }));
    // Its live line would have it read everything again by itself.
    await page.route('**/api/events', (route) => route.abort());
    await refuse(page, '**/api/registrations?**');
    await refuse(page, '**/api/registrations/stats');
    await openDashboard(page);
    await toast(page).getByText('Erro ao carregar registros', { exact: true }).waitFor();
    await toast(page).getByText('Volta em instantes.').waitFor();
    const alerts = page.getByRole('main').getByRole('alert');
    await alerts.filter({ hasText: 'Não foi possível carregar seus registros.' }).waitFor();
    await alerts.filter({ hasText: 'Não foi possível carregar as prioridades.' }).waitFor();
    await alerts.filter({ hasText: 'Não foi possível carregar o resumo.' }).waitFor();
    expect(await region(page, 'Resumo').getByText('—', { exact: true }).count()).toBe(4);
    await page.unroute('**/api/registrations?**');
    await page.unroute('**/api/registrations/stats');
    for (const part of ['resumo.', 'registros.', 'prioridades.'])
      await press(alerts.filter({ hasText: part }), 'Tentar novamente');
    await card(page, 'Programa').waitFor();
    await region(page, 'Resumo').getByText('+1 este mês').waitFor();
    await region(page, 'Prioridades').getByRole('listitem').waitFor();
    expect(await alerts.count()).toBe(0);
    await page.context().close();
  });
});
