import { describe, expect, it } from 'vitest';
import { actionLabel, resultText, targetStatus, whyUnavailable } from './availability.ts';

const clientId = 'owner';
const operatorId = 'staff';

describe('whyUnavailable', () => {
  it('returns null for an action that the server allows', () => {
    const registration = { userId: clientId, allowedActions: ['approve' as const], closure: null };
    expect(whyUnavailable(registration, 'approve', operatorId)).toBeNull();
  });

  it('names the statuses in which an unavailable action is available', () => {
    const registration = { userId: clientId, allowedActions: ['add_notes' as const], closure: null };
    expect(whyUnavailable(registration, 'approve', operatorId)).toBe('Disponível quando Pago ou Em Análise.');
    expect(whyUnavailable(registration, 'request_corrections', operatorId)).toBe(
      'Disponível quando Em Análise ou Processamento Governamental.',
    );
  });

  it('says that staff cannot process a registration of their own', () => {
    const registration = { userId: operatorId, allowedActions: [], closure: null };
    expect(whyUnavailable(registration, 'add_notes', operatorId)).toBe(
      'A equipe não processa o próprio registro.',
    );
  });
});

it.each([
  ['paid', 'approve', 'Aprovar · iniciar análise', '“Agenda” está em análise'],
  ['reviewing', 'approve', 'Aprovar · enviar ao órgão', '“Agenda” enviado ao Processamento Governamental'],
  ['reviewing', 'request_corrections', 'Solicitar Correções', '“Agenda” devolvido ao cliente para correções'],
  ['reviewing', 'add_notes', 'Adicionar Notas', 'Nota guardada em “Agenda”'],
] as const)('at %s, action %s has the label "%s" and the result "%s"', (status, action, label, message) => {
  const allowedActions = [action];
  expect(actionLabel({ status, allowedActions }, action)).toBe(label);
  expect(resultText({ status, title: 'Agenda' }, action)).toBe(message);
});

it('the label of an unavailable approval does not name the next status', () => {
  expect(actionLabel({ status: 'paid', allowedActions: [] }, 'approve')).toBe('Aprovar');
});

it.each([
  ['paid', 'approve', 'reviewing'],
  ['reviewing', 'approve', 'government_processing'],
  ['reviewing', 'request_corrections', 'submitted'],
  ['government_processing', 'request_corrections', 'submitted'],
  ['paid', 'add_notes', null],
] as const)('at %s, the action %s leads to status %s', (status, action, target) => {
  expect(targetStatus(status, action)).toBe(target);
});
