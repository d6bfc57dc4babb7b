import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminAt, signUpAs, uniqueName } from '../support/admin-scene.ts';
import { launch } from '../support/browser.ts';
import { details } from '../support/journey.ts';
import { cut, dialog, press, toast } from '../support/payment-screens.ts';
import { type QueueWorld, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

let browser: Browser;
let page: Page;
let world: QueueWorld;

beforeAll(async () => {
  browser = await launch();
  [world, { page }] = await Promise.all([
    queueWorld(stackUrl()),
    adminAt(browser, stackUrl(), '/admin/users'),
  ]);
});
afterAll(() => browser?.close());

const isTold = async (title: string, text: string): Promise<void> => {
  await toast(page).getByText(title, { exact: true }).waitFor();
  await toast(page).getByText(text, { exact: true }).waitFor();
};

/** Opens the status dialog of a registration that is paid, with the next status chosen. */
async function chooseNext(name: string): Promise<string> {
  const id = await world.add(name, 'paid');
  await page.goto(`/admin?tab=registrations&search=${world.mark}+${name}`);
  await page.getByRole('button', { name: `Atualizar Status: ${world.mark} ${name}` }).click();
  await dialog(page).getByRole('radio', { name: 'Em Análise', exact: true }).check();
  return id;
}

describe('when the line breaks, staff read', () => {
  it('[errors-status-fallback] that the status could not be updated', async () => {
    await chooseNext('Cortado');
    await cut(page, '**/status');
    await press(dialog(page), 'Atualizar status');
    await isTold('Erro ao atualizar status', 'Falha ao atualizar status do registro');
  });

  it('[errors-user] that an account could not be changed or deactivated', async () => {
    const name = uniqueName('Iara');
    await signUpAs(stackUrl(), name, 'Reis');
    await page.goto(`/admin/users?search=${name}`);
    await page.getByRole('button', { name: `Editar ${name} Reis` }).click();
    await dialog(page).getByLabel('Sobrenome').fill('Reis Sá');
    await cut(page, '**/api/admin/users/*');
    await press(dialog(page), 'Salvar alterações');
    await isTold('Erro ao atualizar usuário', 'Não foi possível atualizar o usuário.');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `Desativar ${name} Reis` }).click();
    await cut(page, '**/deactivate');
    await press(dialog(page), 'Desativar usuário');
    await isTold('Erro ao desativar usuário', 'Não foi possível desativar o usuário.');
    await page.getByRole('row').filter({ hasText: name }).getByText('Ativo', { exact: true }).waitFor();
  });
});

describe('what staff see', () => {
  it('[admin-status-refreshes] is read again after a change: the list and the counts, without any event', async () => {
    await page.route('**/api/events', (route) => route.abort());
    await chooseNext('Contado');
    const read = (path: string) =>
      page.waitForResponse((one) => one.request().method() === 'GET' && new URL(one.url()).pathname === path);
    const [list, counts] = [read('/api/admin/registrations'), read('/api/admin/enhanced-stats')];
    await press(dialog(page), 'Atualizar status');
    await toast(page).getByText('Status atualizado', { exact: true }).waitFor();
    expect((await (await list).json()).items).toMatchObject([{ status: 'reviewing' }]);
    expect((await (await counts).json()).statusCounts.reviewing).toBeGreaterThan(0);
    await page.unrouteAll();
  });

  it('[admin-analytics-recent] is the five newest registrations, the newest first', async () => {
    const names = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Seis'].map((name) => `${world.mark} ${name}`);
    for (const title of names) await world.client.post('/api/registrations', { ...details, title });
    await page.goto('/admin?tab=analytics');
    const newest = page.getByRole('region', { name: 'Atividade recente' }).getByRole('link');
    await newest.first().waitFor();
    expect(await newest.allInnerTexts()).toEqual(names.toReversed().slice(0, 5));
  });

  it('[operator-detail-bytes] is a small file’s size in Bytes, and a larger one’s in KB', async () => {
    const id = await world.add('Pequeno', 'paid');
    // However often it is read: an event may have it read again.
    const sized = (fileSize: number) =>
      page.route(`**/api/operator/registrations/${id}`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), fileSize } });
      });
    const file = page.getByRole('region', { name: 'Arquivo', exact: true });
    for (const [bytes, text] of [
      [1_023, '1.023 Bytes'],
      [1_024, '1,0 KB'],
    ] as const) {
      await sized(bytes);
      await page.goto(`/operator/registrations/${id}`);
      await file.getByText(text, { exact: true }).waitFor();
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('[history-none] is Nenhum histórico disponível where there is none', async () => {
    const id = await world.add('Sem passado', 'paid');
    // Every registration begins with its first step: the answer is changed.
    const empty = { items: [], total: 0, page: 1, pageSize: 10 };
    await page.route('**/history?*', (route) => route.fulfill({ json: empty }));
    await page.route('**/history', (route) => route.fulfill({ json: empty }));
    await page.goto(`/operator/registrations/${id}`);
    await page
      .getByRole('region', { name: 'Histórico de status' })
      .getByText('Nenhum histórico disponível', { exact: true })
      .waitFor();
    await page.unrouteAll();
  });
});
