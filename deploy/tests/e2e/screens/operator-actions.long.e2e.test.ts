import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { details } from '../support/journey.ts';
import { dialog, enter, press, toast } from '../support/payment-screens.ts';
import { type QueuedStatus, queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const SOON = { timeout: 15_000 };
const APPROVE = 'Disponível quando Pago ou Em Análise.';
const CORRECT = 'Disponível quando Em Análise ou Processamento Governamental.';

const browser = await ownBrowser();
const world = await queueWorld(stackUrl());

async function open(path: string): Promise<Page> {
  const { page } = await person(browser, stackUrl());
  await enter(page, world.operator);
  await page.goto(path);
  return page;
}

/** What a step does may follow its name. */
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}`) });
const statusOf = async (id: string): Promise<string> =>
  (await world.operator.ok<{ status: string }>(`/api/operator/registrations/${id}`)).status;

/** The text that the button's aria-describedby names. */
const reasonOf = (page: Page, name: string): Promise<string> =>
  button(page, name).evaluate(
    (it) => it.ownerDocument.getElementById(it.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  );

describe('what an operator may do', () => {
  it('[operator-actions-legal] only what the status allows is on offer, and the rest says why', async () => {
    const cases: [QueuedStatus, string | null, string | null][] = [
      ['submitted', APPROVE, CORRECT],
      ['paid', null, CORRECT],
      ['reviewing', null, null],
      ['government_processing', APPROVE, null],
      ['certificate_issued', APPROVE, CORRECT],
    ];
    const page = await open('/operator');
    for (const [status, approve, correct] of cases) {
      const id = await world.add(`Etapa ${status}`, status);
      await page.goto(`/operator/registrations/${id}`);
      await button(page, 'Adicionar Notas').waitFor();
      for (const [name, why] of [
        ['Aprovar', approve],
        ['Solicitar Correções', correct],
        ['Adicionar Notas', null],
      ] as const) {
        expect(await button(page, name).getAttribute('aria-disabled'), `${name}, ${status}`).toBe(
          why && 'true',
        );
        if (why !== null) expect(await reasonOf(page, name)).toBe(why);
      }
    }
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('a');
    await toast(page).getByText('Ação indisponível').waitFor();
    await toast(page).getByText(APPROVE).waitFor();
    expect(await dialog(page).count()).toBe(0);
    await button(page, 'Aprovar').hover();
    await page.getByRole('tooltip').getByText(APPROVE).waitFor();

    const own = await world.operator.post<{ id: string }>('/api/registrations', details);
    await page.goto(`/operator/registrations/${own.id}`);
    await page
      .getByRole('region', { name: 'Ações' })
      .getByText('A equipe não processa o próprio registro.')
      .waitFor();
    for (const name of ['Aprovar', 'Solicitar Correções', 'Adicionar Notas']) {
      expect(await button(page, name).count(), name).toBe(0);
    }
  });

  it('[operator-actions-run] approving, asking for corrections and noting move the status and leave their trace', async () => {
    const id = await world.add('Caminho', 'paid');
    const page = await open(`/operator/registrations/${id}`);
    const done = () => toast(page).getByText('Ação executada com sucesso').waitFor();
    await press(page.getByRole('main'), /^Aprovar/);
    await dialog(page).getByText('O registro passa de Pago para Em Análise').waitFor();
    await press(dialog(page), 'Confirmar aprovação');
    await done();
    await expect.poll(() => statusOf(id), SOON).toBe('reviewing');
    await press(page.getByRole('main'), 'Adicionar Notas');
    await press(dialog(page), 'Salvar notas');
    await dialog(page).getByText('Escreva a nota').waitFor();
    await dialog(page).getByLabel('Notas internas').fill('Telefonei ao cliente.');
    await press(dialog(page), 'Salvar notas');
    await page.getByRole('region', { name: 'Notas internas' }).getByText('Telefonei ao cliente.').waitFor();
    expect(await statusOf(id)).toBe('reviewing');
    await press(page.getByRole('main'), 'Solicitar Correções');
    await dialog(page)
      .getByLabel('O que o cliente deve corrigir (opcional)')
      .fill('Falta o módulo de faturamento.');
    await press(dialog(page), 'Enviar pedido de correções');
    await page
      .getByRole('region', { name: 'Histórico de status' })
      .getByText('Falta o módulo de faturamento.')
      .waitFor();
    expect(await statusOf(id)).toBe('submitted');
    const mine = await world.ownerOf(id).ok<{ correctionReason: string }>(`/api/registrations/${id}`);
    expect(mine.correctionReason).toBe('Falta o módulo de faturamento.');
  });

  it('[operator-optimistic] shows the outcome at once, takes a refused one back and says who was faster', async () => {
    const id = await world.add('Corrida', 'paid');
    const page = await open(`/operator?search=${world.mark}+Corrida`);
    // Deaf to events, the screen shows what was true before.
    await page.route('**/api/events', (route) => route.abort());
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: `${world.mark} Corrida` });
    await row.getByText('Pago').click();
    const panel = page.getByRole('complementary', { name: `${world.mark} Corrida` });
    await panel.getByRole('heading', { name: 'Histórico de status' }).waitFor();
    await world.admin.patch(`/api/registrations/${id}/operator-action`, {
      action: 'approve',
      expectedStatus: 'paid',
    });
    let answer: (() => void) | undefined;
    const held = new Promise<void>((done) => {
      answer = done;
    });
    const call = '**/operator-action';
    await page.route(call, async (route) => {
      await held;
      await route.continue();
    });
    await press(panel, /^Aprovar/);
    await dialog(page).getByLabel('Motivo (opcional)').fill('Tudo confere.');
    await press(dialog(page), 'Confirmar aprovação');
    await dialog(page).waitFor({ state: 'hidden' });
    await row.getByText('Em Análise').waitFor();
    answer?.();
    await toast(page).getByText('Erro ao executar ação').waitFor();
    // The dialog comes back with what was written, and with what is true now.
    const said = /O registro já mudou para Em Análise, por Ada Administradora às \d{2}:\d{2}\./;
    await dialog(page).getByRole('alert').getByText(said).waitFor();
    expect(await dialog(page).getByLabel('Motivo (opcional)').inputValue()).toBe('Tudo confere.');
    await dialog(page).getByText('O registro passa de Em Análise para Processamento Governamental').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    expect(await statusOf(id)).toBe('reviewing');
    await page.unroute(call);
    await page.route(call, (route) => route.abort('connectionreset'));
    await press(panel, /^Aprovar/);
    await press(dialog(page), 'Confirmar aprovação');
    await toast(page).getByText('Sem conexão.').waitFor();
    await row.getByText('Em Análise').waitFor();
    expect(await statusOf(id)).toBe('reviewing');
  });
});
