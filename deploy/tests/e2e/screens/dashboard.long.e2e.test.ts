import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import {
  advance,
  card,
  downloaded,
  draft,
  filed,
  openDashboard,
  region,
  visit,
} from '../support/dashboard.ts';
import { details } from '../support/journey.ts';
import { dialog, press } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

/** Name, value and note of each figure. */
const figures = async (where: Locator): Promise<string[][]> =>
  where
    .locator('dl > div')
    .evaluateAll((nodes) => nodes.map((node) => [...node.children].map((part) => part.textContent ?? '')));

const day = (iso: string): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(
    new Date(iso),
  );

describe('the client dashboard', () => {
  it('[dashboard-new-client] shows a new client what registering takes, then counts the first registration', async () => {
    const { page, api } = await visit(browser, stackUrl());
    await openDashboard(page);
    await page.getByText('Nenhum registro ainda', { exact: true }).waitFor();
    expect(await figures(region(page, 'Resumo'))).toEqual([
      ['Registros Totais', '0', ''],
      ['Registros Recentes', '0', 'Nenhuma atividade'],
      ['Tamanho Total', '0 B', 'em arquivos protegidos'],
      ['Jurisdições', '0', 'Territórios ativos'],
    ]);
    expect(await page.getByLabel('Buscar registros').count()).toBe(0);
    expect(await region(page, 'Prioridades').count()).toBe(0);
    expect(await page.getByRole('listitem').filter({ hasText: 'Envie o ZIP do código' }).count()).toBe(1);
    await page.getByRole('link', { name: 'Registrar meu primeiro software' }).click();
    await page.waitForURL('**/register');
    await draft(api);
    await openDashboard(page);
    await card(page, details.title).waitFor();
    expect(await figures(region(page, 'Resumo'))).toEqual([
      ['Registros Totais', '1', '+1 este mês'],
      ['Registros Recentes', '1', 'Ativo'],
      ['Tamanho Total', '0 B', 'em arquivos protegidos'],
      ['Jurisdições', '1', 'Território ativo'],
    ]);
    await page.context().close();
  });

  it('[dashboard-priority] puts up to 3 first, each with what can be done: pay, download, look', async () => {
    let id = '';
    const { page } = await visit(browser, stackUrl(), async (api) => {
      await draft(api, { title: 'Antigo' });
      ({ id } = await filed(api, { title: 'Certificado' }));
      await advance(stackUrl(), id, 'certificate_issued');
      await filed(api, { title: 'A pagar' });
      await advance(stackUrl(), (await filed(api, { title: 'Em análise' })).id, 'reviewing');
      await draft(api, { title: 'Sem arquivo' });
    });
    await openDashboard(page);
    const rows = region(page, 'Prioridades').getByRole('listitem');
    await rows.first().waitFor();
    const row = (text: string) => rows.filter({ hasText: text });
    expect(await rows.count()).toBe(3);
    expect((await row('Antigo').count()) + (await row('Em análise').count())).toBe(0);
    await row('A pagar').getByText('Aguardando pagamento de R$ 3.499,00').waitFor();
    await row('Sem arquivo').getByRole('link', { name: 'Continuar registro' }).waitFor();
    const file = await downloaded(page, row('Certificado').getByRole('button', { name: 'Download' }));
    expect(file.name).toBe(`certificado_${id.slice(0, 8)}.pdf`);
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    await press(row('A pagar'), 'Pagar');
    await dialog(page).getByLabel('Número do cartão').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await press(row('A pagar'), 'Ver Detalhes');
    await dialog(page).getByRole('heading', { name: 'A pagar', level: 2 }).waitFor();
    await page.context().close();
  });

  it('[dashboard-card] tells everything of a registration, with its payment while it waits for one', async () => {
    const { page, api } = await visit(browser, stackUrl(), (client) =>
      draft(client, { title: 'Sem arquivo' }),
    );
    const { id, zip } = await filed(api, { holderName: 'Bruno Araújo', jurisdiction: 'uniao_europeia' });
    const { createdAt } = await api.ok<{ createdAt: string }>(`/api/registrations/${id}`);
    await openDashboard(page);
    const shown = card(page, details.title);
    for (const text of [
      details.title,
      'Submetido',
      'União Europeia',
      'Bruno Araújo',
      day(createdAt),
      details.description,
      'R$ 3.499,00',
      `${zip.sha256.slice(0, 8)}…${zip.sha256.slice(-8)}`,
      zip.name,
    ]) {
      await shown.getByText(text, { exact: true }).waitFor();
    }
    await shown.getByText(/^\d+,\d KB$/).waitFor();
    expect(
      await shown.locator('dt', { hasText: 'Status atualizado em' }).locator('+ dd').innerText(),
    ).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    await shown.getByText('Taxa de registro').waitFor();
    await shown.getByRole('button', { name: 'Pagar', exact: true }).waitFor();
    const edit = shown.getByRole('link', { name: 'Editar dados' });
    expect(await edit.getAttribute('href')).toBe(`/register?id=${id}&step=basic`);
    expect(await shown.getByRole('button', { name: 'Download' }).count()).toBe(0);
    const bare = card(page, 'Sem arquivo');
    await bare.getByText('Nenhum arquivo enviado ainda').waitFor();
    expect(await bare.getByRole('button', { name: 'Pagar' }).count()).toBe(0);
    await bare.getByRole('link', { name: 'Continuar registro' }).waitFor();
    await press(shown, 'Ver Detalhes');
    await dialog(page).getByText(zip.sha256, { exact: true }).waitFor();
    await page.context().close();
  });
});
