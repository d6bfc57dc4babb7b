import type { Payer, Voucher } from '@g2/gateway/contract/payers';
import type { PaymentDetails, PaymentStepEntry, RefundOrder } from '@g2/gateway/contract/payment-admin';
import { aPayment } from './records.ts';

export { anIntent, paymentConfig } from './records.ts';

export const REGISTRATION_ID = '0192f0c0-0000-7000-8000-00000000bbbb';
export const PAYER_ID = '0192f0c0-0000-7000-8000-00000000aaaa';

/** A settled payment of a registration, as admins see it. */
export const paidPayment = aPayment({
  id: '0192f0c0-0000-7000-8000-00000000cccc',
  kind: 'registration',
  registrationId: REGISTRATION_ID,
  registrationTitle: 'Gestão de Frotas',
  userId: PAYER_ID,
  payerName: 'Conceição Araújo',
  amount: 349_900,
});
export const declinedPayment = aPayment({
  kind: 'registration',
  registrationId: REGISTRATION_ID,
  registrationTitle: 'Estoque',
  status: 'declined',
  settledAt: null,
  decline: { code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
});
export const unfinishedPayment = aPayment({ status: 'open', settledAt: null, payerName: null });

export const aPaymentStep = (
  kind: PaymentStepEntry['kind'],
  changes: Partial<PaymentStepEntry> = {},
): PaymentStepEntry => ({
  kind,
  at: '2026-03-02T12:00:00.000Z',
  amount: null,
  status: '',
  decline: null,
  reference: '',
  order: null,
  ...changes,
});
export const refundOrder: RefundOrder = {
  id: '0192f0c0-0000-7000-8000-00000000dddd',
  state: 'sent',
  orderedBy: '0192f0c0-0000-7000-8000-00000000eeee',
  orderedByName: 'Rui Chefe',
  reason: 'requested',
  note: 'Ligou ontem',
  orderedAt: '2026-03-03T12:00:00.000Z',
  amount: 349_900,
};
export const paymentDetails = (changes: Partial<PaymentDetails> = {}): PaymentDetails => ({
  ...paidPayment,
  steps: [
    aPaymentStep('created', { amount: 349_900 }),
    aPaymentStep('declined', { decline: { code: 'something_new', message: 'In English.' } }),
    aPaymentStep('succeeded', { amount: 349_900, at: '2026-03-02T12:05:00.000Z' }),
  ],
  refundable: 349_900,
  transferable: 0,
  refund: null,
  transfer: null,
  ...changes,
});

export const aVoucher = (method: Voucher['method'], changes: Partial<Voucher> = {}): Voucher => ({
  method,
  code:
    method === 'pix'
      ? '00020101021226370014br.gov.bcb.pix6304ABCD'
      : '00001234500000000000000000000000000000000349900',
  expiresAt: new Date(Date.now() + 3 * 3_600_000).toISOString(),
  url: 'https://pay.example/voucher',
  pdf: method === 'pix' ? null : 'https://pay.example/voucher.pdf',
  ...changes,
});

export const payer: Payer = {
  name: 'João da Silva',
  taxId: '529.982.247-25',
  email: 'joao@example.com',
  address: null,
};
