import type { Payment } from '@g2/proto/payment';
import type { Applicant } from '@g2/proto/registration';
import { displayName } from '@g2/terms/names';
import { LISTED_PAYMENT_STATUS_NAMES, PAYMENT_KIND_NAMES, PAYMENT_METHOD_NAMES } from '@g2/terms/payments';
import { formatTaxId } from '@g2/terms/tax-id';
import { type PaymentLabels, presentListed } from '../present/payment-admin.ts';
import { csvTable, dateTimeCell, reaisCell } from './csv.ts';

export type Payers = {
  /** E-mail addresses by account id. */
  emails: ReadonlyMap<string, string>;
  /** Applicants by registration id. They have the CPF/CNPJ, which accounts lack. */
  applicants: ReadonlyMap<string, Applicant>;
};

export const { header: paymentsHeader, row: paymentsRow } = csvTable<[Payment, PaymentLabels & Payers]>([
  ['Data', (it) => dateTimeCell(it.createdAt)],
  ['Pagador', (it, beside) => presentListed(it, beside).payerName ?? ''],
  ['Refere-se a', (it) => displayName(PAYMENT_KIND_NAMES, it.kind)],
  ['Registro', (it, beside) => presentListed(it, beside).registrationTitle ?? ''],
  ['Forma', (it) => displayName(PAYMENT_METHOD_NAMES, it.method)],
  ['Valor (R$)', (it) => reaisCell(it.amount)],
  ['Devolvido (R$)', (it) => reaisCell(it.refundedAmount)],
  ['Situação', (it) => displayName(LISTED_PAYMENT_STATUS_NAMES, it.status)],
  ['Liquidado em', (it) => dateTimeCell(it.settledAt)],
  ['Pagamento no provedor', (it) => it.stripePaymentIntentId ?? ''],
  ['Identificador', (it) => it.id],
  ['Registro (id)', (it) => it.registrationId ?? ''],
  ['Pagador (id)', (it) => it.userId],
  ['E-mail do pagador', (it, { emails }) => emails.get(it.userId) ?? ''],
  ['Requerente', (it, { applicants }) => applicants.get(it.registrationId ?? '')?.name ?? ''],
  [
    'CPF/CNPJ do requerente',
    (it, { applicants }) => formatTaxId(applicants.get(it.registrationId ?? '')?.taxId ?? ''),
  ],
]);
