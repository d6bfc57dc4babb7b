import { describe, expect, it } from 'vitest';
import { doneBy, labelOf, targetOf, whyUnavailable } from './availability.ts';

const owner = 'owner';
const staff = 'staff';

describe('whyUnavailable', () => {
  it('returns no reason for an action that the server allows', () => {
    const registration = { userId: owner, allowedActions: ['approve' as const], closure: null };
    expect(whyUnavailable(registration, 'approve', staff)).toBeNull();
  });

  it('names the statuses in which an unavailable action is available', () => {
    const registration = { userId: owner, allowedActions: ['add_notes' as const], closure: null };
    expect(whyUnavailable(registration, 'approve', staff)).toBe('Disponível quando Pago ou Em Análise.');
    expect(whyUnavailable(registration, 'request_corrections', staff)).toBe(
      'Disponível quando Em Análise ou Processamento Governamental.',
    );
  });

  it('says first that the registration is the user’s own', () => {
    const registration = { userId: staff, allowedActions: [], closure: null };
    expect(whyUnavailable(registration, 'add_notes', staff)).toBe(
      'A equipe não processa o próprio registro.',
    );
  });
});

it.each([
  ['paid', 'approve', 'Aprovar · iniciar análise', '“Agenda” está em análise'],
  ['reviewing', 'approve', 'Aprovar · enviar ao órgão', '“Agenda” enviado ao Processamento Governamental'],
  ['reviewing', 'request_corrections', 'Solicitar Correções', '“Agenda” devolvido ao cliente para correções'],
  ['reviewing', 'add_notes', 'Adicionar Notas', 'Nota guardada em “Agenda”'],
] as const)('at %s, the action %s is labelled "%s" and reported as "%s"', (status, action, label, done) => {
  const allowedActions = [action];
  expect(labelOf({ status, allowedActions }, action)).toBe(label);
  expect(doneBy({ status, title: 'Agenda' }, action)).toBe(done);
});

it('an unavailable approval has its plain name', () => {
  expect(labelOf({ status: 'paid', allowedActions: [] }, 'approve')).toBe('Aprovar');
});

it.each([
  ['paid', 'approve', 'reviewing'],
  ['reviewing', 'approve', 'government_processing'],
  ['reviewing', 'request_corrections', 'submitted'],
  ['government_processing', 'request_corrections', 'submitted'],
  ['paid', 'add_notes', null],
] as const)('at %s, the action %s leads to status %s', (status, action, target) => {
  expect(targetOf(status, action)).toBe(target);
});
