import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paidPayment, paymentDetails, refundOrder } from '../../testing/payments.ts';
import {
  aCertificate,
  adminStats,
  anAccount,
  anAdmin,
  anEvidence,
  aStaffRegistration,
  aTransaction,
  CERTIFICATE_NUMBER,
  pageOf,
  paymentsPage,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, expectToast, keys, press } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError } from '../../testing/server.ts';

const admin = anAdmin();
const registration = aStaffRegistration({
  status: 'government_processing',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
  allowedTransitions: ['completed', 'reviewing'],
});
const otherRegistration = { ...registration, id: crypto.randomUUID(), title: 'Outro programa' };
const recoveredNote = () => dialog.getByText('Texto recuperado', { exact: false });
const reason = () => dialog.getByLabelText('Motivo', { exact: false });
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();

const clickOutside = () => page.elementLocator(document.body).click({ position: { x: 5, y: 400 } });

beforeEach(() => {
  answer('listAllRegistrations', pageOf([registration, otherRegistration], 10));
  answer('getEnhancedStats', adminStats);
  answer('listOperators', pageOf([], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getStaffRegistration', registration);
  answer('getEvidence', anEvidence({ registrationId: registration.id }));
  answer('listWebhookEvents', pageOf([], 10));
});

describe('the draft of an admin’s form', () => {
  const openStatusDialog = (title = registration.title) => press(`Atualizar Status: ${title}`);
  const notes = () => dialog.getByLabelText('Notas internas (opcional)');

  it('[draft-status] a draft of a status change survives Esc, an outside click, a failure and a reload', async () => {
    open('/admin?tab=registrations', admin);
    await openStatusDialog();
    await reason().fill('Chegou a carta');
    await keys('{Escape}');
    await expectClosed();
    await openStatusDialog();
    await expect.element(recoveredNote()).toBeVisible();
    await notes().fill('Guardada no arquivo');
    await clickOutside();
    await expectClosed();
    await openStatusDialog(otherRegistration.title);
    await expect.element(reason()).toHaveValue('');
    expect(recoveredNote().elements()).toEqual([]);
    open('/admin?tab=registrations', admin);
    await openStatusDialog();
    await expect.element(reason()).toHaveValue('Chegou a carta');
    failWithNetworkError('changeRegistrationStatus');
    await dialog.getByRole('radio', { name: 'Concluído' }).click();
    await press('Atualizar status', dialog);
    await expectToast('Erro ao atualizar status');
    open('/admin?tab=registrations', admin);
    await openStatusDialog();
    await expect.element(notes()).toHaveValue('Guardada no arquivo');
    answer('changeRegistrationStatus', { ...registration, status: 'completed' });
    await dialog.getByRole('radio', { name: 'Concluído' }).click();
    await press('Atualizar status', dialog);
    await expectToast('Status atualizado');
    await openStatusDialog();
    await expect.element(reason()).toHaveValue('');
    expect(recoveredNote().elements()).toEqual([]);
  });

  it('[draft-status-discard] discards a draft, and does not show a draft to other accounts', async () => {
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

  it('[draft-bulk] the draft of a bulk status change is kept until all rows are updated', async () => {
    const openBulkDialog = async () => {
      open('/admin?tab=status', admin);
      await page.getByRole('checkbox', { name: `Selecionar ${registration.title}` }).click();
      await press('Atualizar em lote');
    };
    await openBulkDialog();
    await reason().fill('Lote de março');
    await keys('{Escape}');
    await expectClosed();
    await openBulkDialog();
    await expect.element(recoveredNote()).toBeVisible();
    answer('changeRegistrationStatus', { ...registration, status: 'completed' });
    await dialog.getByRole('radio', { name: 'Concluído' }).click();
    await press('Atualizar 1 registro', dialog);
    await expectToast('Status atualizados');
    await openBulkDialog();
    await expect.element(reason()).toHaveValue('');
  });

  it('[draft-decision] the draft of a revocation survives a failed request and a reload', async () => {
    const issued = { ...registration, status: 'certificate_issued' as const };
    answer('getStaffRegistration', issued);
    answer('listAllRegistrations', pageOf([issued], 10));
    const formDialog = page.getByRole('dialog', { name: 'Revogar certificado' });
    const openRevokeDialog = async () => {
      open(`/admin?tab=registrations&open=${registration.id}`, admin);
      await press('Revogar certificado', page.getByRole('region', { name: 'Prova do depósito' }));
    };
    await openRevokeDialog();
    await formDialog.getByLabelText('Motivo', { exact: false }).fill('Titularidade contestada');
    failWithNetworkError('revokeCertificate');
    await press('Revogar certificado', formDialog);
    await expectToast('Erro ao revogar certificado');
    await openRevokeDialog();
    await expect
      .element(formDialog.getByLabelText('Motivo', { exact: false }))
      .toHaveValue('Titularidade contestada');
    answer('revokeCertificate', aCertificate({ status: 'revoked' }));
    await press('Revogar certificado', formDialog);
    await expectToast('Certificado revogado');
    await expect
      .poll(() => callsOf('revokeCertificate').at(-1))
      .toMatchObject({
        params: { number: CERTIFICATE_NUMBER },
        body: { reason: 'Titularidade contestada' },
      });
    await openRevokeDialog();
    await expect.element(formDialog.getByLabelText('Motivo', { exact: false })).toHaveValue('');
  });

  it('[draft-refund] the draft of a refund keeps the reason, and is deleted after the refund', async () => {
    answer('listPayments', paymentsPage([paidPayment]));
    answer('getPayment', paymentDetails());
    const formDialog = page.getByRole('dialog', { name: 'Devolver pagamento' });
    const openForm = async () => {
      open(`/admin/payments?open=${paidPayment.id}`, admin);
      await press('Devolver R$ 3.499,00', page.getByRole('dialog', { name: /^Pagamento/ }));
    };
    await openForm();
    await formDialog.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'Outro motivo' }).click();
    await formDialog.getByLabelText('Qual é o motivo').fill('Acordo');
    await openForm();
    await expect.element(formDialog.getByText('Texto recuperado', { exact: false })).toBeVisible();
    await expect.element(formDialog.getByLabelText('Qual é o motivo')).toHaveValue('Acordo');
    answer('refundPayment', refundOrder);
    await press('Continuar', formDialog);
    await press('Devolver R$ 3.499,00 agora', formDialog);
    await expectToast('Reembolso enviado');
    await openForm();
    await expect.element(formDialog.getByRole('combobox', { name: 'Motivo' })).toHaveValue('');
  });

  it('[draft-credits] the draft of the form to issue credits keeps the texts, but not the amount', async () => {
    const user = anAccount({ firstName: 'Quitéria', lastName: 'Zanini' });
    answer('listUsers', pageOf([user], 10));
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
