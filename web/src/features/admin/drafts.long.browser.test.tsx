import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { details, order, paid } from '../../testing/payments.ts';
import {
  aCertificate,
  anAccount,
  anAdmin,
  anEvidence,
  aStaffRegistration,
  aTransaction,
  NUMBER,
  pageOf,
  paymentsPage,
  stats,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, expectToast, keys, press } from '../../testing/screen.ts';
import { answer, callsOf, cut } from '../../testing/server.ts';

const admin = anAdmin();
const record = aStaffRegistration({
  status: 'government_processing',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
  allowedTransitions: ['completed', 'reviewing'],
});
const other = { ...record, id: crypto.randomUUID(), title: 'Outro programa' };
const recovered = () => dialog.getByText('Texto recuperado', { exact: false });
const reason = () => dialog.getByLabelText('Motivo', { exact: false });
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();

const pressBeside = () => page.elementLocator(document.body).click({ position: { x: 5, y: 400 } });

beforeEach(() => {
  answer('listAllRegistrations', pageOf([record, other], 10));
  answer('getEnhancedStats', stats);
  answer('listOperators', pageOf([], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getStaffRegistration', record);
  answer('getEvidence', anEvidence({ registrationId: record.id }));
  answer('listWebhookEvents', pageOf([], 10));
});

describe('an unsent draft of an admin', () => {
  const openStatusDialog = (title = record.title) => press(`Atualizar Status: ${title}`);
  const notes = () => dialog.getByLabelText('Notas internas (opcional)');

  it('[draft-status] a status draft survives Esc, an outside click, a failure and a reload', async () => {
    open('/admin?tab=registrations', admin);
    await openStatusDialog();
    await reason().fill('Chegou a carta');
    await keys('{Escape}');
    await expectClosed();
    await openStatusDialog();
    await expect.element(recovered()).toBeVisible();
    await notes().fill('Guardada no arquivo');
    await pressBeside();
    await expectClosed();
    await openStatusDialog(other.title);
    await expect.element(reason()).toHaveValue('');
    expect(recovered().elements()).toEqual([]);
    open('/admin?tab=registrations', admin);
    await openStatusDialog();
    await expect.element(reason()).toHaveValue('Chegou a carta');
    cut('changeRegistrationStatus');
    await dialog.getByRole('radio', { name: 'Concluído' }).click();
    await press('Atualizar status', dialog);
    await expectToast('Erro ao atualizar status');
    open('/admin?tab=registrations', admin);
    await openStatusDialog();
    await expect.element(notes()).toHaveValue('Guardada no arquivo');
    answer('changeRegistrationStatus', { ...record, status: 'completed' });
    await dialog.getByRole('radio', { name: 'Concluído' }).click();
    await press('Atualizar status', dialog);
    await expectToast('Status atualizado');
    await openStatusDialog();
    await expect.element(reason()).toHaveValue('');
    expect(recovered().elements()).toEqual([]);
  });

  it('[draft-status-discard] a draft can be discarded, and is invisible to other accounts', async () => {
    open('/admin?tab=registrations', admin);
    await openStatusDialog();
    await reason().fill('Chegou a carta');
    await keys('{Escape}');
    await expectClosed();
    await openStatusDialog();
    await press('Descartar', dialog);
    await expect.element(reason()).toHaveValue('');
    await reason().fill('Só minha');
    open('/admin?tab=registrations', anAdmin());
    await openStatusDialog();
    await expect.element(reason()).toHaveValue('');
  });

  it('[draft-bulk] the draft of a bulk status change is kept until every row is done', async () => {
    const choose = async () => {
      open('/admin?tab=status', admin);
      await page.getByRole('checkbox', { name: `Selecionar ${record.title}` }).click();
      await press('Atualizar em lote');
    };
    await choose();
    await reason().fill('Lote de março');
    await keys('{Escape}');
    await expectClosed();
    await choose();
    await expect.element(recovered()).toBeVisible();
    answer('changeRegistrationStatus', { ...record, status: 'completed' });
    await dialog.getByRole('radio', { name: 'Concluído' }).click();
    await press('Atualizar 1 registro', dialog);
    await expectToast('Status atualizados');
    await choose();
    await expect.element(reason()).toHaveValue('');
  });

  it('[draft-decision] the draft of a revocation survives a failed request and a reload', async () => {
    const issued = { ...record, status: 'certificate_issued' as const };
    answer('getStaffRegistration', issued);
    answer('listAllRegistrations', pageOf([issued], 10));
    const question = page.getByRole('dialog', { name: 'Revogar certificado' });
    const revoke = async () => {
      open(`/admin?tab=registrations&open=${record.id}`, admin);
      await press('Revogar certificado', page.getByRole('region', { name: 'Prova do depósito' }));
    };
    await revoke();
    await question.getByLabelText('Motivo', { exact: false }).fill('Titularidade contestada');
    cut('revokeCertificate');
    await press('Revogar certificado', question);
    await expectToast('Erro ao revogar certificado');
    await revoke();
    await expect
      .element(question.getByLabelText('Motivo', { exact: false }))
      .toHaveValue('Titularidade contestada');
    answer('revokeCertificate', aCertificate({ status: 'revoked' }));
    await press('Revogar certificado', question);
    await expectToast('Certificado revogado');
    await expect
      .poll(() => callsOf('revokeCertificate').at(-1))
      .toMatchObject({
        params: { number: NUMBER },
        body: { reason: 'Titularidade contestada' },
      });
    await revoke();
    await expect.element(question.getByLabelText('Motivo', { exact: false })).toHaveValue('');
  });

  it('[draft-refund] the draft of a refund keeps its reason, and is deleted after the refund', async () => {
    answer('listPayments', paymentsPage([paid]));
    answer('getPayment', details());
    const question = page.getByRole('dialog', { name: 'Devolver pagamento' });
    const openForm = async () => {
      open(`/admin/payments?open=${paid.id}`, admin);
      await press('Devolver R$ 3.499,00', page.getByRole('dialog', { name: /^Pagamento/ }));
    };
    await openForm();
    await question.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'Outro motivo' }).click();
    await question.getByLabelText('Qual é o motivo').fill('Acordo');
    await openForm();
    await expect.element(question.getByText('Texto recuperado', { exact: false })).toBeVisible();
    await expect.element(question.getByLabelText('Qual é o motivo')).toHaveValue('Acordo');
    answer('refundPayment', order);
    await press('Continuar', question);
    await press('Devolver R$ 3.499,00 agora', question);
    await expectToast('Reembolso enviado');
    await openForm();
    await expect.element(question.getByRole('combobox', { name: 'Motivo' })).toHaveValue('');
  });

  it('[draft-credits] the draft of a credit issue keeps the texts but not the amount', async () => {
    const person = anAccount({ firstName: 'Quitéria', lastName: 'Zanini' });
    answer('listUsers', pageOf([person], 10));
    const amount = dialog.getByLabelText('Quantidade (centésimos de crédito)', { exact: false });
    const openForm = async () => {
      open('/admin?tab=credits', admin);
      await press('Ajustar saldo de Quitéria Zanini');
    };
    await openForm();
    await amount.fill('777');
    await reason().fill('Cortesia');
    await keys('{Escape}');
    await expectClosed();
    await openForm();
    await expect.element(reason()).toHaveValue('Cortesia');
    await expect.element(amount).toHaveValue('0');
    expect(JSON.stringify(localStorage)).not.toMatch(/\b777\b/);
    await amount.fill('250');
    answer('adjustCredits', { transaction: aTransaction({ delta: 250 }), balance: 250 });
    await press('Emitir Créditos', dialog);
    await expectToast('Créditos atualizados');
    await openForm();
    await expect.element(reason()).toHaveValue('');
  });
});
