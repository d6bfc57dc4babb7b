import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { expect, it } from 'vitest';
import { whyNot } from './transitions.ts';

const record = (status: RegistrationStatus, allowedTransitions: RegistrationStatus[]) => ({
  userId: 'client',
  status,
  allowedTransitions,
});

it('allows what the server allows', () => {
  expect(whyNot(record('paid', ['reviewing']), 'reviewing', 'admin')).toBeNull();
});

it.each([
  ['paid', ['reviewing'], 'paid', 'É o status atual.'],
  ['paid', ['reviewing'], 'completed', 'De Pago só se passa para Em Análise.'],
  [
    'reviewing',
    ['government_processing', 'submitted'],
    'paid',
    'De Em Análise só se passa para Processamento Governamental ou Submetido.',
  ],
  ['submitted', [], 'paid', 'O cliente ainda não enviou o arquivo.'],
  ['certificate_issued', [], 'completed', 'Certificado Emitido é o status final.'],
] as const)('from %s with %j to %s', (from, allowed, to, why) => {
  expect(whyNot(record(from, [...allowed]), to, 'admin')).toBe(why);
});

it('names ownership first', () => {
  expect(whyNot({ ...record('paid', []), userId: 'admin' }, 'reviewing', 'admin')).toBe(
    'Você não pode processar o seu próprio registro.',
  );
});
