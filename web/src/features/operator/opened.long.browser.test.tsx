import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aRecord, assignedTo, Desk, operator, panel, paula, row, sentActions } from '../../testing/desk.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, query, toast, widen } from '../../testing/screen.ts';
import { callsOf, cut } from '../../testing/server.ts';

const first = aRecord('A primeiro', 'paid');
const second = aRecord('B segundo', 'reviewing');
const paulasRecord = aRecord('C da Paula', 'reviewing', assignedTo(paula));
const history = (where = panel()) => where.getByRole('heading', { name: 'Histórico de status' });
const expectOpen = (id: string | null) =>
  expect.poll(() => new URLSearchParams(query()).get('open')).toBe(id);
const back = () => window.history.back();

beforeEach(() => {
  new Desk(first, second, paulasRecord);
});

describe('the record opened beside the queue', () => {
  it('[operator-open-phone] an open record closes with Back on a phone, and reopens with Forward', async () => {
    await widen(360, 740);
    open('/operator?sort=title', operator);
    const sheet = page.getByRole('dialog', { name: 'A primeiro' });
    const card = page.getByRole('listitem').filter({ hasText: 'A primeiro' });
    await card.getByText('Ana Lima').click();
    await expect.element(sheet).toBeVisible();
    await expectOpen(first.id);
    back();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.poll(() => window.location.pathname).toBe('/operator');
    await expect.element(card).toBeVisible();
    window.history.forward();
    await expect.element(sheet).toBeVisible();
    open(`/operator${query()}`, operator);
    await expect.element(history(sheet)).toBeVisible();
    await press('Fechar painel', sheet);
    await expect.element(sheet).not.toBeInTheDocument();
    await expectOpen(null);
  });

  it('[operator-open-rows] the panel follows the selected row; Esc and Back close the panel only', async () => {
    open('/operator?sort=title', operator);
    await expect.element(row('A primeiro')).toBeVisible();
    await keys('j{Enter}');
    await expect.element(panel('A primeiro')).toBeVisible();
    await expectOpen(first.id);
    await keys('j');
    await expect.element(panel('B segundo')).toBeVisible();
    await expectOpen(second.id);
    await expect.element(row('B segundo')).toHaveFocus();
    // Moving from row to row adds no history entry.
    back();
    await expect.element(panel()).not.toBeInTheDocument();
    // A direct link selects its row.
    open(`/operator?sort=title&open=${second.id}`, operator);
    await expect.element(history()).toBeVisible();
    await expect.element(row('B segundo')).toBeVisible();
    await keys('k');
    await expect.element(panel('A primeiro')).toBeVisible();
    await expect.element(row('A primeiro')).toHaveFocus();
    await keys('{Escape}');
    await expect.element(panel()).not.toBeInTheDocument();
    await expectOpen(null);
    await expect.element(row('A primeiro')).toHaveFocus();
    await keys('{Enter}');
    await expect.element(panel('A primeiro')).toBeVisible();
    back();
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(row('A primeiro')).toBeVisible();
  });

  it('[operator-open-link] a link opens its record beside any list, or says why it cannot', async () => {
    open(`/operator?tab=mine&open=${second.id}`, operator);
    await expect.element(page.getByText('Nenhum registro encontrado')).toBeVisible();
    await expect.element(panel('B segundo').getByRole('button', { name: 'Adicionar Notas' })).toBeVisible();
    await page.getByRole('tab', { name: /^Todos/ }).click();
    await expectOpen(null);
    for (const absent of ['00000000-0000-7000-8000-000000000000', '../stats?x=']) {
      open(`/operator?open=${encodeURIComponent(absent)}`, operator);
      const none = panel('Registro não encontrado');
      await expect.element(none.getByText(/^Este registro não existe ou foi excluído/)).toBeVisible();
      await expect.element(row('A primeiro')).toBeVisible();
      await press('Fechar painel', none);
      await expectOpen(null);
    }
    expect(callsOf('getStaffRegistration').map(({ params }) => params.id)).not.toContain('stats');
    cut('getStaffRegistration');
    open(`/operator?tab=mine&open=${first.id}`, operator);
    const failed = panel('Erro ao carregar dados');
    await expect.element(failed.getByText('Falha ao carregar informações do registro')).toBeVisible();
    new Desk(first);
    await press('Tentar novamente', failed);
    await expect.element(panel('A primeiro')).toBeVisible();
  });

  it('[operator-held-by] shows a record’s operator, and warns before an action on a colleague’s', async () => {
    open(`/operator?open=${paulasRecord.id}`, operator);
    await expect.element(panel().getByText('De Paula Lima', { exact: true })).toBeVisible();
    // The list beside the panel has no operator column; the row shows the operator instead.
    await expect.element(row('C da Paula').getByText('De Paula Lima', { exact: true })).toBeVisible();
    await expect.element(row('B segundo').getByText('Sem operador', { exact: true })).toBeVisible();
    expect(page.getByRole('columnheader', { name: 'Operador' }).elements()).toEqual([]);
    const warning = dialog.getByText(/^Este registro é de Paula Lima\./);
    for (const name of [/^Aprovar/, /^Solicitar Correções/]) {
      await press(name, panel());
      await expect.element(warning).toBeVisible();
      await press('Cancelar', dialog);
      await expect.element(dialog).not.toBeInTheDocument();
    }
    await press('Adicionar Notas', panel());
    await expect.element(dialog.getByLabelText('Notas internas')).toBeVisible();
    expect(warning.elements()).toEqual([]);
    open(`/operator/registrations/${paulasRecord.id}`, operator);
    await expect.element(page.getByText('De Paula Lima', { exact: true })).toBeVisible();
    await press(/^Aprovar/);
    await expect.element(warning).toBeVisible();
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    expect(sentActions().map(({ id, expectedOperatorId }) => [id, expectedOperatorId])).toEqual([
      [paulasRecord.id, paula.id],
    ]);
  });
});
