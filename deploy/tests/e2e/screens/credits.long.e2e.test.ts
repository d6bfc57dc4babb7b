import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { demoSession } from '../support/client.ts';
import { filed, openDashboard, region, visit } from '../support/dashboard.ts';
import { buyCredits, dialog, FEE, press } from '../support/payment-screens.ts';
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
});
