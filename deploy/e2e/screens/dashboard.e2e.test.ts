import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import type { User } from '../support/client.ts';
import {
  advance,
  card,
  downloaded,
  draft,
  filed,
  openDashboard,
  region,
  STATUSES,
  visit,
} from '../support/dashboard.ts';
import { details } from '../support/journey.ts';
import { buyCredits, dialog, FEE, press, toast } from '../support/payment-screens.ts';
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
  it('[dashboard-welcome] greets by first name, else e-mail, else a generic word, and leads to the wizard', async () => {
    const { page, user } = await visit(browser, stackUrl());
    const greeted = async (change: Partial<Record<'firstName' | 'email', string>>, name: string) => {
      // The server lets nobody be without a name: its answer is changed.
      await page.route('**/api/auth/user', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as User), ...change } });
      });
      await openDashboard(page);
      await page.getByRole('heading', { level: 1, name: `Olá, ${name}`, exact: true }).waitFor();
      await page.unrouteAll();
    };
    await greeted({}, 'Ana');
    await greeted({ firstName: '' }, user.email);
    await greeted({ firstName: '', email: '' }, 'desenvolvedor(a)');
    await press(page.getByRole('main'), 'Contato');
    await toast(page).getByText('Nossa equipe entrará em contato em breve!', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Registrar Software', exact: true }).click();
    await page.waitForURL('**/register');
    await page.context().close();
  });

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

  it('[dashboard-figures] counts files and territories, in the unit that fits', async () => {
    const { page } = await visit(browser, stackUrl(), async (api) => {
      await filed(api, { jurisdiction: 'brasil' });
      await draft(api, { jurisdiction: 'uniao_europeia' });
    });
    await openDashboard(page);
    await region(page, 'Resumo').getByText('+2 este mês', { exact: true }).waitFor();
    const shown = await figures(region(page, 'Resumo'));
    expect(shown[2]?.[1]).toMatch(/^\d+,\d KB$/);
    expect(shown[3]).toEqual(['Jurisdições', '2', 'Territórios ativos']);
    // Nobody uploads gigabytes for this: the server's answer is changed.
    for (const [totalFileSize, text] of [
      [1_023, '1.023 B'],
      [5_557_453, '5,3 MB'],
      [2_684_354_560, '2,5 GB'],
    ] as const) {
      const json = { totalRegistrations: 7, recentRegistrations: 0, totalFileSize, uniqueJurisdictions: 1 };
      // As often as it is asked: once more when the live line stands.
      await page.unroute('**/api/registrations/stats');
      await page.route('**/api/registrations/stats', (route) => route.fulfill({ json }));
      await page.reload();
      await region(page, 'Resumo').getByText(text, { exact: true }).waitFor();
    }
    expect((await figures(region(page, 'Resumo'))).slice(0, 2)).toEqual([
      ['Registros Totais', '7', ''],
      ['Registros Recentes', '0', 'Nenhuma atividade'],
    ]);
    await page.context().close();
  });

  it('[dashboard-balance] shows balance, badge, possible registrations and cost, and warns when something waits', async () => {
    const { page, api } = await visit(browser, stackUrl(), (client) => buyCredits(client, FEE - 100));
    await openDashboard(page);
    const balance = region(page, 'Saldo de créditos');
    await balance.getByText('3.498,00 créditos', { exact: true }).waitFor();
    await balance.getByText('Baixo', { exact: true }).waitFor();
    await balance.getByText('0 registros possíveis', { exact: true }).waitFor();
    await balance.getByText('3.499,00 créditos por registro', { exact: true }).waitFor();
    await balance.getByText('Créditos insuficientes', { exact: true }).waitFor();
    await balance.getByText('Você precisa de mais 1,00 créditos para um novo registro.').waitFor();
    await buyCredits(api, FEE);
    await balance.getByText('Regular', { exact: true }).waitFor();
    await balance.getByText('1 registro possível', { exact: true }).waitFor();
    expect(await balance.getByText('Créditos insuficientes').count()).toBe(0);
    await press(balance, 'Comprar Créditos');
    await dialog(page).getByText('Pacotes', { exact: true }).waitFor();
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

  it('[dashboard-status] gives each of the six statuses its name, progress and time', async () => {
    const { page } = await visit(browser, stackUrl(), async (api) => {
      for (const status of STATUSES)
        await advance(stackUrl(), (await filed(api, { title: `T ${status}` })).id, status);
    });
    await openDashboard(page);
    await card(page, 'T submitted').waitFor();
    const seen = await Promise.all(
      STATUSES.map(async (status) => {
        const one = card(page, `T ${status}`);
        const bar = one.getByRole('progressbar');
        const prazo = await one.getByText(/^Prazo: /).innerText();
        return [await bar.getAttribute('aria-label'), await bar.getAttribute('aria-valuenow'), prazo];
      }),
    );
    expect(seen).toEqual([
      ['Progresso: Submetido', '16.67', 'Prazo: imediato'],
      ['Progresso: Pago', '33.34', 'Prazo: 1-2 dias úteis'],
      ['Progresso: Em Análise', '50', 'Prazo: 3-5 dias úteis'],
      ['Progresso: Processamento Governamental', '75', 'Prazo: 15-30 dias úteis'],
      ['Progresso: Concluído', '91.67', 'Prazo: 1-2 dias úteis'],
      ['Progresso: Certificado Emitido', '100', 'Prazo: imediato'],
    ]);
    expect(await page.getByRole('article').getByRole('button', { name: 'Download' }).count()).toBe(1);
    expect(await page.getByRole('article').getByRole('button', { name: 'Pagar' }).count()).toBe(1);
    await card(page, 'T certificate_issued').getByRole('button', { name: 'Download' }).waitFor();
    await page.context().close();
  });
});
