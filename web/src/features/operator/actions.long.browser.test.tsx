import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aRecord, Desk, operator, panel, paula, row, sentActions } from '../../testing/desk.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, dialog, keys, press, region, toast, widen } from '../../testing/screen.ts';
import { callsOf, cut, hold } from '../../testing/server.ts';
import { settled } from '../../testing/settled.ts';

const APPROVE = 'Disponível quando Pago ou Em Análise.';
const CORRECT = 'Disponível quando Em Análise ou Processamento Governamental.';
const APPROVED = /O registro já mudou para Processamento Governamental, por Paula Lima às \d{2}:\d{2}\./;
const UNDO = 'Desfazer a aprovação de Paula e devolver ao cliente';

const paid = aRecord('Paga', 'paid');
const reviewing = aRecord('Outra', 'reviewing');
let desk: Desk;

const button = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const reason = dialog.getByLabelText(/^O que o cliente deve corrigir/);
const expectDone = () => expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
const expectMove = (from: string, to: string) =>
  expect.element(dialog.getByText(`O registro passa de ${from} para ${to}`)).toBeVisible();
async function show(id: string): Promise<void> {
  open(`/operator/registrations/${id}`, operator);
  await expect.element(button('Adicionar Notas')).toBeVisible();
  await expect.poll(() => callsOf('followEvents').length).toBeGreaterThan(0);
}

beforeEach(() => {
  desk = new Desk(paid, reviewing);
});

describe('the actions of an operator', () => {
  it('[operator-actions-legal] the status decides which actions are available; others say why not', async () => {
    for (const [status, approve, correct] of [
      ['submitted', APPROVE, CORRECT],
      ['paid', null, CORRECT],
      ['reviewing', null, null],
      ['government_processing', APPROVE, null],
      ['certificate_issued', APPROVE, CORRECT],
    ] as const) {
      const record = aRecord('Etapa', status);
      new Desk(record);
      open(`/operator/registrations/${record.id}`, operator);
      for (const [name, why] of [
        ['Adicionar Notas', null],
        ['Aprovar', approve],
        ['Solicitar Correções', correct],
      ] as const) {
        await expect.element(button(name)).toBeVisible();
        expect(button(name).element().getAttribute('aria-disabled'), `${name}, ${status}`).toBe(
          why && 'true',
        );
        if (why !== null) expect(descriptionOf(button(name))).toBe(why);
      }
    }
    await keys('a');
    await expect.element(toast.getByText('Ação indisponível')).toBeVisible();
    await expect.element(toast.getByText(APPROVE)).toBeVisible();
    expect(dialog.elements()).toEqual([]);
    await button('Aprovar').hover();
    await expect.element(page.getByRole('tooltip').getByText(APPROVE)).toBeVisible();
  });

  it('[operator-actions-run] an operator approves, requests corrections and adds notes', async () => {
    await show(paid.id);
    await press(/^Aprovar/);
    await expectMove('Pago', 'Em Análise');
    await press('Confirmar aprovação', dialog);
    await expectDone();
    await press('Adicionar Notas');
    await press('Salvar notas', dialog);
    await expect.element(dialog.getByText('Escreva a nota')).toBeVisible();
    await dialog.getByLabelText('Notas internas').fill('Telefonei ao cliente.');
    await press('Salvar notas', dialog);
    await expect.element(region('Notas internas').getByText('Telefonei ao cliente.')).toBeVisible();
    await press(/^Solicitar Correções/);
    await reason.fill('Falta o módulo.');
    await press('Enviar pedido de correções', dialog);
    await expect.element(region('Histórico de status').getByText(/Falta o módulo\.$/)).toBeVisible();
    await expect
      .poll(() => sentActions())
      .toEqual([
        expect.objectContaining({ id: paid.id, action: 'approve', expectedStatus: 'paid' }),
        expect.objectContaining({ action: 'add_notes', notes: 'Telefonei ao cliente.' }),
        expect.objectContaining({
          action: 'request_corrections',
          reason: 'Falta o módulo.',
          expectedStatus: 'reviewing',
        }),
      ]);
  });

  it('[operator-optimistic] shows an action’s result at once, and undoes it on a failure', async () => {
    open(`/operator?open=${paid.id}`, operator);
    await expect.element(panel('Paga').getByRole('heading', { name: 'Histórico de status' })).toBeVisible();
    await settled();
    desk.act(paid.id, { action: 'approve' }, paula);
    const letGo = hold('performOperatorAction');
    await press(/^Aprovar/, panel());
    await dialog.getByLabelText('Motivo (opcional)').fill('Tudo confere.');
    await press('Confirmar aprovação', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(row('Paga').getByText('Em Análise')).toBeVisible();
    letGo();
    await expect.element(toast.getByText('Erro ao executar ação')).toBeVisible();
    // The dialog reopens with the typed text and the current status.
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent(/O registro já mudou para Em Análise, por Paula Lima às \d{2}:\d{2}\./);
    await expect.element(dialog.getByLabelText('Motivo (opcional)')).toHaveValue('Tudo confere.');
    await expectMove('Em Análise', 'Processamento Governamental');
    await press('Cancelar', dialog);
    cut('performOperatorAction');
    await row('Outra').click();
    await press(/^Aprovar/, panel('Outra'));
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('Sem conexão. O texto ficou guardado.')).toBeVisible();
    await expect.element(row('Outra').getByText('Em Análise', { exact: true })).toBeVisible();
  });
});

describe('a record that a colleague changes while its dialog is open', () => {
  /** Ctrl+Enter only focuses the button that names the undone change; pressing the button confirms it. */
  async function confirmUndo(): Promise<void> {
    const sent = sentActions().length;
    await reason.click();
    await keys('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByRole('button', { name: UNDO })).toHaveFocus();
    await keys('{Control>}{Enter}{/Control}');
    expect(sentActions()).toHaveLength(sent);
    await keys('{Enter}');
    await expectDone();
    expect(sentActions().at(-1)).toMatchObject({
      action: 'request_corrections',
      reason: 'Falta o README.',
      expectedStatus: 'government_processing',
    });
  }

  it('[operator-conflict-live] a colleague’s change updates the open dialog and what it would do', async () => {
    await show(reviewing.id);
    await press(/^Solicitar Correções/);
    await expectMove('Em Análise', 'Submetido');
    await reason.fill('Falta o README.');
    desk.actAsPaula(reviewing.id, { action: 'approve' });
    await expect.element(dialog.getByRole('alert').getByText(APPROVED)).toBeVisible();
    await expectMove('Processamento Governamental', 'Submetido');
    await expect.element(reason).toHaveValue('Falta o README.');
    expect(dialog.getByRole('button', { name: 'Enviar pedido de correções' }).elements()).toEqual([]);
    await confirmUndo();
  });

  it('[operator-conflict-approve] after a colleague’s change, Enter no longer confirms the dialog', async () => {
    await show(paid.id);
    await press(/^Aprovar/);
    const confirm = dialog.getByRole('button', { name: 'Confirmar aprovação' });
    await expect.element(confirm).toHaveFocus();
    desk.actAsPaula(paid.id, { action: 'approve' });
    const alert = dialog.getByRole('alert');
    await expect.element(alert).toMatchTextContent(/já mudou para Em Análise, por Paula Lima às/);
    await expect.element(alert).toHaveFocus();
    await keys('{Enter}');
    await expectMove('Em Análise', 'Processamento Governamental');
    expect(sentActions()).toEqual([]);
    desk.actAsPaula(paid.id, { action: 'approve' });
    // Nothing is left to approve.
    await expect.element(alert).toMatchTextContent(APPROVE);
    await expect.element(confirm).toBeDisabled();
  });

  it.each([
    [1280, 900],
    [360, 640],
  ])(
    '[operator-conflict-refused] a refused action at %i × %i says who did what, and covers nothing',
    async (...size) => {
      await widen(...size);
      await show(reviewing.id);
      await press(/^Solicitar Correções/);
      await reason.fill('Falta o README.');
      // No event notifies the screen.
      desk.act(reviewing.id, { action: 'approve' }, paula);
      await keys('{Control>}{Enter}{/Control}');
      await expect.element(dialog.getByRole('alert')).toMatchTextContent(APPROVED);
      expect(dialog.getByRole('alert').element().textContent).not.toMatch(/Atualize/);
      await expect.element(reason).toHaveValue('Falta o README.');
      await expect.element(toast).toMatchTextContent(/^Erro ao executar ação$/);
      const foot = toast.element().querySelector('[data-tone=error]')?.getBoundingClientRect().bottom ?? 0;
      for (const part of [
        dialog.getByText('Solicitar correções ao cliente'),
        dialog.getByRole('button', { name: 'Fechar' }),
      ])
        expect(foot).toBeLessThanOrEqual(part.element().getBoundingClientRect().top);
      await confirmUndo();
    },
  );
});
