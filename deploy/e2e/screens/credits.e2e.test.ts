import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { demoSession } from '../support/client.ts';
import { filed, openDashboard, region, visit } from '../support/dashboard.ts';
import { buyCredits, dialog, FEE, press, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

describe('the statement of credits', () => {
  it('[credits-statement] draws the balance, lists transactions and purchases, and follows what happens', async () => {
    const { page, api, user } = await visit(browser, stackUrl(), async (client) => {
      await buyCredits(client, FEE + 25_000);
      const { id } = await filed(client);
      await client.post(`/api/registrations/${id}/credit-payment`);
      await client.post('/api/credit-purchase/payment-intent', { packageId: 'update' });
    });
    await openDashboard(page);
    await press(region(page, 'Saldo de créditos'), 'Extrato');
    const shown = dialog(page);
    const chart = shown.getByRole('img', { name: /^Gráfico do saldo / });
    await chart.locator('path.recharts-area-area').waitFor();
    expect(await chart.getAttribute('aria-label')).toContain('agora 250,00 créditos');
    const rows = shown.getByRole('list', { name: 'Transações' }).getByRole('listitem');
    const texts = async () => (await rows.allInnerTexts()).map((text) => text.split('\n').filter(Boolean));
    const at = expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    expect(await texts()).toEqual([
      ['Pagamento de registro com créditos', at, '−3.499,00', 'Saldo: 250,00 créditos'],
      ['Compra de créditos', at, '+3.749,00', 'Saldo: 3.749,00 créditos'],
    ]);
    const admin = await demoSession(stackUrl(), 'admin');
    await admin.post(`/api/admin/users/${user.id}/credits`, {
      userId: user.id,
      delta: -5_000,
      reason: 'Ajuste de conferência',
    });
    await rows.filter({ hasText: 'Ajuste de conferência' }).getByText('−50,00', { exact: true }).waitFor();
    await shown.getByText('200,00 créditos', { exact: true }).waitFor();
    await shown.getByRole('tab', { name: 'Compras' }).click();
    const purchases = shown.getByRole('list', { name: 'Compras' }).getByRole('listitem');
    await purchases.filter({ hasText: 'R$ 1.499,99' }).getByText('Pendente', { exact: true }).waitFor();
    await purchases.filter({ hasText: 'R$ 3.749,00' }).getByText('Concluída', { exact: true }).waitFor();
    await purchases.getByText('Atualização de Registro', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'hidden' });
    const opener = region(page, 'Saldo de créditos').getByRole('button', { name: 'Extrato' });
    await opener.and(page.locator(':focus')).waitFor();
    expect((await api.ok<{ total: number }>('/api/credits')).total).toBe(3);
    await page.context().close();
  });

  it('[credits-paid-at-once] shows a registration as paid before it says so: nothing offers to pay it again', async () => {
    const { page } = await visit(browser, stackUrl(), async (client) => {
      await buyCredits(client, FEE);
      await filed(client);
    });
    await openDashboard(page);
    await press(page.getByRole('article'), 'Pagar');
    await press(dialog(page), /^Pagar com créditos/);
    // Neither the lists nor the server's events bring news: what shows is what the payment's answer said.
    await page.route('**/api/registrations?**', () => {});
    await press(dialog(page), 'Confirmar pagamento');
    await toast(page).getByText('Pagamento realizado com sucesso!', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Pagar', exact: true }).count()).toBe(0);
    await page.getByRole('article').getByText('Pago', { exact: true }).first().waitFor();
    await page.context().close();
  });

  it('[credits-low-tone] tells of a low balance in one tone, whatever waits to be paid', async () => {
    const { page, api } = await visit(browser, stackUrl());
    const balance = region(page, 'Saldo de créditos');
    const tones = () =>
      Promise.all(
        ['Baixo', 'Créditos insuficientes'].map((text) =>
          balance
            .getByText(text, { exact: true })
            .evaluate((node) => node.ownerDocument.defaultView.getComputedStyle(node).color as string),
        ),
      );
    await openDashboard(page);
    const before = await tones();
    await filed(api);
    await page.reload();
    await region(page, 'Prioridades').getByRole('button', { name: 'Pagar', exact: true }).waitFor();
    expect(await tones()).toEqual(before);
    await page.context().close();
  });

  it('[credits-empty] says when there is nothing, and when it could not be read', async () => {
    const { page } = await visit(browser, stackUrl());
    await openDashboard(page);
    await press(region(page, 'Saldo de créditos'), 'Extrato');
    const shown = dialog(page);
    await shown.getByText('Nenhuma transação de crédito encontrada', { exact: true }).waitFor();
    expect(await shown.getByRole('img', { name: /^Gráfico/ }).count()).toBe(0);
    await page.route('**/api/credit-purchases?**', (route) =>
      route.fulfill({ status: 503, json: { message: 'Volta em instantes.' } }),
    );
    await shown.getByRole('tab', { name: 'Compras' }).click();
    const alert = shown.getByRole('alert');
    await alert.getByText('Não foi possível carregar as compras.').waitFor();
    await page.unrouteAll();
    await press(alert, 'Tentar novamente');
    await shown.getByText('Nenhuma compra de créditos encontrada', { exact: true }).waitFor();
    await page.context().close();
  });

  it('[credits-pages] has its own pages, with the page before kept in sight', async () => {
    const { page } = await visit(browser, stackUrl(), async (client) => {
      const admin = await demoSession(stackUrl(), 'admin');
      const { id } = await client.ok<{ id: string }>('/api/auth/user');
      for (let step = 1; step <= 14; step += 1) {
        const adjustment = { userId: id, delta: step * 100, reason: `Ajuste ${step}` };
        await admin.post(`/api/admin/users/${id}/credits`, adjustment);
      }
    });
    await openDashboard(page);
    await press(region(page, 'Saldo de créditos'), 'Extrato');
    const shown = dialog(page);
    await shown.getByText('Mostrando 1-12 de 14', { exact: true }).waitFor();
    await shown.getByText('Ajuste 14', { exact: true }).waitFor();
    await press(shown, 'Próxima');
    await shown.getByText('Mostrando 13-14 de 14', { exact: true }).waitFor();
    await shown.getByText('Ajuste 1', { exact: true }).waitFor();
    await page.context().close();
  });
});
