import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, signUpAs, uniqueName } from '../support/admin-scene.ts';
import { ownBrowser, person } from '../support/browser.ts';
import { card, filed, openDashboard, visit } from '../support/dashboard.ts';
import { dialog, enter, FEE, openPayment, openScene, press, toast } from '../support/payment-screens.ts';
import { queueWorld } from '../support/queue-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

/** What a person without network is told, and when. */
const SOON = { timeout: 10_000 };

/** Commands that this page sends from now on, whether or not they arrive; that it is open, which it keeps telling, is none. */
function commands(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && !pathname.endsWith('/viewing'))
      sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}

/** The network comes back, and the page reads from the server again: what it would send now, it has sent. */
async function comeBack(page: Page, sent: string[]): Promise<void> {
  sent.length = 0;
  const hears = page.waitForResponse((answer) => answer.ok() && answer.url().endsWith('/api/auth/user'));
  await page.context().setOffline(false);
  await press(page.locator('body'), 'Abrir menu do usuário');
  await page.getByRole('menuitem', { name: 'Atualizar Permissões' }).click();
  await hears;
  await toast(page).getByText('Permissões atualizadas').waitFor();
  expect(sent).toEqual([]);
}

describe('without network', () => {
  it('an approval fails at once, the row is as it was, and nothing is sent later', async () => {
    const world = await queueWorld(stackUrl());
    const id = await world.add('Sem rede', 'paid');
    const { page, context } = await person(browser, stackUrl());
    await enter(page, world.operator);
    await page.goto(`/operator?search=${world.mark}`);
    const row = page.getByRole('row').filter({ hasText: `${world.mark} Sem rede` });
    await row.getByText('Pago').click();
    const panel = page.getByRole('complementary', { name: `${world.mark} Sem rede` });
    await press(panel, /^Aprovar/);
    await dialog(page).getByLabel('Motivo (opcional)').fill('Tudo confere.');
    const sent = commands(page);
    await context.setOffline(true);
    await press(dialog(page), 'Confirmar aprovação');
    await toast(page).getByText('Erro ao executar ação').waitFor(SOON);
    await toast(page).getByText('Sem conexão.').waitFor(SOON);
    await row.getByText('Pago', { exact: true }).waitFor(SOON);
    // What was typed is there, to be sent by hand.
    expect(await dialog(page).getByLabel('Motivo (opcional)').inputValue()).toBe('Tudo confere.');
    await press(dialog(page), 'Cancelar');
    await comeBack(page, sent);
    const { status } = await world.operator.ok<{ status: string }>(`/api/operator/registrations/${id}`);
    expect(status).toBe('paid');
    await context.close();
  });

  it('a deletion fails at once, the card is back in its place, and nothing is sent later', async () => {
    const { page, api } = await visit(browser, stackUrl(), (client) => filed(client, { title: 'Fica aqui' }));
    await openDashboard(page);
    await press(card(page, 'Fica aqui'), 'Excluir registro');
    await dialog(page).getByText('Excluir “Fica aqui”? Isto não pode ser desfeito.').waitFor();
    const sent = commands(page);
    await page.context().setOffline(true);
    await press(dialog(page), 'Confirmar exclusão');
    await toast(page).getByText('Erro ao excluir registro', { exact: true }).waitFor(SOON);
    await toast(page)
      .getByText('Sem conexão com o servidor. Verifique sua internet e tente novamente.')
      .waitFor(SOON);
    await card(page, 'Fica aqui').waitFor(SOON);
    await comeBack(page, sent);
    expect((await api.ok<{ total: number }>('/api/registrations')).total).toBe(1);
    await page.context().close();
  });

  it('a payment with credits fails at once and is made once when it is asked for again', async () => {
    const scene = await openScene(browser, stackUrl(), { balance: FEE, registration: 'payable' });
    const { page, api } = scene;
    await openPayment(scene);
    await dialog(page)
      .getByRole('button', { name: /^Pagar com créditos/ })
      .click();
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/credit-payment')) keys.push(request.headers()['idempotency-key']);
    });
    const sent = commands(page);
    await page.context().setOffline(true);
    await press(dialog(page), 'Confirmar pagamento');
    await toast(page).getByText('Erro no pagamento com créditos').waitFor(SOON);
    await toast(page).getByText('Não foi possível processar o pagamento com créditos.').waitFor(SOON);
    sent.length = 0;
    const hears = page.waitForResponse((answer) => answer.ok() && answer.url().endsWith('/api/auth/user'));
    await page.context().setOffline(false);
    await hears;
    expect(sent).toEqual([]);
    expect((await api.ok<{ credits: number }>('/api/auth/user')).credits).toBe(FEE);
    await press(dialog(page), 'Confirmar pagamento');
    await toast(page).getByText('Pagamento realizado com sucesso!').waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect((await api.ok<{ credits: number }>('/api/auth/user')).credits).toBe(0);
    await page.context().close();
  });

  it('credits are not issued: it is said at once, the balance is as it was, and nothing is sent later', async () => {
    const name = uniqueName('Rede');
    const { user } = await signUpAs(stackUrl(), name, 'Lima');
    const { page, api } = await adminAt(browser, stackUrl(), `/admin?tab=credits&search=${name}`);
    const row = page.getByRole('listitem').filter({ hasText: user.email });
    await row.getByRole('button', { name: `Ajustar saldo de ${name} Lima` }).click();
    await dialog(page).getByLabel('Quantidade (centésimos de crédito)').fill('500');
    await dialog(page).getByLabel('Motivo').fill('Bônus');
    const sent = commands(page);
    await page.context().setOffline(true);
    await press(dialog(page), 'Emitir Créditos');
    await toast(page).getByText('Erro ao atualizar créditos').waitFor(SOON);
    await eventually(() => row.innerText()).toContain('0,00 créditos');
    expect(await dialog(page).getByLabel('Motivo').inputValue()).toBe('Bônus');
    await press(dialog(page), 'Cancelar');
    await comeBack(page, sent);
    const users = await api.ok<{ items: { credits: number }[] }>(`/api/admin/users?search=${name}`);
    expect(users.items.map(({ credits }) => credits)).toEqual([0]);
    await page.context().close();
  });
});

describe('on a line that says nothing', () => {
  it('an approval fails within seconds, and the row is as it was', async () => {
    const world = await queueWorld(stackUrl());
    await world.add('Linha muda', 'paid');
    const { page, context } = await person(browser, stackUrl());
    await enter(page, world.operator);
    await page.goto(`/operator?search=${world.mark}`);
    const row = page.getByRole('row').filter({ hasText: `${world.mark} Linha muda` });
    await row.getByText('Pago').click();
    const panel = page.getByRole('complementary', { name: `${world.mark} Linha muda` });
    const asked = Promise.withResolvers<void>();
    // Never answered.
    await page.route('**/operator-action', () => asked.resolve());
    await press(panel, /^Aprovar/);
    await press(dialog(page), 'Confirmar aprovação');
    await asked.promise;
    await row.getByText('Em Análise', { exact: true }).waitFor();
    await toast(page).getByText('Erro ao executar ação').waitFor({ timeout: 15_000 });
    await row.getByText('Pago', { exact: true }).waitFor();
    await context.close();
  });
});
