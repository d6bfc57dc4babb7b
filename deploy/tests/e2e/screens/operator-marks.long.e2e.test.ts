import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launch, person } from '../support/browser.ts';
import { enter } from '../support/payment-screens.ts';
import { type QueueWorld, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };
const DAY_MS = 86_400_000;
let browser: Browser;
let world: QueueWorld;

beforeAll(async () => {
  browser = await launch();
  world = await queueWorld(stackUrl());
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(() => browser.close());

async function newPage(scheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const { page } = await person(browser, stackUrl(), { colorScheme: scheme });
  await enter(page, world.operator);
  return page;
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const read = async (where: Locator): Promise<string> => (await where.innerText()).replace(/\s+/g, ' ');
const colourOf = (what: Locator): Promise<string> =>
  what.evaluate((node) => node.ownerDocument.defaultView.getComputedStyle(node).backgroundColor);

it('[operator-history-age] the history says how long the present status has lasted', async () => {
  const id = await world.add('Nove dias', 'paid');
  const page = await newPage();
  await page.clock.setFixedTime(Date.now() + 9 * DAY_MS + 3_600_000);
  await page.goto(`/operator/registrations/${id}`);
  const history = region(page, 'Histórico de status');
  await expect
    .poll(() => read(history), SOON)
    .toMatch(/^Histórico de status Pago antes: Submetido há 9 dias /);
  expect(await read(history)).not.toContain('agora');
});

it('[operator-note-once] a note given with a step stands among the notes, and not a second time in the history', async () => {
  const id = await world.add('Nota', 'paid');
  await world.operator.patch(`/api/registrations/${id}/operator-action`, {
    action: 'approve',
    reason: 'Documentos em ordem.',
    notes: 'Conferido com o cliente por telefone.',
  });
  const page = await newPage();
  await page.goto(`/operator/registrations/${id}`);
  await region(page, 'Notas internas').getByText('Conferido com o cliente por telefone.').waitFor();
  await region(page, 'Histórico de status').getByText('Documentos em ordem.').waitFor();
  expect(await page.getByText('Conferido com o cliente por telefone.').count()).toBe(1);
});

it.each(['light', 'dark'] as const)(
  '[operator-badge-seen] the badge of an open or own row does not vanish in its colour (%s)',
  async (scheme) => {
    const id = await world.add(`Emitido ${scheme}`, 'certificate_issued');
    await world.assign(id);
    const page = await newPage(scheme);
    await page.goto(`/operator?search=${world.mark}+Emitido+${scheme}`);
    const row = page.getByRole('row').filter({ hasText: `Emitido ${scheme}` });
    const badge = row.locator('[data-status="certificate_issued"]');
    const outlined = () =>
      badge.evaluate((node) => node.ownerDocument.defaultView.getComputedStyle(node).boxShadow);
    await badge.waitFor();
    expect(await outlined()).not.toBe('none');
    await row.click();
    await page.getByRole('complementary').waitFor();
    await page.mouse.move(0, 0);
    await expect.poll(() => row.getAttribute('data-open'), SOON).toBe('true');
    expect(await colourOf(badge)).not.toBe(await colourOf(row.locator('td').first()));
    expect(await outlined()).not.toBe('none');
  },
);

it('[operator-pager-more] five page buttons, and a mark where there are more pages', async () => {
  const { items } = await world.operator.ok<{ items: object[] }>('/api/operator/registrations?limit=1');
  const page = await newPage();
  // As many as the case needs; the rows are real.
  await page.route('**/api/operator/registrations?*', async (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('page') ?? 1);
    await route.fulfill({ json: { items, total: 68, page: asked, pageSize: 10 } });
  });
  await page.goto('/operator');
  const pages = page.getByRole('navigation', { name: 'Páginas' });
  const shown = async () => (await read(pages)).replace(/Anterior|Próxima/g, '').trim();
  await expect.poll(shown, SOON).toBe('1 2 3 4 5 …');
  await pages.getByRole('button', { name: 'Página 5' }).click();
  await expect.poll(shown, SOON).toBe('… 3 4 5 6 7');
  await pages.getByRole('button', { name: 'Página 4' }).click();
  await expect.poll(shown, SOON).toBe('… 2 3 4 5 6 …');
});

it('[operator-tab-hover] a tab under the pointer has a colour of the house', async () => {
  const page = await newPage();
  await page.goto('/operator');
  const tab = page.getByRole('tab', { name: /^Aguardando/ });
  await tab.hover();
  const sunken = await page
    .locator('html')
    .evaluate((html) =>
      html.ownerDocument.defaultView.getComputedStyle(html).getPropertyValue('--g2-sunken'),
    );
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(sunken.trim().slice(at, at + 2), 16));
  await expect.poll(() => colourOf(tab), SOON).toBe(`rgb(${r}, ${g}, ${b})`);
});

it('[operator-header-still] the header stays where it is from page to page, and while one waits', async () => {
  const page = await newPage();
  const logo = page.getByRole('banner').getByRole('link', { name: 'G2 Software Registry' });
  const left = async () => (await logo.boundingBox())?.x;
  await page.goto('/operator');
  await page.getByRole('heading', { name: 'Painel do Operador' }).waitFor();
  const there = await left();
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: /^Olá/ }).waitFor();
  await expect.poll(left, SOON).toBe(there);
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/auth/user', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/operator');
  await page.getByRole('status', { name: 'Carregando' }).waitFor();
  expect(await left()).toBe(there);
  answer();
  await page.getByRole('heading', { name: 'Painel do Operador' }).waitFor();
  expect(await left()).toBe(there);
});
