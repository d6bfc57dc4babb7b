import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aQueueRegistration,
  assignedTo,
  Desk,
  operator,
  panel,
  paula,
  row,
  sentActions,
} from '../../testing/desk.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, query, setViewport, toast } from '../../testing/screen.ts';
import { callsOf, failWithNetworkError } from '../../testing/server.ts';

const firstRegistration = aQueueRegistration('A primeiro', 'paid');
const secondRegistration = aQueueRegistration('B segundo', 'reviewing');
const paulasRegistration = aQueueRegistration('C da Paula', 'reviewing', assignedTo(paula));
const historyHeading = (within = panel()) => within.getByRole('heading', { name: 'Histórico de status' });
const expectOpen = (id: string | null) =>
  expect.poll(() => new URLSearchParams(query()).get('open')).toBe(id);
const goBack = () => window.history.back();

beforeEach(() => {
  new Desk(firstRegistration, secondRegistration, paulasRegistration);
});

describe('the panel with an open registration beside the queue', () => {
  it('[operator-open-phone] on a phone, Back closes the panel and Forward reopens it', async () => {
    await setViewport(360, 740);
    open('/operator?sort=title', operator);
    const panelDialog = page.getByRole('dialog', { name: 'A primeiro' });
    const card = page.getByRole('listitem').filter({ hasText: 'A primeiro' });
    await card.getByText('Ana Lima').click();
    await expect.element(panelDialog).toBeVisible();
    await expectOpen(firstRegistration.id);
    goBack();
    await expect.element(panelDialog).not.toBeInTheDocument();
    await expect.poll(() => window.location.pathname).toBe('/operator');
    await expect.element(card).toBeVisible();
    window.history.forward();
    await expect.element(panelDialog).toBeVisible();
    open(`/operator${query()}`, operator);
    await expect.element(historyHeading(panelDialog)).toBeVisible();
    await press('Fechar painel', panelDialog);
    await expect.element(panelDialog).not.toBeInTheDocument();
    await expectOpen(null);
  });

  it('[operator-open-rows] J and K choose which registration the panel shows; Esc and Back close the panel', async () => {
    open('/operator?sort=title', operator);
    await expect.element(row('A primeiro')).toBeVisible();
    await keys('j{Enter}');
    await expect.element(panel('A primeiro')).toBeVisible();
    await expectOpen(firstRegistration.id);
    await keys('j');
    await expect.element(panel('B segundo')).toBeVisible();
    await expectOpen(secondRegistration.id);
    await expect.element(row('B segundo')).toHaveFocus();
    // Moving from row to row adds no history entry.
    goBack();
    await expect.element(panel()).not.toBeInTheDocument();
    // A direct link selects its row.
    open(`/operator?sort=title&open=${secondRegistration.id}`, operator);
    await expect.element(historyHeading()).toBeVisible();
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
    goBack();
    await expect.element(panel()).not.toBeInTheDocument();
    await expect.element(row('A primeiro')).toBeVisible();
  });

  it('[operator-open-link] a link opens a registration beside any list, or shows an error', async () => {
    open(`/operator?tab=mine&open=${secondRegistration.id}`, operator);
    await expect.element(page.getByText('Nenhum registro encontrado')).toBeVisible();
    await expect.element(panel('B segundo').getByRole('button', { name: 'Adicionar Notas' })).toBeVisible();
    await page.getByRole('tab', { name: /^Todos/ }).click();
    await expectOpen(null);
    for (const missingId of ['00000000-0000-7000-8000-000000000000', '../stats?x=']) {
      open(`/operator?open=${encodeURIComponent(missingId)}`, operator);
      const notFoundPanel = panel('Registro não encontrado');
      await expect
        .element(notFoundPanel.getByText(/^Este registro não existe ou foi excluído/))
        .toBeVisible();
      await expect.element(row('A primeiro')).toBeVisible();
      await press('Fechar painel', notFoundPanel);
      await expectOpen(null);
    }
    expect(callsOf('getStaffRegistration').map(({ params }) => params.id)).not.toContain('stats');
    failWithNetworkError('getStaffRegistration');
    open(`/operator?tab=mine&open=${firstRegistration.id}`, operator);
    const failedPanel = panel('Erro ao carregar dados');
    await expect.element(failedPanel.getByText('Falha ao carregar informações do registro')).toBeVisible();
    new Desk(firstRegistration);
    await press('Tentar novamente', failedPanel);
    await expect.element(panel('A primeiro')).toBeVisible();
  });

  it('[operator-held-by] shows the operator; warns before an action if a colleague is assigned', async () => {
    open(`/operator?open=${paulasRegistration.id}`, operator);
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
    open(`/operator/registrations/${paulasRegistration.id}`, operator);
    await expect.element(page.getByText('De Paula Lima', { exact: true })).toBeVisible();
    await press(/^Aprovar/);
    await expect.element(warning).toBeVisible();
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
    expect(sentActions().map(({ id, expectedOperatorId }) => [id, expectedOperatorId])).toEqual([
      [paulasRegistration.id, paula.id],
    ]);
  });
});
