import { toDetailsMessage } from '@g2/terms/details';
import { describe, expect, it } from 'vitest';
import { checkDetails, editDetails } from './details.ts';
import { before, details, owner, refusal, registration } from './test-samples.ts';

const input = toDetailsMessage(details);

describe('details', () => {
  it('trims values, and stores empty notes as null', () => {
    expect(checkDetails({ ...input, title: ' Programa ', notes: ' ' })).toEqual(details);
  });

  it('refuses invalid fields with the messages of the specification', () => {
    const bad = { ...input, title: ' ', applicantEmail: 'ana@', applicantTaxId: '123', jurisdiction: 'usa' };
    expect(refusal(() => checkDetails(bad)).detail.fields).toEqual({
      title: 'Título é obrigatório',
      applicantEmail: 'Formato de email inválido',
      applicantTaxId: 'CPF/CNPJ deve ter pelo menos 11 caracteres',
      jurisdiction: 'Jurisdição inválida',
    });
    const long = refusal(() => checkDetails({ ...input, applicantTaxId: '1'.repeat(19) }));
    expect(long.message).toBe('CPF/CNPJ não pode exceder 18 caracteres');
  });

  it('refuses characters that the database cannot store', () => {
    for (const title of ['a\0b', 'a\ud800b']) {
      expect(refusal(() => checkDetails({ ...input, title })).code).toBe('invalid-input');
    }
  });

  it('lets only the owner change them, and only while the registration is submitted', () => {
    const old = registration({ details: { ...details, notes: 'minhas', jurisdiction: 'mercosul' } });
    expect(editDetails(old, owner, { title: 'Novo' }).next.details).toEqual({
      ...old.details,
      title: 'Novo',
    });
    expect(editDetails(old, owner, { notes: '' }).next.details.notes).toBeNull();
    expect(refusal(() => editDetails(old, { id: 'x', role: 'admin' }, {})).code).toBe('forbidden');
    const back = registration({ paymentPaidAt: before });
    const corrected = (patch: Parameters<typeof editDetails>[2]) =>
      editDetails(back, owner, patch).next.changedSinceCorrection;
    expect([corrected({}), corrected({ title: details.title }), corrected({ notes: 'x' })]).toEqual([
      false,
      false,
      true,
    ]);
    expect(editDetails(old, owner, { title: 'Novo' }).next.changedSinceCorrection).toBe(false);
    const paid = registration({ status: 'paid', paymentPaidAt: before });
    expect(refusal(() => editDetails(paid, owner, { title: 'Novo' })).code).toBe('not-editable');
  });
});
