import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, person } from '../support/browser.ts';
import { enter } from '../support/payment-screens.ts';
import { type QueueWorld, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };
const STATS = '/api/operator/registrations/stats';

let browser: Browser;
let world: QueueWorld;

beforeAll(async () => {
  browser = await launch();
  world = await queueWorld(stackUrl());
  await world.add('Aguardando', 'paid');
  const mine = await world.add('Minha', 'reviewing');
  await world.add('Revisão', 'government_processing');
  await world.assign(mine);
});
afterAll(() => browser?.close());

/** The queue, searched for what this file made. */
async function openQueue(): Promise<Page> {
  const { page } = await person(browser, stackUrl());
  await enter(page, world.operator);
  await page.goto(`/operator?search=${world.mark}`);
  return page;
}

const titles = async (page: Page): Promise<string[]> => {
  const texts = await page.locator('tbody tr td:first-child').allInnerTexts();
  return texts.map((text) => (text.split('\n')[0] ?? '').replace(`${world.mark} `, ''));
};

describe('the figures of the operators’ queue', () => {
  it('[operator-cards] four figures and four tabs tell how much waits', async () => {
    const page = await openQueue();
    await page.getByRole('heading', { name: 'Painel do Operador', level: 1 }).waitFor();
    const stats = await world.operator.ok<Record<string, number>>(STATS);
    const cards = page.getByRole('region', { name: 'Resumo da fila' });
    const figures = [
      ['Total de registros', stats.total],
      ['Aguardando análise', stats.awaitingReview],
      ['Em análise', stats.inReview],
      ['Processamento governamental', stats.inGovernmentProcessing],
    ] as const;
    const shown = async () => (await cards.innerText()).replace(/\s+/g, ' ');
    // The one label that has another meaning elsewhere says what it counts.
    const expected = figures
      .map(([label, value]) => `${label} ${value}${label === 'Aguardando análise' ? ' pagos' : ''}`)
      .join(' ');
    await expect.poll(shown, SOON).toBe(expected);
    const tabs = [
      ['Meus atribuídos', 1],
      ['Todos', stats.total],
      ['Aguardando', stats.awaitingReview],
      ['Em análise', stats.inReview],
    ] as const;
    expect(await page.getByRole('tab').count()).toBe(4);
    for (const [name, count] of tabs)
      await page.getByRole('tab', { name: `${name} ${count}`, exact: true }).waitFor();
    const shows: [string, string[]][] = [
      ['Meus atribuídos', ['Minha']],
      ['Aguardando', ['Aguardando']],
      ['Em análise', ['Minha']],
      ['Todos', ['Revisão', 'Minha', 'Aguardando']],
    ];
    for (const [name, listed] of shows) {
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      await expect.poll(() => titles(page), SOON).toEqual(listed);
    }
  });
});
