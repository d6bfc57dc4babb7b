import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { hasFocus } from '../support/keyboard.ts';
import { enter, toast } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };
const STATS = '/api/operator/registrations/stats';

const browser = await ownBrowser();
const world = await queueWorld(stackUrl());
const waiting = await world.add('Aguardando', 'paid');
const mine = await world.add('Minha', 'reviewing', {
  applicantName: 'Zuleica Mota',
  applicantEmail: 'zm@example.com',
});
const review = await world.add('Revisão', 'government_processing');
const ids = { waiting, mine, review };
await world.assign(mine);

/** The queue, searched for what this file made, in a browser of its own. */
async function openQueue(query = '', viewport = { width: 1280, height: 900 }): Promise<Page> {
  const { page } = await person(browser, stackUrl(), { viewport });
  await enter(page, world.operator);
  await page.goto(`/operator?search=${world.mark}${query}`);
  return page;
}

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: `${world.mark} ${name}` });
const titles = async (page: Page): Promise<string[]> => {
  const texts = await page.locator('tbody tr td:first-child').allInnerTexts();
  return texts.map((text) => (text.split('\n')[0] ?? '').replace(`${world.mark} `, ''));
};

describe('the operators’ queue', () => {
  it('[operator-columns] each row says what it is, whose, since when, and leads to its page', async () => {
    const page = await openQueue();
    await row(page, 'Minha').waitFor();
    const headers = await page.getByRole('columnheader').allInnerTexts();
    expect(headers.map((text) => text.trim())).toEqual([
      'Título',
      'Requerente',
      'Operador',
      'Criado em',
      'Última atualização',
      'Status',
      'Ações',
    ]);
    const mine = await row(page, 'Minha').innerText();
    for (const text of [
      'Zuleica Mota',
      'zm@example.com',
      'OP',
      'Otávia Prado',
      'Em Análise',
      'Atribuído a você',
    ]) {
      expect(mine).toContain(text);
    }
    expect(mine).toMatch(/\d{2}\/\d{2}\/\d{4}\s+\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/);
    const other = await row(page, 'Aguardando').innerText();
    expect(other).toContain('Não atribuído');
    expect(other).not.toContain('Atribuído a você');
    const colour = (name: string) =>
      row(page, name)
        .locator('td')
        .first()
        .evaluate((cell) => cell.ownerDocument.defaultView.getComputedStyle(cell).backgroundColor);
    expect(await colour('Minha')).not.toBe(await colour('Aguardando'));
    await page.getByRole('link', { name: `Ver Detalhes: ${world.mark} Minha` }).click();
    await page.waitForURL(`**/operator/registrations/${ids.mine}`);
  });

  it('[operator-sort] the order stands in the address and in the header, and survives reload and back', async () => {
    const page = await openQueue();
    await row(page, 'Minha').waitFor();
    const header = (name: string) => page.getByRole('columnheader', { name });
    expect(await header('Criado em').getAttribute('aria-sort')).toBe('descending');
    await header('Título').getByRole('button').click();
    await expect.poll(() => titles(page), SOON).toEqual(['Aguardando', 'Minha', 'Revisão']);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('title');
    expect(await header('Título').getAttribute('aria-sort')).toBe('ascending');
    expect(await hasFocus(header('Título').getByRole('button'))).toBe(true);
    await header('Título').getByRole('button').click();
    await expect.poll(() => titles(page), SOON).toEqual(['Revisão', 'Minha', 'Aguardando']);
    expect(await header('Título').getAttribute('aria-sort')).toBe('descending');
    await page.reload();
    await expect.poll(() => titles(page), SOON).toEqual(['Revisão', 'Minha', 'Aguardando']);
    await header('Requerente').getByRole('button').click();
    await expect.poll(async () => (await titles(page)).at(-1), SOON).toBe('Minha');
    await page.goBack();
    await expect.poll(() => header('Título').getAttribute('aria-sort'), SOON).toBe('descending');
  });

  it('[operator-live] what somebody else does shows without a reload', async () => {
    const id = await world.add('Viva', 'paid');
    const page = await openQueue();
    await row(page, 'Viva').getByText('Pago').waitFor();
    await world.admin.patch(`/api/registrations/${id}/operator-action`, {
      action: 'approve',
      expectedStatus: 'paid',
    });
    await row(page, 'Viva').getByText('Em Análise').waitFor();
    await world.client.post('/api/registrations', { ...(await draftOf(id)), title: `${world.mark} Nova` });
    await row(page, 'Nova').getByText('Submetido').waitFor();
  });

  it('[operator-states] skeletons while it loads, an error that can be retried, nothing found', async () => {
    const { page } = await person(browser, stackUrl());
    await enter(page, world.operator);
    let answer: (() => void) | undefined;
    const held = new Promise<void>((done) => {
      answer = done;
    });
    const list = '**/api/operator/registrations?*';
    // Until the list is asked for by hand: by what somebody else does, it is read again meanwhile.
    await page.route(list, async (route) => {
      await held;
      if (await page.evaluate(`document.body.dataset.asked === 'again'`)) return route.fallback();
      await route.fulfill({
        status: 503,
        json: { message: 'Serviço indisponível.', code: 'unavailable', requestId: 'r' },
      });
    });
    await page.goto(`/operator?search=${world.mark}`);
    await page.getByRole('status', { name: 'Carregando: Registros da fila' }).waitFor();
    answer?.();
    const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar registros' });
    await alert.getByText('Não foi possível carregar a fila. Tente novamente.').waitFor();
    await page.evaluate(`document.addEventListener('click', ({ target }) => {
      if (target.closest('[role=alert] button')) document.body.dataset.asked = 'again';
    }, true)`);
    await alert.getByRole('button', { name: 'Tentar novamente' }).click();
    await row(page, 'Minha').waitFor();
    await page.unroute(list);
    await page.getByRole('textbox', { name: 'Buscar registros' }).fill('nada-corresponde-a-isto');
    await page.getByText('Nenhum registro encontrado').waitFor();
    await page.getByText('Tente outras palavras ou outra aba.').waitFor();
    await page.getByRole('button', { name: 'Limpar busca' }).click();
    await page.getByRole('row').nth(1).waitFor();
    await page.route(`**${STATS}`, (route) => route.abort(), { times: 1 });
    await page.reload();
    await toast(page).getByText('Erro ao carregar estatísticas').waitFor();
    await toast(page).getByText('Não foi possível carregar os dados do painel. Tente novamente.').waitFor();
  });

  it('[operator-access] a client is led to /dashboard and told why; a visitor to /auth', async () => {
    const { page } = await person(browser, stackUrl());
    await page.goto('/operator');
    await page.waitForURL(/\/auth/);
    await enter(page, world.client);
    for (const path of ['/operator', `/operator/registrations/${ids.mine}`]) {
      await page.goto(path);
      await page.waitForURL('**/dashboard');
      await toast(page).getByText('Acesso não autorizado').waitFor();
    }
  });

  it('[operator-phone] on a phone the rows are cards, with their order and their panel', async () => {
    const page = await openQueue('', { width: 360, height: 740 });
    const list = page.getByRole('list', { name: 'Registros da fila' });
    const mine = list.getByRole('listitem').filter({ hasText: `${world.mark} Minha` });
    for (const text of ['Zuleica Mota', 'zm@example.com', 'Otávia Prado', 'Em Análise', 'Atribuído a você']) {
      await mine.getByText(text).first().waitFor();
    }
    await mine.getByText(/^Criado em: /).waitFor();
    await mine.getByText(/^Última atualização: /).waitFor();
    await page
      .getByRole('textbox', { name: 'Ordenar por' })
      .or(page.getByRole('combobox', { name: 'Ordenar por' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Título, crescente' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('sort'), SOON).toBe('title');
    await list.getByRole('listitem').first().filter({ hasText: 'Aguardando' }).waitFor();
    await mine.getByText('Zuleica Mota').click();
    const panel = page.getByRole('dialog', { name: `${world.mark} Minha` });
    await panel.getByRole('heading', { name: 'Histórico de status' }).waitFor();
    expect((await panel.boundingBox())?.width).toBe(360);
    await panel.getByRole('button', { name: 'Fechar painel' }).click();
    await panel.waitFor({ state: 'hidden' });
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(360);
  });
});

/** What the client wrote of a registration, to write it once more. */
async function draftOf(id: string): Promise<object> {
  const one = await world.ownerOf(id).ok<Record<string, unknown>>(`/api/registrations/${id}`);
  const { applicantName, applicantEmail, applicantTaxId, holderName, description, jurisdiction } = one;
  return { applicantName, applicantEmail, applicantTaxId, holderName, description, jurisdiction };
}
