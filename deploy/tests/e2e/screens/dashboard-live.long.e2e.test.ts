import { describe, expect, it } from 'vitest';
import { launchForTests } from '../support/browser.ts';
import {
  advanceStatus,
  card,
  createWithFile,
  openDashboard,
  region,
  signUpAndOpen,
} from '../support/dashboard.ts';
import { details } from '../support/journey.ts';
import { buyCredits, FEE } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await launchForTests();

describe('live dashboard', () => {
  it('[dashboard-live] updates status and balance by events, and refetches after a reconnect', async () => {
    let id = '';
    const { page, api } = await signUpAndOpen(browser, stackUrl(), async (client) => {
      ({ id } = await createWithFile(client));
    });
    await openDashboard(page);
    const shown = card(page, details.title);
    await shown.getByText('Submetido', { exact: true }).waitFor();
    await advanceStatus(stackUrl(), id, 'paid');
    await shown.getByText('Pago', { exact: true }).waitFor();
    await buyCredits(api, FEE);
    await region(page, 'Saldo de créditos').getByText('3.499,00 créditos', { exact: true }).waitFor();

    await page.route('**/api/events', (route) => route.abort());
    await page.reload();
    await shown.getByText('Pago', { exact: true }).waitFor();
    await advanceStatus(stackUrl(), id, 'reviewing', 'paid');
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
});
