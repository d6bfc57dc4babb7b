import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aCertificate,
  anAdmin,
  anEvidence,
  aStaffRegistration,
  NUMBER,
  pageOf,
  stats,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { keys, press, toast } from '../../testing/screen.ts';
import { answer, callsOf, refuse } from '../../testing/server.ts';

const record = aStaffRegistration({
  status: 'certificate_issued',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const asked = page.getByRole('dialog', { name: 'Revogar certificado' });
const told = (text: string) => expect.element(toast.getByText(text)).toBeVisible();

beforeEach(() => {
  answer('listAllRegistrations', pageOf([record], 10));
  answer('getEnhancedStats', stats);
  answer('listOperators', pageOf([], 100));
  answer('listStaffHolders', pageOf([], 100));
  answer('getStaffHistory', pageOf([], 100));
  answer('getStaffRegistration', record);
  answer('getEvidence', anEvidence({ registrationId: record.id }));
});

const proof = page.getByRole('region', { name: 'Prova do depósito' });

describe('the end of a certificate', () => {
  it('[admin-revoke] wants a reason, says what follows, and is done once', async () => {
    open(`/admin?tab=registrations&open=${record.id}`, anAdmin());
    await press('Revogar certificado', proof);
    await expect.element(asked.getByText('Não pode ser desfeita.', { exact: false })).toBeVisible();
    await press('Revogar certificado', asked);
    await expect.element(asked.getByText('Motivo é obrigatório')).toBeVisible();
    expect(callsOf('revokeCertificate')).toEqual([]);
    // Esc ends the question, not what it stands on.
    await keys('{Escape}');
    await expect.element(asked).not.toBeInTheDocument();
    await press('Revogar certificado', proof);
    refuse('revokeCertificate', 'unavailable', { message: 'Volta em instantes.' });
    await asked.getByLabelText('Motivo', { exact: false }).fill('  Titularidade contestada ');
    await press('Revogar certificado', asked);
    await told('Volta em instantes.');
    // What was written is kept.
    answer('revokeCertificate', aCertificate({ status: 'revoked' }));
    answer('getEvidence', anEvidence({ registrationId: record.id, status: 'revoked' }));
    await press('Revogar certificado', asked);
    await told('Certificado revogado');
    expect(callsOf('revokeCertificate').map(({ params, body }) => [params.number, body.reason])).toEqual([
      [NUMBER, 'Titularidade contestada'],
      [NUMBER, 'Titularidade contestada'],
    ]);
    await expect.element(proof.getByText('revogado', { exact: true })).toBeVisible();
    expect(proof.getByRole('button', { name: 'Revogar certificado' }).elements()).toHaveLength(0);
  });

  it('[admin-revoke-none] is not offered where there is no certificate', async () => {
    answer('getEvidence', anEvidence({ registrationId: record.id, number: null, status: null }));
    open(`/admin?tab=registrations&open=${record.id}`, anAdmin());
    await expect.element(proof.getByText('Ainda não emitido')).toBeVisible();
    expect(proof.getByRole('button').elements()).toHaveLength(0);
  });
});
