import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { expect, it } from 'vitest';
import { consequenceOf, consequenceOfAll, type StatusAndPayment, whyNot } from './consequences.ts';

const record = (status: RegistrationStatus, allowedTransitions: RegistrationStatus[]) => ({
  userId: 'client',
  status,
  allowedTransitions,
});

it('whyNot returns null for a transition that the server allows', () => {
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
] as const)('explains why %s with allowed transitions %j cannot become %s', (from, allowed, to, why) => {
  expect(whyNot(record(from, [...allowed]), to, 'admin')).toBe(why);
});

it('whyNot says first that the registration is the admin’s own', () => {
  expect(whyNot({ ...record('paid', []), userId: 'admin' }, 'reviewing', 'admin')).toBe(
    'Você não pode processar o seu próprio registro.',
  );
});

const unpaid: StatusAndPayment = { status: 'submitted', paymentAmount: 349_900, paymentPaidAt: null };
const returned: StatusAndPayment = { ...unpaid, paymentPaidAt: '2026-11-21T12:00:00Z' };
const plain = (text: string | null) => text?.replaceAll(' ', ' ');

it('states the amount of a manual payment, or that resubmitting is free of charge', () => {
  expect(plain(consequenceOf(unpaid, 'paid'))).toBe('Registra um pagamento manual de R$ 3.499,00.');
  expect(consequenceOf(returned, 'paid')).toBe('Reenvia sem nova cobrança.');
});

it('states that issuing the certificate cannot be undone', () => {
  expect(consequenceOf({ ...returned, status: 'completed' }, 'certificate_issued')).toBe(
    'Emite o certificado e avisa o cliente por e-mail; não tem volta.',
  );
});

it('distinguishes the start of the review from a return to it', () => {
  const to = (status: StatusAndPayment['status']) => consequenceOf({ ...returned, status }, 'reviewing');
  expect(to('paid')).toBe('Inicia a análise e avisa o cliente por e-mail.');
  expect(to('government_processing')).toBe('Volta à análise e avisa o cliente por e-mail.');
});

it('sums up the effects of several status changes', () => {
  expect(plain(consequenceOfAll([unpaid, unpaid, unpaid], 'paid'))).toBe(
    'Registra 3 pagamentos manuais: 3 × R$ 3.499,00 = R$ 10.497,00.',
  );
  expect(plain(consequenceOfAll([unpaid, { ...unpaid, paymentAmount: 149_999 }, returned], 'paid'))).toBe(
    'Registra 2 pagamentos manuais: R$ 4.998,99. Reenvia 1 sem nova cobrança.',
  );
  expect(plain(consequenceOfAll([unpaid, returned, returned], 'paid'))).toBe(
    'Registra 1 pagamento manual: R$ 3.499,00. Reenvia 2 sem nova cobrança.',
  );
  expect(consequenceOfAll([returned, returned], 'certificate_issued')).toBe(
    'Em cada um: emite o certificado e avisa o cliente por e-mail; não tem volta.',
  );
  expect(plain(consequenceOfAll([unpaid], 'paid'))).toBe('Registra um pagamento manual de R$ 3.499,00.');
  expect(consequenceOfAll([], 'paid')).toBeNull();
});
