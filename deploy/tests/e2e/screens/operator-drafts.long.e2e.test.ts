import type { Locator, Page, Route } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { hasFocus } from '../support/keyboard.ts';
import { dialog, enter, press, toast } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };
const CALL = '**/operator-action';
const REASON = 'Falta o módulo de faturamento; o README cita outro produto.';
const NOTE = 'Telefonei ao cliente, retorna amanhã.';

const browser = await ownBrowser();
const world = await queueWorld(stackUrl());
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(id: string): Promise<Page> {
  const { page } = await person(browser, stackUrl());
  await enter(page, world.operator);
  await page.goto(`/operator/registrations/${id}`);
  await page.getByRole('button', { name: 'Adicionar Notas' }).waitFor();
  return page;
}

const reason = (page: Page): Locator => dialog(page).getByLabel(/^O que o cliente deve corrigir/);
const notes = (page: Page): Locator => dialog(page).getByLabel(/^Notas internas/);
const texts = async (page: Page) => [await reason(page).inputValue(), await notes(page).inputValue()];
const statusOf = async (id: string): Promise<string> =>
  (await world.operator.ok<{ status: string }>(`/api/operator/registrations/${id}`)).status;
const historyOf = async (id: string) =>
  (
    await world.operator.ok<{ items: { toStatus: string; reason: string | null }[] }>(
      `/api/operator/registrations/${id}/history`,
    )
  ).items;
/** What this browser still keeps of dialogs. */
const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate("Object.keys(localStorage).filter((name) => name.includes('operator-draft'))");

async function write(page: Page): Promise<void> {
  await press(page.getByRole('main'), 'Solicitar Correções');
  await reason(page).fill(REASON);
  await notes(page).fill(NOTE);
}

async function send(page: Page): Promise<void> {
  await reason(page).focus();
  await page.keyboard.press('Control+Enter');
}

const refusing = (status: number, message?: string) => (route: Route) =>
  message === undefined
    ? route.fulfill({ status, contentType: 'text/html', body: '<h1>upstream</h1>' })
    : route.fulfill({ status, json: { message, code: 'x', requestId: 'r' } });

describe('what was typed in the dialog of an action', () => {
  it('[operator-drafts-failures] is there again after every failure, until the action is done', async () => {
    const id = await world.add('Falhas', 'reviewing');
    const page = await open(id);
    await write(page);
    const failures: [string, (route: Route) => Promise<void>, string, string | null][] = [
      ['a cut line', (route) => route.abort('connectionreset'), 'Sem conexão.', 'Sem conexão.'],
      ['a silent end', (route) => route.abort('timedout'), 'Sem conexão.', 'Sem conexão.'],
      ['a part away', refusing(503, 'O serviço está fora do ar.'), 'O serviço está fora do ar.', null],
      ['a proxy’s page', refusing(504), 'Ocorreu um erro ao processar a ação', null],
      [
        'a conflict',
        refusing(409, 'O registro mudou enquanto isso.'),
        'O registro mudou enquanto isso.',
        null,
      ],
    ];
    for (const [name, fails, said, inToast] of failures) {
      await page.route(CALL, fails, { times: 1 });
      await send(page);
      await toast(page).getByText('Erro ao executar ação').waitFor();
      await dialog(page).getByRole('alert').getByText(said).waitFor();
      if (inToast !== null) await toast(page).getByText(inToast).waitFor();
      expect([name, ...(await texts(page))]).toEqual([name, REASON, NOTE]);
      await toast(page).getByRole('button', { name: 'Fechar notificação' }).click();
    }
    await page.context().setOffline(true);
    await send(page);
    await toast(page).getByText('Sem conexão.').waitFor();
    expect(await texts(page)).toEqual([REASON, NOTE]);
    await page.context().setOffline(false);
    expect(await statusOf(id)).toBe('reviewing');

    await send(page);
    await toast(page).getByText('Ação executada com sucesso').waitFor();
    expect((await historyOf(id)).at(-1)).toMatchObject({ toStatus: 'submitted', reason: REASON });
    await expect.poll(() => keptIn(page), SOON).toEqual([]);
  });

  it('[operator-drafts-leaving] waits through Esc, a press beside it, a reload, Back and a session that ended', async () => {
    const id = await world.add('Idas', 'reviewing');
    const page = await open(id);
    const reopened = async () => {
      await press(page.getByRole('main'), 'Solicitar Correções');
      await dialog(page).getByText('Texto recuperado do que você escreveu antes.').waitFor();
      expect(await texts(page)).toEqual([REASON, NOTE]);
    };
    // Empty, a press beside it closes the dialog; with a text it does not.
    await press(page.getByRole('main'), 'Solicitar Correções');
    await reason(page).waitFor();
    await page.mouse.click(20, 400);
    await dialog(page).waitFor({ state: 'hidden' });
    await write(page);
    await page.mouse.click(20, 400);
    expect(await texts(page)).toEqual([REASON, NOTE]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await reopened();
    await page.reload();
    await reopened();
    await page.goto('/operator');
    await page.getByRole('heading', { name: 'Painel do Operador' }).waitFor();
    await page.goBack();
    await reopened();
    await page.goBack();
    await page.goForward();
    await reopened();

    // The session is gone; who comes back finds the text.
    await page.context().clearCookies();
    await send(page);
    await page.waitForURL(/\/auth/);
    await enter(page, world.operator);
    await page.goto(`/operator/registrations/${id}`);
    await reopened();
    // The other dialogs of the record have texts of their own.
    await page.keyboard.press('Escape');
    await press(page.getByRole('main'), 'Adicionar Notas');
    expect(await notes(page).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await reopened();
    await press(dialog(page), 'Descartar');
    expect(await texts(page)).toEqual(['', '']);
    await expect.poll(() => keptIn(page), SOON).toEqual([]);
  });

  it('[operator-drafts-answer-lost] goes when the action was done and only its answer got lost', async () => {
    const id = await world.add('Resposta', 'reviewing');
    const page = await open(id);
    await write(page);
    await page.route(CALL, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await send(page);
    await toast(page).getByText('Ação executada com sucesso').waitFor();
    await expect.poll(() => keptIn(page), SOON).toEqual([]);
    expect(await dialog(page).count()).toBe(0);
    expect((await historyOf(id)).filter(({ toStatus }) => toStatus === 'submitted')).toHaveLength(2);
    await press(page.getByRole('main'), 'Adicionar Notas');
    await notes(page).fill(NOTE.toUpperCase());
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Notas internas' }).getByText(NOTE.toUpperCase()).waitFor();
    await toast(page).getByText('Ação executada com sucesso').waitFor();
    await expect.poll(() => keptIn(page), SOON).toEqual([]);
  });
});

it('[operator-corrections-reason] corrections without a reason are asked about once more, and go through', async () => {
  const id = await world.add('Sem motivo', 'reviewing');
  const page = await open(id);
  await press(page.getByRole('main'), 'Solicitar Correções');
  const asks = dialog(page).getByText(
    'Sem motivo, o cliente lerá apenas "Correções solicitadas pela equipe". Enviar mesmo assim?',
  );
  await send(page);
  await asks.waitFor();
  const anyway = dialog(page).getByRole('button', { name: 'Enviar mesmo assim' });
  await expect.poll(() => hasFocus(anyway), SOON).toBe(true);
  expect(await statusOf(id)).toBe('reviewing');
  await reason(page).fill('Falta a licença.');
  await asks.waitFor({ state: 'hidden' });
  await dialog(page).getByRole('button', { name: 'Enviar pedido de correções' }).waitFor();
  await reason(page).fill('  ');
  await anyway.click();
  await toast(page).getByText('Ação executada com sucesso').waitFor();
  expect((await historyOf(id)).at(-1)).toMatchObject({
    toStatus: 'submitted',
    reason: 'Correções solicitadas pela equipe',
  });
});
