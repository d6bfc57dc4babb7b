import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/admin-scene.ts';
import { ownBrowser, person } from '../support/browser.ts';
import { type Client, demoSession, signUp } from '../support/client.ts';
import { card, filed } from '../support/dashboard.ts';
import { type Gate, openGate } from '../support/gate.ts';
import { details } from '../support/journey.ts';
import { dialog, enter, press } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

let gate: Gate;
beforeEach(async () => {
  gate = await openGate(stackUrl());
});
afterEach(() => gate.close());

const NOTICE = 'O servidor não respondeu: o que está na tela pode ter mudado.';

/** Somebody's page, by way of the gate. */
async function open(client: Client, path: string): Promise<Page> {
  const { page } = await person(browser, gate.url);
  await enter(page, client);
  const live = page.waitForResponse('**/api/events');
  await page.goto(path);
  await live;
  return page;
}

/** Waits until a path is answered, and the answer is there whole. */
async function came(page: Page, path: string): Promise<void> {
  const response = await page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
  await response.finished();
}

/**
 * A release goes over the page: first nothing answers, the live line and the session included; then the line stands
 * again while every query that reads what is on the screen fails; `stands` looks at the screen each time.
 */
async function survive(page: Page, queries: readonly string[], stands: () => Promise<void>): Promise<void> {
  gate.fail();
  await eventually(() => [...gate.refused]).toEqual(
    expect.arrayContaining(['/api/events', '/api/auth/user']),
  );
  await stands();
  gate.fail((path) => path === '/api/events');
  await eventually(() => [...gate.refused]).toEqual(expect.arrayContaining(['/api/auth/user', ...queries]));
  await page.getByText(NOTICE).waitFor();
  await stands();
  gate.mend();
  await page
    .getByRole('status')
    .filter({ hasText: NOTICE })
    .getByRole('button', { name: 'Atualizar' })
    .press('Enter');
  await page.getByText(NOTICE).waitFor({ state: 'detached' });
  await stands();
}

describe('while a release goes over it', () => {
  it('an operator’s request for corrections keeps what is typed', async () => {
    const world = await queueWorld(stackUrl());
    const id = await world.add('Em lançamento', 'reviewing');
    const page = await open(world.operator, `/operator/registrations/${id}`);
    await press(page.getByRole('main'), 'Solicitar Correções');
    const field = dialog(page).getByLabel('O que o cliente deve corrigir (opcional)');
    await field.fill('Falta o módulo de faturamento.');
    const own = `/api/operator/registrations/${id}`;
    await survive(page, [own, `${own}/history`, `${own}/holders`], async () => {
      expect(await field.inputValue()).toBe('Falta o módulo de faturamento.');
      await page.getByText(details.description).first().waitFor();
    });
    await page.context().close();
  });

  it('an admin’s issue of credits keeps what is typed', async () => {
    const page = await open(await demoSession(stackUrl(), 'admin'), '/admin?tab=credits');
    await press(page.getByRole('main'), 'Emitir Créditos');
    const field = dialog(page).getByLabel('Motivo');
    await field.fill('Cortesia pelo atraso');
    await dialog(page).getByLabel('Quantidade (centésimos de crédito)').fill('250');
    await survive(page, ['/api/admin/users'], async () => {
      expect(await field.inputValue()).toBe('Cortesia pelo atraso');
      expect(await dialog(page).getByLabel('Quantidade (centésimos de crédito)').inputValue()).toBe('250');
    });
    await page.context().close();
  });

  it('the profile keeps what is typed', async () => {
    const { client } = await signUp(stackUrl());
    const page = await open(client, '/profile');
    await page.getByLabel('Sobrenome').fill('de Souza');
    await page.getByLabel('Senha atual').fill('segredo');
    await survive(page, [], async () => {
      expect(await page.getByLabel('Sobrenome').inputValue()).toBe('de Souza');
      expect(await page.getByLabel('Senha atual').inputValue()).toBe('segredo');
    });
    await page.context().close();
  });

  it('the dashboard keeps cards, figures, priorities and an open dialog', async () => {
    const { client } = await signUp(stackUrl());
    const { id } = await filed(client);
    const page = await open(client, '/dashboard');
    const own = '/api/registrations';
    // Only what it has can be kept: the dialog shows what the card knew before the rest has come.
    const rest = [`${own}/${id}`, `${own}/${id}/history`].map((path) => came(page, path));
    await card(page, details.title).getByRole('button', { name: 'Ver Detalhes' }).click();
    await Promise.all(rest);
    await dialog(page).getByText('Próximos passos').waitFor();
    const queries = [own, `${own}/stats`, `${own}/${id}`, `${own}/${id}/history`];
    await survive(page, queries, async () => {
      await dialog(page).getByText('Próximos passos').waitFor();
      await dialog(page).getByText('Não foi possível atualizar os detalhes.').waitFor({ state: 'detached' });
      expect(await page.getByText('Algo deu errado').count()).toBe(0);
      expect(await page.getByRole('article', { includeHidden: true }).count()).toBeGreaterThan(0);
      expect(await page.locator('main').getByText('Não foi possível carregar').count()).toBe(0);
    });
    await page.context().close();
  });
});
