import { STAFF_PAGE_SIZE } from '@g2/terms/pages';
import {
  LISTED_PAYMENT_STATUSES,
  PAYMENT_ATTENTIONS,
  PAYMENT_KINDS,
  PAYMENT_STEPS,
  REFUND_ORDER_STATES,
  REFUND_REASONS,
} from '@g2/terms/payments';
import { z } from 'zod';
import {
  body,
  cents,
  civilDay,
  count,
  id,
  openEnum,
  pageOf,
  pageQuery,
  queryChoice,
  queryChoices,
  queryDay,
  queryUser,
  timestamp,
} from './common.ts';
import { MAX_LENGTH } from './constants.ts';
import { adminPayment, decline } from './payments.ts';
import { optionalAnyText, requiredStorableText, searchText } from './texts.ts';

export {
  PAYMENT_ATTENTION_NAMES,
  PAYMENT_ATTENTIONS,
  type PaymentAttention,
  type PaymentStep,
  REFUND_REASON_NAMES,
  REFUND_REASONS,
} from '@g2/terms/payments';

const filter = {
  userId: queryUser.describe('Só os desta conta'),
  status: queryChoices(LISTED_PAYMENT_STATUSES, 'Status inválido'),
  kind: queryChoices(PAYMENT_KINDS, 'Tipo inválido'),
  attention: queryChoice(PAYMENT_ATTENTIONS, 'Filtro inválido').describe(
    'O que pede a atenção da administração',
  ),
  from: queryDay.describe('Primeiro dia em que começaram, em America/Sao_Paulo'),
  to: queryDay.describe('Último dia, em America/Sao_Paulo'),
  search: searchText.describe(
    'Nome ou e-mail de quem paga; título, CPF/CNPJ e o mais que a busca de registros acha; ou o payment intent inteiro',
  ),
};

export const adminPaymentListQuery = pageQuery(STAFF_PAGE_SIZE).extend(filter);

export const paymentExportBody = body(filter);
export type PaymentExportBody = z.input<typeof paymentExportBody>;

/**
 * `payerName` is null while names cannot be read, and "Usuário removido"
 * for a deleted account. `registrationTitle` is null for a purchase of
 * credits, for a deleted registration, and while titles cannot be read.
 */
const listedPayment = adminPayment
  .extend({ payerName: z.string().nullable(), registrationTitle: z.string().nullable() })
  .meta({ id: 'ListedPayment' });
export type ListedPayment = z.infer<typeof listedPayment>;

/** Amounts in cents. `received`: by card or by hand. `withCredits`: by credits, counted when they are bought. */
const totals = z.object({ count, received: cents, refunded: cents, withCredits: cents });
export type PaymentTotals = z.infer<typeof totals>;

/**
 * `searchCapped`: the search matches too many people or registrations; only the newest of them were searched.
 */
export const adminPaymentPage = pageOf(listedPayment)
  .extend({ totals, searchCapped: z.literal(true).optional() })
  .meta({ id: 'AdminPaymentPage' });
export type AdminPaymentPage = z.infer<typeof adminPaymentPage>;

/** Payments that need an action of an admin, by reason. Reasons without payments are omitted. Amounts in cents. */
export const attentionCounts = z
  .object({
    items: z.array(
      z.object({
        attention: openEnum(PAYMENT_ATTENTIONS),
        payments: count,
        cents,
        dueBy: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: 'AttentionCounts' });

/** Refund that an admin ordered. Its state is `asked` until the provider accepts or refuses it. */
export const refundOrder = z
  .object({
    id,
    state: openEnum(REFUND_ORDER_STATES),
    orderedBy: id,
    orderedByName: z.string().nullable(),
    reason: openEnum(REFUND_REASONS),
    note: z.string(),
    orderedAt: timestamp,
    amount: cents,
  })
  .meta({ id: 'RefundOrder' });
export type RefundOrder = z.infer<typeof refundOrder>;

/** For a refund or dispute, `status` and `reference` come from the provider. */
const paymentStep = z
  .object({
    kind: openEnum(PAYMENT_STEPS),
    at: timestamp.nullable().describe('null: não se sabe'),
    amount: cents.nullable(),
    status: z.string(),
    decline: decline.nullable(),
    reference: z.string(),
    order: refundOrder.nullable(),
  })
  .meta({ id: 'PaymentStep' });
export type PaymentStepEntry = z.infer<typeof paymentStep>;

/** Refund by bank transfer. `reference` comes from the bank: end-to-end id of a Pix, or a transfer number. */
export const paymentTransfer = z
  .object({
    amount: cents,
    transferredOn: civilDay,
    reference: z.string(),
    note: z.string(),
    recordedBy: id,
    recordedByName: z.string().nullable(),
    recordedAt: timestamp,
  })
  .meta({ id: 'PaymentTransfer' });
export type PaymentTransfer = z.infer<typeof paymentTransfer>;

/** Cents. `refundable`: now, by the provider. `transferable`: only by a manual transfer. */
export const paymentDetails = listedPayment
  .extend({
    steps: z.array(paymentStep),
    refundable: cents,
    transferable: cents,
    refund: refundOrder.nullable(),
    transfer: paymentTransfer.nullable(),
  })
  .meta({ id: 'PaymentDetails' });
export type PaymentDetails = z.infer<typeof paymentDetails>;

/** `amount`: the full amount to return, in cents. */
export const recordTransferBody = body({
  amount: cents,
  transferredOn: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Data da transferência inválida'),
  reference: requiredStorableText(MAX_LENGTH.reference, 'Identificação da transferência é obrigatória'),
  note: optionalAnyText(MAX_LENGTH.reason),
});
export type RecordTransferBody = z.input<typeof recordTransferBody>;

/** `note` is required with the reason `other`. */
export const refundBody = body({
  reason: z.enum(REFUND_REASONS, { error: 'Motivo é obrigatório' }),
  note: optionalAnyText(MAX_LENGTH.reason),
})
  .refine(({ reason, note }) => reason !== 'other' || (note ?? '') !== '', {
    error: 'Diga qual é o motivo',
    path: ['note'],
  })
  .meta({
    anyOf: [
      { properties: { reason: { not: { const: 'other' } } } },
      { required: ['note'], properties: { note: { type: 'string', pattern: '\\S' } } },
    ],
  });
export type RefundBody = z.input<typeof refundBody>;
