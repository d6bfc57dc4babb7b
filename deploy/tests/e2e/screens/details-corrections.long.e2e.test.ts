import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { type Client, demoSession } from '../support/client.ts';
import { card, filed, openDashboard, region, visit } from '../support/dashboard.ts';
import { pdfText } from '../support/files.ts';
import { details, holders } from '../support/journey.ts';
import { dialog, payByCard, press, sendBack, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

const REASON = 'Falta o manual de instalação.';

/** Paid and sent back; its id. */
async function sentBack(api: Client): Promise<string> {
  const { id } = await filed(api);
  await payByCard(api, id);
  await sendBack(api, id, REASON);
  return id;
}

const stamp = (iso: string): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' })
    .format(new Date(iso))
    .replace(', ', ' ');

/** Every entry of the timeline: its name, its state and what it says. */
const timeline = (page: Page): Promise<[string, string | null, string][]> =>
  dialog(page)
    .getByRole('list')
    .first()
    .getByRole('listitem')
    .evaluateAll((entries) =>
      entries.map((entry) => {
        const [name, ...notes] = [...entry.querySelectorAll('p')].map((part) => part.textContent ?? '');
        const bare = (name ?? '').replace(/(: .*|Agora)$/, '');
        return [bare, entry.getAttribute('data-state'), notes.join(' ')];
      }),
    );

type Stamped = { createdAt: string; paymentPaidAt: string };
type History = { items: { toStatus: string; createdAt: string }[] };

describe('a registration that was sent back for corrections', () => {
  it('[corrections-timeline] keeps the dates the certificate has, and shows each round as an entry of its own', async () => {
    let id = '';
    const { page, api } = await visit(browser, stackUrl(), async (client) => {
      id = await sentBack(client);
    });
    const { createdAt, paymentPaidAt } = await api.ok<Stamped>(`/api/registrations/${id}`);
    const at = async (status: string) => {
      const { items } = await api.ok<History>(`/api/registrations/${id}/history`);
      return stamp(items.findLast(({ toStatus }) => toStatus === status)?.createdAt ?? '');
    };
    // A minute is the finest that is shown: the answer is changed so that the dates differ.
    const [created, paid] = ['2026-01-05T12:01:00.000Z', '2026-01-05T12:07:00.000Z'];
    await page.route(`**/api/registrations/${id}`, async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as Stamped;
      expect([json.createdAt, json.paymentPaidAt]).toEqual([createdAt, paymentPaidAt]);
      await route.fulfill({ response: answer, json: { ...json, createdAt: created, paymentPaidAt: paid } });
    });
    await openDashboard(page);
    await press(card(page, details.title), 'Ver Detalhes');
    const asked = `Solicitadas em ${await at('submitted')}`;
    const text = 'Corrija e reenvie: nada será cobrado, e a análise continua daqui.';
    await expect
      .poll(async () => (await timeline(page)).slice(0, 4))
      .toEqual([
        ['Submetido', 'done', '05/01/2026 09:01'],
        ['Pago', 'done', '05/01/2026 09:07'],
        ['Correções', 'current', `${asked} ${text} ${REASON}`],
        ['Em Análise', 'todo', 'Prazo estimado: 3-5 dias úteis'],
      ]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });

    await api.post(`/api/registrations/${id}/resubmit`);
    const admin = await demoSession(stackUrl(), 'admin');
    for (const status of ['reviewing', 'government_processing', 'completed', 'certificate_issued'])
      await admin.patch(`/api/admin/registrations/${id}/status`, { status });
    await card(page, details.title).getByText('Certificado Emitido', { exact: true }).waitFor();
    await press(card(page, details.title), 'Ver Detalhes');
    await expect
      .poll(async () => (await timeline(page)).slice(0, 4))
      .toEqual([
        ['Submetido', 'done', '05/01/2026 09:01'],
        ['Pago', 'done', '05/01/2026 09:07'],
        ['Correções', 'done', `${asked} Reenviado em ${await at('paid')} ${REASON}`],
        ['Em Análise', 'done', await at('reviewing')],
      ]);
    const pdf = await api.send(`/api/registrations/${id}/certificate`);
    expect(pdf.status).toBe(200);
    const printed = pdfText(pdf.bytes);
    for (const iso of [createdAt, paymentPaidAt]) expect(printed).toContain(stamp(iso));
    await page.context().close();
  });

  it('[corrections-first] says whose turn it is, leads to correcting, and offers to resend once something was changed', async () => {
    let id = '';
    const { page, api } = await visit(browser, stackUrl(), async (client) => {
      id = await sentBack(client);
    });
    await openDashboard(page);
    const shown = card(page, details.title);
    const first = region(page, 'Próxima ação');
    for (const where of [shown, first]) {
      await where.getByText('Submetido', { exact: true }).waitFor();
      await where.getByText('Aguardando sua correção', { exact: true }).waitFor();
      const edit = where.getByRole('link', { name: 'Corrigir', exact: true });
      expect(await edit.getAttribute('href')).toBe(`/register?id=${id}&step=basic`);
      expect(await edit.getAttribute('data-variant')).toBe('filled');
    }
    expect(await first.getByRole('button', { name: 'Reenviar' }).count()).toBe(0);
    expect(await shown.getByText(/imediato|Etapa 1 de 6/).count()).toBe(0);
    await shown.getByText('Prazo: depende do seu reenvio', { exact: true }).waitFor();

    await api.patch(`/api/registrations/${id}`, { description: 'Agora com o manual.' });
    await page.reload();
    for (const where of [shown, first]) {
      const send = where.getByRole('button', { name: 'Reenviar', exact: true });
      await send.waitFor();
      expect(await send.getAttribute('data-variant')).toBe('filled');
    }
    expect(await first.getByRole('link', { name: 'Corrigir' }).count()).toBe(0);
    await press(first, 'Reenviar');
    await toast(page).getByText('Registro reenviado', { exact: true }).waitFor();
    await shown.getByText('Pago', { exact: true }).waitFor();
    expect(await dialog(page).count()).toBe(0);
    await page.context().close();
  });

  it('[corrections-holder] takes a holder changed in the wizard for a correction, back on the dashboard', async () => {
    let id = '';
    const { page } = await visit(browser, stackUrl(), async (client) => {
      ({ id } = await filed(client));
      await client.post(`/api/registrations/${id}/holders`, holders[0]);
      await payByCard(client, id);
      await sendBack(client, id, REASON);
    });
    await openDashboard(page);
    const first = region(page, 'Próxima ação');
    await first.getByRole('link', { name: 'Corrigir', exact: true }).click();
    for (const step of ['upload', 'holders']) {
      await press(page.getByRole('main'), 'Próximo');
      await page.waitForURL(`**/register?id=${id}&step=${step}`);
    }
    await press(page.getByRole('main'), `Remover ${holders[0]?.holderName}`);
    await page.getByText('Total: 0%', { exact: true }).waitFor();
    await page.getByRole('banner').getByRole('link').first().click();
    await first.getByRole('button', { name: 'Reenviar', exact: true }).waitFor();
    await page.context().close();
  });

  it('[corrections-unchanged] is not resent unchanged without a question, whose answer may be no', async () => {
    let id = '';
    const { page, api } = await visit(browser, stackUrl(), async (client) => {
      id = await sentBack(client);
    });
    const status = async () => (await api.ok<{ status: string }>(`/api/registrations/${id}`)).status;
    await openDashboard(page);
    const shown = card(page, details.title);
    const question = page.getByText('Nada foi alterado desde o pedido. Reenviar mesmo assim?', {
      exact: true,
    });
    await press(shown, 'Reenviar');
    await question.waitFor();
    await press(dialog(page), 'Cancelar');
    await question.waitFor({ state: 'detached' });
    expect(await status()).toBe('submitted');

    // In the details Esc answers the question and leaves the details open.
    await press(shown, 'Ver Detalhes');
    await press(dialog(page), 'Reenviar');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await dialog(page).getByRole('heading', { name: details.title, level: 2 }).waitFor();
    await press(dialog(page), 'Reenviar');
    await press(dialog(page).filter({ has: question }), 'Reenviar mesmo assim');
    await toast(page).getByText('Registro reenviado', { exact: true }).waitFor();
    expect(await status()).toBe('paid');
    await page.context().close();
  });

  it('[corrections-elsewhere] asks nothing when it was changed in another tab meanwhile', async () => {
    let id = '';
    const { page, api } = await visit(browser, stackUrl(), async (client) => {
      id = await sentBack(client);
    });
    await openDashboard(page);
    await card(page, details.title).getByRole('link', { name: 'Corrigir', exact: true }).waitFor();
    await api.patch(`/api/registrations/${id}`, { title: details.title, description: 'Mudou em outra aba.' });
    await press(card(page, details.title), 'Reenviar');
    await toast(page).getByText('Registro reenviado', { exact: true }).waitFor();
    expect(await dialog(page).count()).toBe(0);
    await page.context().close();
  });
});
