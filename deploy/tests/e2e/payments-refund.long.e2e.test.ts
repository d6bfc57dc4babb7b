import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminAt, eventually, queryOf, signUpAs, uniqueName } from './support/admin-scene.ts';
import { ownBrowser, shoot } from './support/browser.ts';
import { details } from './support/journey.ts';
import { payable, payByCard, toast } from './support/payment-screens.ts';
import { stackUrl } from './support/shared-stack.ts';

const browser = await ownBrowser();
const surname = uniqueName('Prazeres');
const { client, user } = await signUpAs(stackUrl(), 'Ivo', surname);
const registration = await payable(client);
const intent = await payByCard(client, registration);
const { page, api } = await adminAt(browser, stackUrl(), '/admin/payments');

const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
const totals = page.getByRole('region', { name: 'Totais do que está filtrado' });

describe('money that can be explained', () => {
  it('finds a payment by who paid it, with names and totals, all in the address', async () => {
    await page.getByLabel('Buscar pagamentos').fill(user.email);
    await eventually(() => queryOf(page)).toEqual({ search: user.email });
    await row(intent).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await row(intent)
      .getByRole('link', { name: `Ivo ${surname}` })
      .waitFor();
    await row(intent).getByRole('link', { name: details.title }).waitFor();
    await eventually(() => totals.innerText()).toMatch(/Recebido\s+R\$.3\.499,00/);
    await shoot(page, 'payments-refund-1');
  });

  it('takes what is filtered away as a file', async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('pagamentos.csv');
    const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"Ivo ${surname}";"Registro"`);
    expect(lines[1]).toContain(`"3499,00";"0,00";"Liquidado"`);
  });

  it('gives it back once it was asked twice, and tells what followed', async () => {
    await row(intent)
      .getByRole('button', { name: /^Ver detalhes/ })
      .click();
    const story = dialog(/^Pagamento de/).getByRole('list', { name: 'O que houve' });
    await story.getByText('Liquidado').waitFor();
    await shoot(page, 'payments-refund-2');
    await dialog(/^Pagamento de/)
      .getByRole('button', { name: /^Devolver/ })
      .click();
    const ask = dialog('Devolver pagamento');
    await ask.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'A pedido do cliente' }).click();
    await ask.getByRole('button', { name: 'Continuar' }).click();
    await shoot(page, 'payments-refund-3');
    await ask.getByRole('button', { name: /agora$/ }).click();
    await toast(page).getByText('Reembolso enviado').waitFor();
    // By the provider's own word.
    await story.getByText(/concluído/).waitFor();
    await dialog(/^Pagamento de/)
      .getByText('Reembolsado')
      .waitFor();
    await shoot(page, 'payments-refund-4');
    await page.goBack();
    await dialog(/^Pagamento de/).waitFor({ state: 'detached' });
    await row(intent).getByText('Reembolsado').waitFor();
    await eventually(() => totals.innerText()).toMatch(/Devolvido\s+R\$.3\.499,00/);

    type Trail = { items: { subjectId: string; detail: Record<string, string> }[] };
    const acts = async () =>
      (await api.ok<Trail>('/api/admin/audit?action=payment-refunded&limit=100')).items.map(
        ({ detail }) => detail.reason,
      );
    await eventually(acts).toContain('requested');
  });
});
