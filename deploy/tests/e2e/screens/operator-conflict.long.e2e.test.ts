import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { hasFocus } from '../support/keyboard.ts';
import { dialog, enter, press, toast } from '../support/payment-screens.ts';
import { colleague, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };
const APPROVED = /O registro já mudou para Processamento Governamental, por Paula Lima às \d{2}:\d{2}\./;
const UNDO = 'Desfazer a aprovação de Paula e devolver ao cliente';

const browser = await ownBrowser();
const world = await queueWorld(stackUrl());
const paula = (await colleague(stackUrl(), world, 'Paula', 'Lima')).client;
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(id: string, viewport = { width: 1280, height: 900 }, deaf = false): Promise<Page> {
  const { page } = await person(browser, stackUrl(), { viewport });
  await enter(page, world.operator);
  if (deaf) await page.route('**/api/events', (route) => route.abort());
  await page.goto(`/operator/registrations/${id}`);
  await page.getByRole('button', { name: 'Adicionar Notas' }).waitFor();
  return page;
}

const approve = (id: string, expectedStatus: string) =>
  paula.patch(`/api/registrations/${id}/operator-action`, { action: 'approve', expectedStatus });
const reason = (page: Page): Locator => dialog(page).getByLabel(/^O que o cliente deve corrigir/);
const statusOf = async (id: string): Promise<string> =>
  (await world.operator.ok<{ status: string }>(`/api/operator/registrations/${id}`)).status;

/** Ctrl+Enter does nothing but lead to the button that says what would be undone; pressed there, it is done. */
async function undoes(page: Page, id: string): Promise<void> {
  const button = dialog(page).getByRole('button', { name: UNDO });
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/operator-action')) calls += 1;
  });
  await reason(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => hasFocus(button), SOON).toBe(true);
  await page.keyboard.press('Control+Enter');
  expect([calls, await statusOf(id)]).toEqual([0, 'government_processing']);
  await page.keyboard.press('Enter');
  await toast(page).getByText('Ação executada com sucesso').waitFor();
  expect([calls, await statusOf(id)]).toEqual([1, 'submitted']);
}

describe('a record that a colleague changes while one’s dialog is open', () => {
  it('[operator-conflict-live] says so at once, and what confirming would do now', async () => {
    const id = await world.add('Ao vivo', 'reviewing');
    const page = await open(id);
    await press(page.getByRole('main'), 'Solicitar Correções');
    await dialog(page).getByText('O registro passa de Em Análise para Submetido').waitFor();
    await reason(page).fill('Falta o README.');
    await approve(id, 'reviewing');
    await dialog(page).getByRole('alert').getByText(APPROVED).waitFor();
    await dialog(page).getByText('O registro passa de Processamento Governamental para Submetido').waitFor();
    expect(await reason(page).inputValue()).toBe('Falta o README.');
    expect(await dialog(page).getByRole('button', { name: 'Enviar pedido de correções' }).count()).toBe(0);
    await undoes(page, id);
  });

  it('[operator-conflict-approve] takes an Enter off the button that meant another step', async () => {
    const id = await world.add('Dois passos', 'paid');
    const page = await open(id);
    await press(page.getByRole('main'), /^Aprovar/);
    await expect
      .poll(() => hasFocus(dialog(page).getByRole('button', { name: 'Confirmar aprovação' })), SOON)
      .toBe(true);
    await approve(id, 'paid');
    const said = dialog(page).getByRole('alert');
    await said.getByText(/já mudou para Em Análise, por Paula Lima às/).waitFor();
    await expect.poll(() => hasFocus(said), SOON).toBe(true);
    await page.keyboard.press('Enter');
    await dialog(page).getByText('O registro passa de Em Análise para Processamento Governamental').waitFor();
    expect(await statusOf(id)).toBe('reviewing');
    await approve(id, 'reviewing');
    // Now there is nothing left to approve.
    await said.getByText('Disponível quando Pago ou Em Análise.').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Confirmar aprovação' }).isDisabled()).toBe(true);
  });

  it.each([
    ['wide', { width: 1280, height: 900 }],
    ['phone', { width: 360, height: 640 }],
  ] as const)(
    '[operator-conflict-refused] refused (%s), one voice says who did what when, and covers nothing',
    async (size, viewport) => {
      const id = await world.add(`Recusa ${size}`, 'reviewing');
      const page = await open(id, viewport, true);
      await press(page.getByRole('main'), 'Solicitar Correções');
      await reason(page).fill('Falta o README.');
      await approve(id, 'reviewing');
      await page.keyboard.press('Control+Enter');
      const said = dialog(page).getByRole('alert');
      await said.getByText(APPROVED).waitFor();
      const text = await said.innerText();
      expect(text).not.toMatch(/Atualize/);
      expect(await reason(page).inputValue()).toBe('Falta o README.');
      // The toast only says that it failed, and stands clear of the dialog's title and close button.
      expect((await toast(page).innerText()).trim()).toBe('Erro ao executar ação');
      const shown = await toast(page).locator('[data-tone="error"]').boundingBox();
      for (const part of [
        dialog(page).getByText('Solicitar correções ao cliente'),
        dialog(page).getByRole('button', { name: 'Fechar' }),
      ]) {
        const box = await part.boundingBox();
        const foot = (shown?.y ?? 0) + (shown?.height ?? 0);
        expect(foot, `the toast ends at ${foot}`).toBeLessThanOrEqual(box?.y ?? 0);
      }
      await undoes(page, id);
    },
  );
});
