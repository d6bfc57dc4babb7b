import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';
import { expect, it } from 'vitest';
import { consequenceOf, consequenceOfAll, type StatusAndPayment, transitionRefusal } from './consequences.ts';

const registration = (status: RegistrationStatus, allowedTransitions: RegistrationStatus[]) => ({
  userId: 'client',
  status,
  allowedTransitions,
});

it('transitionRefusal returns null for a transition that the server allows', () => {
  expect(transitionRefusal(registration('paid', ['reviewing']), 'reviewing', 'admin')).toBeNull();
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
] as const)('explains why %s with allowed transitions %j cannot become %s', (from, allowed, to, refusal) => {
  expect(transitionRefusal(registration(from, [...allowed]), to, 'admin')).toBe(refusal);
});

it('transitionRefusal names only the first reason when the registration also belongs to the admin', () => {
  expect(transitionRefusal({ ...registration('paid', []), userId: 'admin' }, 'reviewing', 'admin')).toBe(
    'Você não pode processar o seu próprio registro.',
  );
});

const unpaid: StatusAndPayment = { status: 'submitted', paymentAmount: 349_900, paymentPaidAt: null };
const alreadyPaid: StatusAndPayment = { ...unpaid, paymentPaidAt: '2026-11-21T12:00:00Z' };
const withPlainSpaces = (text: string | null) => text?.replaceAll(' ', ' ');

it('consequenceOf states the amount of a manual payment, or that a resubmission is free of charge', () => {
  expect(withPlainSpaces(consequenceOf(unpaid, 'paid'))).toBe('Registra um pagamento manual de R$ 3.499,00.');
  expect(consequenceOf(alreadyPaid, 'paid')).toBe('Reenvia sem nova cobrança.');
});

it('consequenceOf states that issuing the certificate cannot be undone', () => {
  expect(consequenceOf({ ...alreadyPaid, status: 'completed' }, 'certificate_issued')).toBe(
    'Emite o certificado e avisa o cliente por e-mail; não tem volta.',
  );
});

it('consequenceOf distinguishes the start of the review from a return to the review', () => {
  const reviewConsequence = (status: StatusAndPayment['status']) =>
    consequenceOf({ ...alreadyPaid, status }, 'reviewing');
  expect(reviewConsequence('paid')).toBe('Inicia a análise e avisa o cliente por e-mail.');
  expect(reviewConsequence('government_processing')).toBe('Volta à análise e avisa o cliente por e-mail.');
});

it('consequenceOfAll summarizes the effects of setting one status on several registrations', () => {
  expect(withPlainSpaces(consequenceOfAll([unpaid, unpaid, unpaid], 'paid'))).toBe(
    'Registra 3 pagamentos manuais: 3 × R$ 3.499,00 = R$ 10.497,00.',
  );
  const unpaidDiscounted = { ...unpaid, paymentAmount: 149_999 };
  expect(withPlainSpaces(consequenceOfAll([unpaid, unpaidDiscounted, alreadyPaid], 'paid'))).toBe(
    'Registra 2 pagamentos manuais: R$ 4.998,99. Reenvia 1 sem nova cobrança.',
  );
  expect(withPlainSpaces(consequenceOfAll([unpaid, alreadyPaid, alreadyPaid], 'paid'))).toBe(
    'Registra 1 pagamento manual: R$ 3.499,00. Reenvia 2 sem nova cobrança.',
  );
  expect(consequenceOfAll([alreadyPaid, alreadyPaid], 'certificate_issued')).toBe(
    'Em cada um: emite o certificado e avisa o cliente por e-mail; não tem volta.',
  );
  expect(withPlainSpaces(consequenceOfAll([unpaid], 'paid'))).toBe(
    'Registra um pagamento manual de R$ 3.499,00.',
  );
  expect(consequenceOfAll([], 'paid')).toBeNull();
});
