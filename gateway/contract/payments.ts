import { STAFF_PAGE_SIZE } from '@g2/terms/pages';
import {
  DISPUTE_STATES,
  LISTED_PAYMENT_STATUSES,
  PAYMENT_FLAGS,
  PAYMENT_KINDS,
  PAYMENT_METHODS,
  type PaymentFlag,
  PURCHASE_STATUSES,
  type PurchaseStatus,
  REFUND_STATES,
  WEBHOOK_STATUSES,
  type WebhookStatus,
} from '@g2/terms/payments';
import {
  CREDIT_PACKAGE_IDS,
  CUSTOM_AMOUNT_MESSAGE,
  CUSTOM_CREDIT_MAX_CENTS,
  CUSTOM_CREDIT_MIN_CENTS,
  PACKAGE_TYPES,
} from '@g2/terms/prices';
import { z } from 'zod';
import {
  body,
  cents,
  credits,
  id,
  openEnum,
  pageOf,
  pageQuery,
  parameters,
  providerId,
  queryChoices,
  timestamp,
} from './common.ts';
import { PROVIDER_METHODS, paymentMethodFields, voucher } from './payers.ts';
import { paymentIntentStatus } from './provider.ts';

export {
  LISTED_PAYMENT_STATUS_NAMES as PAYMENT_STATUS_NAMES,
  LISTED_PAYMENT_STATUSES as PAYMENT_STATUSES,
  type ListedPaymentStatus as PaymentStatus,
  PAYMENT_FLAGS,
  PAYMENT_KIND_NAMES,
  PAYMENT_KINDS,
  PAYMENT_METHOD_NAMES,
  PAYMENT_METHODS,
  type PaymentFlag,
  type PaymentKind,
  type PaymentMethod,
  PURCHASE_STATUSES,
  type PurchaseStatus,
  WEBHOOK_STATUSES,
  type WebhookStatus,
} from '@g2/terms/payments';
export { CREDIT_PACKAGE_IDS, CUSTOM_AMOUNT_MESSAGE, PACKAGE_TYPES } from '@g2/terms/prices';

/**
 * `amount` in cents. For a card, the browser confirms the payment
 * with `clientSecret`; for a Pix or boleto, it shows `voucher`.
 */
export const paymentIntentAnswer = z
  .object({
    clientSecret: z.string(),
    amount: cents,
    paymentIntentId: z.string(),
    method: openEnum(PROVIDER_METHODS),
    voucher: voucher.nullable(),
  })
  .meta({ id: 'PaymentIntentAnswer' });
export type PaymentIntentAnswer = z.infer<typeof paymentIntentAnswer>;

export const creditPaymentAnswer = z
  .object({ creditsUsed: credits, balance: credits })
  .meta({ id: 'CreditPaymentAnswer' });
export type CreditPaymentAnswer = z.infer<typeof creditPaymentAnswer>;

export const paymentIntentParams = parameters({ paymentIntentId: providerId });
export const paymentSyncAnswer = z.object({ status: paymentIntentStatus }).meta({ id: 'PaymentSyncAnswer' });

export const paymentConfig = z
  .object({
    provider: openEnum(['stripe', 'simulator']),
    publishableKey: z.string(),
    apiBase: z.string(),
    methods: z.array(openEnum(PROVIDER_METHODS)),
    /** Whether the provider account offers card instalments. Stripe offers none in Brazil. */
    instalments: z.boolean(),
  })
  .meta({ id: 'PaymentConfig' });
export type PaymentConfig = z.infer<typeof paymentConfig>;

export const creditPackage = z
  .object({
    id: openEnum(CREDIT_PACKAGE_IDS),
    name: z.string(),
    popular: z.boolean(),
    priceDisplay: z.string(),
    priceInCents: cents,
    credits,
    description: z.string(),
  })
  .meta({ id: 'CreditPackage' });
export type CreditPackage = z.infer<typeof creditPackage>;

export const creditPackagePage = pageOf(creditPackage).meta({ id: 'CreditPackagePage' });

export const CUSTOM_AMOUNT_TITLE = 'Valor inválido';

/** Amount in cents. The buyer receives the same number of hundredths of a credit (spec §5). */
export const customAmount = z
  .int({ error: CUSTOM_AMOUNT_MESSAGE })
  .min(CUSTOM_CREDIT_MIN_CENTS, CUSTOM_AMOUNT_MESSAGE)
  .max(CUSTOM_CREDIT_MAX_CENTS, CUSTOM_AMOUNT_MESSAGE);

export const creditPurchaseBody = body({
  packageId: z.enum(CREDIT_PACKAGE_IDS, { error: 'Pacote de créditos inválido' }).optional(),
  customAmount: customAmount.optional(),
  ...paymentMethodFields,
})
  .refine((choice) => (choice.packageId === undefined) !== (choice.customAmount === undefined), {
    error: 'Escolha um pacote de créditos ou informe um valor',
    path: ['packageId'],
  })
  .meta({ oneOf: [{ required: ['packageId'] }, { required: ['customAmount'] }] });
export type CreditPurchaseBody = z.input<typeof creditPurchaseBody>;

export const creditPurchaseIntentAnswer = paymentIntentAnswer
  .extend({ credits })
  .meta({ id: 'CreditPurchaseIntentAnswer' });
export type CreditPurchaseIntentAnswer = z.infer<typeof creditPurchaseIntentAnswer>;

export const PURCHASE_STATUS_NAMES: Readonly<Record<PurchaseStatus, string>> = {
  pending: 'Pendente',
  completed: 'Concluída',
  failed: 'Falhou',
  cancelled: 'Cancelada',
};

export const creditPurchase = z
  .object({
    id,
    creditsAmount: credits,
    priceInCents: cents,
    packageType: openEnum(PACKAGE_TYPES),
    status: openEnum(PURCHASE_STATUSES),
    paymentIntentStatus: paymentIntentStatus.nullable(),
    completedAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'CreditPurchase' });
export type CreditPurchase = z.infer<typeof creditPurchase>;

export const creditPurchasePage = pageOf(creditPurchase).meta({ id: 'CreditPurchasePage' });

/** `delta` and `balanceAfter` in hundredths of a credit; `createdBy` is null for entries of the system. */
export const creditTransaction = z
  .object({
    id,
    userId: id,
    delta: credits,
    balanceAfter: credits,
    reason: z.string(),
    referenceType: z.string().nullable(),
    referenceId: z.string().nullable(),
    createdBy: id.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'CreditTransaction' });
export type CreditTransaction = z.infer<typeof creditTransaction>;

/**
 * `createdByName`: null for entries of the system and while names
 * cannot be read, "Usuário removido" for a deleted account.
 */
export const adminCreditTransaction = creditTransaction
  .extend({ createdByName: z.string().nullable() })
  .meta({ id: 'AdminCreditTransaction' });
export type AdminCreditTransaction = z.infer<typeof adminCreditTransaction>;

export const adminCreditTransactionPage = pageOf(adminCreditTransaction).meta({
  id: 'AdminCreditTransactionPage',
});

export const creditTransactionPage = pageOf(creditTransaction).meta({ id: 'CreditTransactionPage' });
export const PAYMENT_FLAG_NAMES: Readonly<Record<PaymentFlag, string>> = {
  refunded: 'Reembolsado',
  disputed: 'Contestado',
};

/** Last card decline. `code`: the provider's decline code, else its error code; `message` is in English. */
export const decline = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Decline' });
export type Decline = z.infer<typeof decline>;

/**
 * Payment of a registration or purchase of credits (`registrationId` null), for admins; amounts in cents. A `flag`
 * needs an admin's attention; on a registration it blocks the certificate (api-rules R7).
 */
export const adminPayment = z
  .object({
    id,
    kind: openEnum(PAYMENT_KINDS),
    registrationId: id.nullable(),
    userId: id,
    method: openEnum(PAYMENT_METHODS),
    status: openEnum(LISTED_PAYMENT_STATUSES),
    amount: cents,
    refundedAmount: cents,
    stripePaymentIntentId: z.string().nullable(),
    createdAt: timestamp,
    settledAt: timestamp.nullable(),
    flag: openEnum(PAYMENT_FLAGS).nullable(),
    /** Null when no card was declined, or a later attempt succeeded. */
    decline: decline.nullable(),
    /** Amount in cents that an admin must return by transfer, because the boleto was paid too late; otherwise 0. */
    toTransfer: cents,
    /** Combined states of all refunds and of all disputes of the payment; null if there are none. */
    refundState: openEnum(REFUND_STATES).nullable(),
    disputeState: openEnum(DISPUTE_STATES).nullable(),
    disputeDueBy: timestamp.nullable(),
    /** When this payment (refunded, or its dispute lost) closed its registration; null otherwise. */
    closedAt: timestamp.nullable(),
  })
  .meta({ id: 'AdminPayment' });
export type AdminPayment = z.infer<typeof adminPayment>;

export const WEBHOOK_STATUS_NAMES: Readonly<Record<WebhookStatus, string>> = {
  received: 'Recebido',
  processed: 'Processado',
  failed: 'Falhou',
};

export const webhookEvent = z
  .object({
    id: z.string(),
    eventType: z.string(),
    paymentIntentId: z.string().nullable(),
    registrationId: id.nullable(),
    receivedAt: timestamp,
    processedAt: timestamp.nullable(),
    status: openEnum(WEBHOOK_STATUSES),
    errorMessage: z.string().nullable(),
    decline: decline.nullable(),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof webhookEvent>;

export const webhookEventPage = pageOf(webhookEvent).meta({ id: 'WebhookEventPage' });

export const webhookEventParams = parameters({ id: providerId });
export const webhookEventListQuery = pageQuery(STAFF_PAGE_SIZE).extend({
  status: queryChoices(WEBHOOK_STATUSES, 'Status inválido'),
});
