import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aQueueRegistration, Desk, operator, panel, paula, row, sentActions } from '../../testing/desk.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, dialog, keys, press, region, setViewport, toast } from '../../testing/screen.ts';
import { callsOf, failWithNetworkError, hold } from '../../testing/server.ts';
import { settled } from '../../testing/settled.ts';

const APPROVE_REASON = 'Disponível quando Pago ou Em Análise.';
const CORRECTIONS_REASON = 'Disponível quando Em Análise ou Processamento Governamental.';
const APPROVED_BY_PAULA =
  /O registro já mudou para Processamento Governamental, por Paula Lima às \d{2}:\d{2}\./;
const UNDO_LABEL = 'Desfazer a aprovação de Paula e devolver ao cliente';

const paidRegistration = aQueueRegistration('Paga', 'paid');
const registrationInReview = aQueueRegistration('Outra', 'reviewing');
let desk: Desk;

const button = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const reasonField = dialog.getByLabelText(/^O que o cliente deve corrigir/);
const expectSuccess = () => expect.element(toast.getByText('Ação executada com sucesso')).toBeVisible();
const expectStatusChange = (from: string, to: string) =>
  expect.element(dialog.getByText(`O registro passa de ${from} para ${to}`)).toBeVisible();
async function openPage(id: string): Promise<void> {
  open(`/operator/registrations/${id}`, operator);
  await expect.element(button('Adicionar Notas')).toBeVisible();
  await expect.poll(() => callsOf('followEvents').length).toBeGreaterThan(0);
}

beforeEach(() => {
  desk = new Desk(paidRegistration, registrationInReview);
});

describe('the actions of an operator', () => {
  it('[operator-actions-legal] unavailable actions are disabled and name the required statuses', async () => {
    for (const [status, approveReason, correctionsReason] of [
      ['submitted', APPROVE_REASON, CORRECTIONS_REASON],
      ['paid', null, CORRECTIONS_REASON],
      ['reviewing', null, null],
      ['government_processing', APPROVE_REASON, null],
      ['certificate_issued', APPROVE_REASON, CORRECTIONS_REASON],
    ] as const) {
      const registration = aQueueRegistration('Etapa', status);
      new Desk(registration);
      open(`/operator/registrations/${registration.id}`, operator);
      for (const [name, unavailableReason] of [
        ['Adicionar Notas', null],
        ['Aprovar', approveReason],
        ['Solicitar Correções', correctionsReason],
      ] as const) {
        await expect.element(button(name)).toBeVisible();
        expect(button(name).element().getAttribute('aria-disabled'), `${name}, ${status}`).toBe(
          unavailableReason && 'true',
        );
        if (unavailableReason !== null) expect(descriptionOf(button(name))).toBe(unavailableReason);
      }
    }
    await keys('a');
    await expect.element(toast.getByText('Ação indisponível')).toBeVisible();
    await expect.element(toast.getByText(APPROVE_REASON)).toBeVisible();
    expect(dialog.elements()).toEqual([]);
    await button('Aprovar').hover();
    await expect.element(page.getByRole('tooltip').getByText(APPROVE_REASON)).toBeVisible();
  });

  it('[operator-actions-run] an operator approves, requests corrections and adds notes', async () => {
    await openPage(paidRegistration.id);
    await press(/^Aprovar/);
    await expectStatusChange('Pago', 'Em Análise');
    await press('Confirmar aprovação', dialog);
    await expectSuccess();
    await press('Adicionar Notas');
    await press('Salvar notas', dialog);
    await expect.element(dialog.getByText('Escreva a nota')).toBeVisible();
    await dialog.getByLabelText('Notas internas').fill('Telefonei ao cliente.');
    await press('Salvar notas', dialog);
    await expect.element(region('Notas internas').getByText('Telefonei ao cliente.')).toBeVisible();
    await press(/^Solicitar Correções/);
    await reasonField.fill('Falta o módulo.');
    await press('Enviar pedido de correções', dialog);
    await expect.element(region('Histórico de status').getByText(/Falta o módulo\.$/)).toBeVisible();
    await expect
      .poll(() => sentActions())
      .toEqual([
        expect.objectContaining({ id: paidRegistration.id, action: 'approve', expectedStatus: 'paid' }),
        expect.objectContaining({ action: 'add_notes', notes: 'Telefonei ao cliente.' }),
        expect.objectContaining({
          action: 'request_corrections',
          reason: 'Falta o módulo.',
          expectedStatus: 'reviewing',
        }),
      ]);
  });

  it('[operator-optimistic] shows the result at once, and reverts it after a failure', async () => {
    open(`/operator?open=${paidRegistration.id}`, operator);
    await expect.element(panel('Paga').getByRole('heading', { name: 'Histórico de status' })).toBeVisible();
    await settled();
    desk.performAction(paidRegistration.id, { action: 'approve' }, paula);
    const releaseResponse = hold('performOperatorAction');
    await press(/^Aprovar/, panel());
    await dialog.getByLabelText('Motivo (opcional)').fill('Tudo confere.');
    await press('Confirmar aprovação', dialog);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(row('Paga').getByText('Em Análise')).toBeVisible();
    releaseResponse();
    await expect.element(toast.getByText('Erro ao executar ação')).toBeVisible();
    // The dialog reopens with the typed text and the current status.
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent(/O registro já mudou para Em Análise, por Paula Lima às \d{2}:\d{2}\./);
    await expect.element(dialog.getByLabelText('Motivo (opcional)')).toHaveValue('Tudo confere.');
    await expectStatusChange('Em Análise', 'Processamento Governamental');
    await press('Cancelar', dialog);
    failWithNetworkError('performOperatorAction');
    await row('Outra').click();
    await press(/^Aprovar/, panel('Outra'));
    await press('Confirmar aprovação', dialog);
    await expect.element(toast.getByText('Sem conexão. O texto ficou guardado.')).toBeVisible();
    await expect.element(row('Outra').getByText('Em Análise', { exact: true })).toBeVisible();
  });
});

describe('a registration that a colleague changes while its action dialog is open', () => {
  /** Expects that Ctrl+Enter only focuses the confirm button, and that pressing the button confirms the action. */
  async function confirmUndo(): Promise<void> {
    const sentBefore = sentActions().length;
    await reasonField.click();
    await keys('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByRole('button', { name: UNDO_LABEL })).toHaveFocus();
    await keys('{Control>}{Enter}{/Control}');
    expect(sentActions()).toHaveLength(sentBefore);
    await keys('{Enter}');
    await expectSuccess();
    expect(sentActions().at(-1)).toMatchObject({
      action: 'request_corrections',
      reason: 'Falta o README.',
      expectedStatus: 'government_processing',
    });
  }

  it('[operator-conflict-live] the dialog shows the change and the new effect of the action', async () => {
    await openPage(registrationInReview.id);
    await press(/^Solicitar Correções/);
    await expectStatusChange('Em Análise', 'Submetido');
    await reasonField.fill('Falta o README.');
    desk.performActionAsPaula(registrationInReview.id, { action: 'approve' });
    await expect.element(dialog.getByRole('alert').getByText(APPROVED_BY_PAULA)).toBeVisible();
    await expectStatusChange('Processamento Governamental', 'Submetido');
    await expect.element(reasonField).toHaveValue('Falta o README.');
    expect(dialog.getByRole('button', { name: 'Enviar pedido de correções' }).elements()).toEqual([]);
    await confirmUndo();
  });

  it('[operator-conflict-approve] after the change, Enter does not confirm the approval', async () => {
    await openPage(paidRegistration.id);
    await press(/^Aprovar/);
    const confirm = dialog.getByRole('button', { name: 'Confirmar aprovação' });
    await expect.element(confirm).toHaveFocus();
    desk.performActionAsPaula(paidRegistration.id, { action: 'approve' });
    const alert = dialog.getByRole('alert');
    await expect.element(alert).toMatchTextContent(/já mudou para Em Análise, por Paula Lima às/);
    await expect.element(alert).toHaveFocus();
    await keys('{Enter}');
    await expectStatusChange('Em Análise', 'Processamento Governamental');
    expect(sentActions()).toEqual([]);
    desk.performActionAsPaula(paidRegistration.id, { action: 'approve' });
    // After the second approval, the approval is no longer available.
    await expect.element(alert).toMatchTextContent(APPROVE_REASON);
    await expect.element(confirm).toBeDisabled();
  });

  it.each([
    [1280, 900],
    [360, 640],
  ])(
    '[operator-conflict-refused] after a refusal, the dialog names the colleague (at %i × %i)',
    async (...size) => {
      await setViewport(...size);
      await openPage(registrationInReview.id);
      await press(/^Solicitar Correções/);
      await reasonField.fill('Falta o README.');
      // The change is not announced by an event, so the dialog does not know it yet.
      desk.performAction(registrationInReview.id, { action: 'approve' }, paula);
      await keys('{Control>}{Enter}{/Control}');
      await expect.element(dialog.getByRole('alert')).toMatchTextContent(APPROVED_BY_PAULA);
      expect(dialog.getByRole('alert').element().textContent).not.toMatch(/Atualize/);
      await expect.element(reasonField).toHaveValue('Falta o README.');
      await expect.element(toast).toMatchTextContent(/^Erro ao executar ação$/);
      const errorToast = toast.element().querySelector('[data-tone=error]');
      const toastBottom = errorToast?.getBoundingClientRect().bottom ?? 0;
      for (const element of [
        dialog.getByText('Solicitar correções ao cliente'),
        dialog.getByRole('button', { name: 'Fechar' }),
      ])
        expect(toastBottom).toBeLessThanOrEqual(element.element().getBoundingClientRect().top);
      await confirmUndo();
    },
  );
});
