import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersOverview } from '../../testing/overview.ts';
import {
  aCertificate,
  anAdmin,
  anEvidence,
  aStaffRegistration,
  CERTIFICATE_NUMBER,
  pageOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { expectToast, hasNoHorizontalScroll, keys, press, setViewport } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const registration = aStaffRegistration({
  status: 'certificate_issued',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const revokeDialog = page.getByRole('dialog', { name: 'Revogar certificado' });

beforeEach(() => {
  answer('listAllRegistrations', pageOf([registration], 10));
  answersOverview();
  answer('listOperators', pageOf([], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getStaffRegistration', registration);
  answer('getEvidence', anEvidence({ registrationId: registration.id }));
});

const evidenceRegion = page.getByRole('region', { name: 'Prova do depósito' });

describe('revoking a certificate', () => {
  it('[admin-revoke] requires a reason, and states the consequences of the revocation', async () => {
    open(`/admin?tab=registrations&open=${registration.id}`, anAdmin());
    await press('Revogar certificado', evidenceRegion);
    await expect.element(revokeDialog.getByText('Não pode ser desfeita.', { exact: false })).toBeVisible();
    await press('Revogar certificado', revokeDialog);
    await expect.element(revokeDialog.getByText('Motivo é obrigatório')).toBeVisible();
    expect(callsOf('revokeCertificate')).toEqual([]);
    // Esc closes only the revocation dialog, not the details dialog below.
    await keys('{Escape}');
    await expect.element(revokeDialog).not.toBeInTheDocument();
    await press('Revogar certificado', evidenceRegion);
    refuse('revokeCertificate', 'unavailable', { message: 'Volta em instantes.' });
    await revokeDialog.getByLabelText('Motivo', { exact: false }).fill('  Titularidade contestada ');
    await press('Revogar certificado', revokeDialog);
    await expectToast('Volta em instantes.');
    // The form keeps the reason, even after the evidence is refetched.
    await expect.poll(() => callsOf('getEvidence').length).toBe(2);
    answer('revokeCertificate', aCertificate({ status: 'revoked' }));
    answer('getEvidence', anEvidence({ registrationId: registration.id, status: 'revoked' }));
    await press('Revogar certificado', revokeDialog);
    await expectToast('Certificado revogado');
    await expect
      .poll(() => callsOf('revokeCertificate').map(({ params, body }) => [params.number, body.reason]))
      .toEqual([
        [CERTIFICATE_NUMBER, 'Titularidade contestada'],
        [CERTIFICATE_NUMBER, 'Titularidade contestada'],
      ]);
    await expect.element(evidenceRegion.getByText('revogado', { exact: true })).toBeVisible();
    expect(evidenceRegion.getByRole('button', { name: 'Revogar certificado' }).elements()).toHaveLength(0);
  });

  it('[admin-revoke-none] offers no revocation if no certificate has been issued', async () => {
    answer('getEvidence', anEvidence({ registrationId: registration.id, number: null, status: null }));
    open(`/admin?tab=registrations&open=${registration.id}`, anAdmin());
    await expect.element(evidenceRegion.getByText('Ainda não emitido')).toBeVisible();
    expect(evidenceRegion.getByRole('button', { name: 'Revogar' }).elements()).toHaveLength(0);
  });
});

describe('certificates with a refunded or disputed payment', () => {
  const doubtfulCertificate = {
    number: CERTIFICATE_NUMBER,
    registrationId: registration.id,
    title: registration.title,
    since: registration.createdAt,
  };
  const doubtfulRegion = page.getByRole('region', { name: 'Certificados a decidir' });
  const keepDialog = page.getByRole('dialog', { name: 'Manter certificado' });

  it('[admin-doubtful] lists certificates with a refund or dispute until an admin decides', async () => {
    answer('listDoubtfulCertificates', {
      items: [
        { ...doubtfulCertificate, flag: 'refunded' },
        { ...doubtfulCertificate, number: 'G2-2026-000124-AAAA-5', flag: 'disputed' },
      ],
    });
    await setViewport(360);
    open('/admin', anAdmin());
    await expect.element(doubtfulRegion.getByText('Pagamento estornado em', { exact: false })).toBeVisible();
    await expect.element(doubtfulRegion.getByText('Pagamento contestado em', { exact: false })).toBeVisible();
    await expect
      .element(doubtfulRegion.getByRole('link', { name: CERTIFICATE_NUMBER }))
      .toHaveAttribute('href', `/admin?tab=registrations&open=${registration.id}`);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    await press(`Manter ${CERTIFICATE_NUMBER}`, doubtfulRegion);
    await press('Manter certificado', keepDialog);
    await expect.element(keepDialog.getByText('Motivo é obrigatório')).toBeVisible();
    await keepDialog.getByLabelText('Motivo', { exact: false }).fill('Reembolso por cortesia');
    answer('keepCertificate', aCertificate({}));
    answer('listDoubtfulCertificates', { items: [] });
    answer('listWebhookEvents', pageOf([], 10));
    await press('Manter certificado', keepDialog);
    await expectToast('Certificado mantido');
    await expect.element(doubtfulRegion).not.toBeInTheDocument();
    await expect
      .poll(() => callsOf('keepCertificate').map(({ params, body }) => [params.number, body.reason]))
      .toEqual([[CERTIFICATE_NUMBER, 'Reembolso por cortesia']]);
  });

  it('[admin-doubtful-failed] shows an error and a retry button if the certificates cannot be loaded', async () => {
    refuse('listDoubtfulCertificates', 'unavailable');
    open('/admin', anAdmin());
    await expect
      .element(doubtfulRegion.getByText('Não foi possível carregar', { exact: false }))
      .toBeVisible();
    answer('listDoubtfulCertificates', { items: [] });
    answer('listWebhookEvents', pageOf([], 10));
    await press('Tentar novamente', doubtfulRegion);
    await expect.element(doubtfulRegion).not.toBeInTheDocument();
  });
});
