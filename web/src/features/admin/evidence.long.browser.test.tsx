import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersOverview } from '../../testing/overview.ts';
import {
  aCertificate,
  anAdmin,
  anEvidence,
  aStaffRegistration,
  NUMBER,
  pageOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { expectToast, fits, keys, press, widen } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const record = aStaffRegistration({
  status: 'certificate_issued',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const revocation = page.getByRole('dialog', { name: 'Revogar certificado' });

beforeEach(() => {
  answer('listAllRegistrations', pageOf([record], 10));
  answersOverview();
  answer('listOperators', pageOf([], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getStaffRegistration', record);
  answer('getEvidence', anEvidence({ registrationId: record.id }));
});

const proof = page.getByRole('region', { name: 'Prova do depósito' });

describe('revoking a certificate', () => {
  it('[admin-revoke] revoking a certificate requires a reason and names the consequences', async () => {
    open(`/admin?tab=registrations&open=${record.id}`, anAdmin());
    await press('Revogar certificado', proof);
    await expect.element(revocation.getByText('Não pode ser desfeita.', { exact: false })).toBeVisible();
    await press('Revogar certificado', revocation);
    await expect.element(revocation.getByText('Motivo é obrigatório')).toBeVisible();
    expect(callsOf('revokeCertificate')).toEqual([]);
    // Esc closes only the question, not the dialog below it.
    await keys('{Escape}');
    await expect.element(revocation).not.toBeInTheDocument();
    await press('Revogar certificado', proof);
    refuse('revokeCertificate', 'unavailable', { message: 'Volta em instantes.' });
    await revocation.getByLabelText('Motivo', { exact: false }).fill('  Titularidade contestada ');
    await press('Revogar certificado', revocation);
    await expectToast('Volta em instantes.');
    // The reason is kept, even after the evidence has been refetched.
    await expect.poll(() => callsOf('getEvidence').length).toBe(2);
    answer('revokeCertificate', aCertificate({ status: 'revoked' }));
    answer('getEvidence', anEvidence({ registrationId: record.id, status: 'revoked' }));
    await press('Revogar certificado', revocation);
    await expectToast('Certificado revogado');
    await expect
      .poll(() => callsOf('revokeCertificate').map(({ params, body }) => [params.number, body.reason]))
      .toEqual([
        [NUMBER, 'Titularidade contestada'],
        [NUMBER, 'Titularidade contestada'],
      ]);
    await expect.element(proof.getByText('revogado', { exact: true })).toBeVisible();
    expect(proof.getByRole('button', { name: 'Revogar certificado' }).elements()).toHaveLength(0);
  });

  it('[admin-revoke-none] offers no revocation when there is no certificate', async () => {
    answer('getEvidence', anEvidence({ registrationId: record.id, number: null, status: null }));
    open(`/admin?tab=registrations&open=${record.id}`, anAdmin());
    await expect.element(proof.getByText('Ainda não emitido')).toBeVisible();
    expect(proof.getByRole('button', { name: 'Revogar' }).elements()).toHaveLength(0);
  });
});

describe('certificates with a refunded or disputed payment', () => {
  const doubtful = {
    number: NUMBER,
    registrationId: record.id,
    title: record.title,
    since: record.createdAt,
  };
  const waiting = page.getByRole('region', { name: 'Certificados a decidir' });
  const question = page.getByRole('dialog', { name: 'Manter certificado' });

  it('[admin-doubtful] lists certificates with a refund or dispute until an admin decides', async () => {
    answer('listDoubtfulCertificates', {
      items: [
        { ...doubtful, flag: 'refunded' },
        { ...doubtful, number: 'G2-2026-000124-AAAA-5', flag: 'disputed' },
      ],
    });
    await widen(360);
    open('/admin', anAdmin());
    await expect.element(waiting.getByText('Pagamento estornado em', { exact: false })).toBeVisible();
    await expect.element(waiting.getByText('Pagamento contestado em', { exact: false })).toBeVisible();
    await expect
      .element(waiting.getByRole('link', { name: NUMBER }))
      .toHaveAttribute('href', `/admin?tab=registrations&open=${record.id}`);
    await expect.poll(() => fits()).toBe(true);
    await press(`Manter ${NUMBER}`, waiting);
    await press('Manter certificado', question);
    await expect.element(question.getByText('Motivo é obrigatório')).toBeVisible();
    await question.getByLabelText('Motivo', { exact: false }).fill('Reembolso por cortesia');
    answer('keepCertificate', aCertificate({}));
    answer('listDoubtfulCertificates', { items: [] });
    answer('listWebhookEvents', pageOf([], 10));
    await press('Manter certificado', question);
    await expectToast('Certificado mantido');
    await expect.element(waiting).not.toBeInTheDocument();
    await expect
      .poll(() => callsOf('keepCertificate').map(({ params, body }) => [params.number, body.reason]))
      .toEqual([[NUMBER, 'Reembolso por cortesia']]);
  });

  it('[admin-doubtful-failed] shows an error with a retry when these certificates cannot be loaded', async () => {
    refuse('listDoubtfulCertificates', 'unavailable');
    open('/admin', anAdmin());
    await expect.element(waiting.getByText('Não foi possível carregar', { exact: false })).toBeVisible();
    answer('listDoubtfulCertificates', { items: [] });
    answer('listWebhookEvents', pageOf([], 10));
    await press('Tentar novamente', waiting);
    await expect.element(waiting).not.toBeInTheDocument();
  });
});
