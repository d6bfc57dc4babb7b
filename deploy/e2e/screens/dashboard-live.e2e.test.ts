import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { advance, card, draft, filed, openDashboard, region, visit } from '../support/dashboard.ts';
import { details } from '../support/journey.ts';
import { buyCredits, dialog, FEE, payByCard, press, sendBack, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

const REASON = 'Faltou o arquivo LEIAME.';

describe('the dashboard, as things change', () => {
  it('[dashboard-live] follows status and balance by events, and looks once after the line was down', async () => {
    let id = '';
    const { page, api } = await visit(browser, stackUrl(), async (client) => {
      ({ id } = await filed(client));
    });
    await openDashboard(page);
    const shown = card(page, details.title);
    await shown.getByText('Submetido', { exact: true }).waitFor();
    await advance(stackUrl(), id, 'paid');
    await shown.getByText('Pago', { exact: true }).waitFor();
    await buyCredits(api, FEE);
    await region(page, 'Saldo de créditos').getByText('3.499,00 créditos', { exact: true }).waitFor();

    await page.route('**/api/events', (route) => route.abort());
    await page.reload();
    await shown.getByText('Pago', { exact: true }).waitFor();
    await advance(stackUrl(), id, 'reviewing', 'paid');
    expect(await shown.getByText('Pago', { exact: true }).isVisible()).toBe(true);
    let lists = 0;
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/registrations' && !searchParams.has('status')) lists += 1;
    });
    await page.unroute('**/api/events');
    await shown.getByText('Em Análise', { exact: true }).waitFor();
    expect(lists).toBe(1);
    await page.context().close();
  });

  it('[dashboard-resubmit] shows the reason and Reenviar, never a payment; shown at once, taken back when refused', async () => {
    let id = '';
    const { page } = await visit(browser, stackUrl(), async (api) => {
      ({ id } = await filed(api));
      await payByCard(api, id);
      await sendBack(api, id, REASON);
      await api.patch(`/api/registrations/${id}`, { description: 'Corrigida.' });
    });
    await openDashboard(page);
    const shown = card(page, details.title);
    const first = region(page, 'Prioridades');
    for (const where of [shown, first]) {
      await where.getByText(REASON, { exact: true }).waitFor();
      await where.getByRole('button', { name: 'Reenviar', exact: true }).waitFor();
    }
    await shown.getByText('Correções solicitadas', { exact: true }).waitFor();
    await press(shown, 'Ver Detalhes');
    await dialog(page).getByText(REASON, { exact: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Reenviar', exact: true }).waitFor();
    await dialog(page).getByText('Corrija o que a equipe pediu e reenvie: nada será cobrado.').waitFor();
    expect(await page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });

    const refused = Promise.withResolvers<void>();
    await page.route('**/resubmit', async (route) => {
      await refused.promise;
      await route.fulfill({ status: 409, json: { message: 'Tente mais tarde.' } });
    });
    await press(shown, 'Reenviar');
    await shown.getByText('Pago', { exact: true }).waitFor();
    refused.resolve();
    await toast(page).getByText('Erro ao reenviar registro', { exact: true }).waitFor();
    await shown.getByText('Submetido', { exact: true }).waitFor();
    await page.unrouteAll();
    await press(shown, 'Reenviar');
    await toast(page).getByText('Registro reenviado', { exact: true }).waitFor();
    await shown.getByText('Pago', { exact: true }).waitFor();
    await first.waitFor({ state: 'detached' });
    await shown.and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  it('[dashboard-remove] deletes an unpaid registration after telling what is lost; back in its place when refused', async () => {
    const { page, api } = await visit(browser, stackUrl(), async (client) => {
      await draft(client, { title: 'Fica' });
      await filed(client, { title: 'Sai' });
    });
    await openDashboard(page);
    const gone = card(page, 'Sai');
    const ask = async () => {
      await press(gone, 'Excluir registro');
      await dialog(page).getByText('Excluir “Sai”? Isto não pode ser desfeito. O que se perde:').waitFor();
      await dialog(page).getByText('os dados informados e os titulares').waitFor();
      await dialog(page)
        .getByText(/^o arquivo código-fonte.zip \(\d,\d\d MB\)/)
        .waitFor();
    };
    await ask();
    await press(dialog(page), 'Cancelar');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.route('**/api/registrations/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { message: 'Há um pagamento em andamento.' } })
        : route.continue(),
    );
    await ask();
    await press(dialog(page), 'Confirmar exclusão');
    await toast(page).getByText('Erro ao excluir registro', { exact: true }).waitFor();
    await toast(page).getByText('Há um pagamento em andamento.').waitFor();
    await gone.waitFor();
    await page.unrouteAll();
    await press(gone, 'Ver Detalhes');
    await press(dialog(page), 'Excluir registro');
    await press(dialog(page), 'Confirmar exclusão');
    await toast(page).getByText('Registro excluído', { exact: true }).waitFor();
    await gone.waitFor({ state: 'detached' });
    await page.getByText('Mostrando 1-1 de 1', { exact: true }).waitFor();
    expect((await api.ok<{ total: number }>('/api/registrations')).total).toBe(1);
    await page.locator('main :focus').waitFor();
    await page.context().close();
  });
});
