import { z } from 'zod';
import {
  answerWord,
  body,
  CUSTOM_CREDIT_MAX_CENTS,
  CUSTOM_CREDIT_MIN_CENTS,
  cents,
  credits,
  id,
  pageOf,
  pageQuery,
  parameters,
  providerId,
  queryChoices,
  STAFF_PAGE_SIZE,
  timestamp,
} from './common.ts';

/** `amount` in cents. */
export const paymentIntentAnswer = z
  .object({ clientSecret: z.string(), amount: cents, paymentIntentId: z.string() })
  .meta({ id: 'PaymentIntentAnswer' });
export type PaymentIntentAnswer = z.infer<typeof paymentIntentAnswer>;

/** Both in hundredths of a credit; `balance` is what is left. */
export const creditPaymentAnswer = z
  .object({ creditsUsed: credits, balance: credits })
  .meta({ id: 'CreditPaymentAnswer' });
export type CreditPaymentAnswer = z.infer<typeof creditPaymentAnswer>;

/** The card provider's own words for the state of an intent. */
export const PAYMENT_INTENT_STATUSES = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const;
export const paymentIntentStatus = answerWord(PAYMENT_INTENT_STATUSES);
export type PaymentIntentStatus = z.infer<typeof paymentIntentStatus>;

export const paymentIntentParams = parameters({ paymentIntentId: providerId });
export const paymentSyncAnswer = z.object({ status: paymentIntentStatus }).meta({ id: 'PaymentSyncAnswer' });
export type PaymentSyncAnswer = z.infer<typeof paymentSyncAnswer>;

export const paymentConfig = z
  .object({ provider: answerWord(['stripe', 'simulator']), publishableKey: z.string(), apiBase: z.string() })
  .meta({ id: 'PaymentConfig' });
export type PaymentConfig = z.infer<typeof paymentConfig>;

export const CREDIT_PACKAGE_IDS = ['registration', 'update'] as const;
export const creditPackage = z
  .object({
    id: answerWord(CREDIT_PACKAGE_IDS),
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
export type CreditPackagePage = z.infer<typeof creditPackagePage>;

export const CUSTOM_AMOUNT_TITLE = 'Valor inválido';
export const CUSTOM_AMOUNT_MESSAGE = 'O valor deve estar entre R$ 100,00 e R$ 100.000,00';

/** Cents; as many hundredths of a credit are received (spec §5). */
export const customAmount = z
  .int({ error: CUSTOM_AMOUNT_MESSAGE })
  .min(CUSTOM_CREDIT_MIN_CENTS, CUSTOM_AMOUNT_MESSAGE)
  .max(CUSTOM_CREDIT_MAX_CENTS, CUSTOM_AMOUNT_MESSAGE);

/** Exactly one of the two. */
export const creditPurchaseBody = body({
  packageId: z.enum(CREDIT_PACKAGE_IDS, { error: 'Pacote de créditos inválido' }).optional(),
  customAmount: customAmount.optional(),
}).refine((choice) => (choice.packageId === undefined) !== (choice.customAmount === undefined), {
  error: 'Escolha um pacote de créditos ou informe um valor',
  path: ['packageId'],
});
export type CreditPurchaseBody = z.input<typeof creditPurchaseBody>;

export const creditPurchaseIntentAnswer = paymentIntentAnswer
  .extend({ credits })
  .meta({ id: 'CreditPurchaseIntentAnswer' });
export type CreditPurchaseIntentAnswer = z.infer<typeof creditPurchaseIntentAnswer>;

export const PACKAGE_TYPES = ['registration', 'update', 'custom'] as const;
export const PURCHASE_STATUSES = ['pending', 'completed', 'failed', 'cancelled'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];
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
    packageType: answerWord(PACKAGE_TYPES),
    status: answerWord(PURCHASE_STATUSES),
    paymentIntentStatus: paymentIntentStatus.nullable(),
    completedAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'CreditPurchase' });
export type CreditPurchase = z.infer<typeof creditPurchase>;

export const creditPurchasePage = pageOf(creditPurchase).meta({ id: 'CreditPurchasePage' });
export type CreditPurchasePage = z.infer<typeof creditPurchasePage>;

/** `delta` and `balanceAfter` in hundredths of a credit; `createdBy` is null when the system made the entry. */
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
 * The same as admins see it. `createdByName` says who made the entry: null when the system did, or while names cannot be
 * read, "Usuário removido" without an account.
 */
export const adminCreditTransaction = creditTransaction
  .extend({ createdByName: z.string().nullable() })
  .meta({ id: 'AdminCreditTransaction' });
export type AdminCreditTransaction = z.infer<typeof adminCreditTransaction>;

export const adminCreditTransactionPage = pageOf(adminCreditTransaction).meta({
  id: 'AdminCreditTransactionPage',
});
export type AdminCreditTransactionPage = z.infer<typeof adminCreditTransactionPage>;

export const creditTransactionPage = pageOf(creditTransaction).meta({ id: 'CreditTransactionPage' });
export type CreditTransactionPage = z.infer<typeof creditTransactionPage>;

export const PAYMENT_METHODS = ['card', 'credits', 'manual'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  card: 'Cartão',
  credits: 'Créditos',
  manual: 'Manual',
};

export const PAYMENT_FLAGS = ['refunded', 'disputed'] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];
export const PAYMENT_FLAG_NAMES: Readonly<Record<PaymentFlag, string>> = {
  refunded: 'Reembolsado',
  disputed: 'Contestado',
};

export const PAYMENT_KINDS = ['registration', 'credit_purchase'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];
export const PAYMENT_KIND_NAMES: Readonly<Record<PaymentKind, string>> = {
  registration: 'Registro',
  credit_purchase: 'Compra de créditos',
};

/**
 * What has become of a payment; one of credits is only ever open, declined, settled, cancelled or failed. `declined` is
 * open too, and may still be paid: the last card was declined, and no other has been tried since.
 */
export const PAYMENT_STATUSES = [
  'open',
  'declined',
  'captured',
  'settled',
  'cancelled',
  'failed',
  'giving_back',
  'given_back',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Why the last card was declined, in the provider's words: its decline code, else its error code; the message in English. */
export const decline = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Decline' });
export type Decline = z.infer<typeof decline>;

/**
 * A registration's payment, or a purchase of credits (`registrationId` null), as admins see it; amounts in cents. A
 * `flag` asks for an admin's attention; on a registration it blocks the certificate (contract rule 7).
 */
export const adminPayment = z
  .object({
    id,
    kind: answerWord(PAYMENT_KINDS),
    registrationId: id.nullable(),
    userId: id,
    method: answerWord(PAYMENT_METHODS),
    status: answerWord(PAYMENT_STATUSES),
    amount: cents,
    refundedAmount: cents,
    stripePaymentIntentId: z.string().nullable(),
    createdAt: timestamp,
    settledAt: timestamp.nullable(),
    flag: answerWord(PAYMENT_FLAGS).nullable(),
    /** Null when no card was declined, or another went through since. */
    decline: decline.nullable(),
  })
  .meta({ id: 'AdminPayment' });
export type AdminPayment = z.infer<typeof adminPayment>;

export const adminPaymentPage = pageOf(adminPayment).meta({ id: 'AdminPaymentPage' });
export type AdminPaymentPage = z.infer<typeof adminPaymentPage>;

export const adminPaymentListQuery = pageQuery(STAFF_PAGE_SIZE).extend({
  status: queryChoices(PAYMENT_STATUSES, 'Status inválido'),
  kind: queryChoices(PAYMENT_KINDS, 'Tipo inválido'),
});
export type AdminPaymentListQuery = z.input<typeof adminPaymentListQuery>;

export const WEBHOOK_STATUSES = ['received', 'processed', 'failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];
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
    status: answerWord(WEBHOOK_STATUSES),
    errorMessage: z.string().nullable(),
    /** What a `payment_intent.payment_failed` told. */
    decline: decline.nullable(),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof webhookEvent>;

export const webhookEventPage = pageOf(webhookEvent).meta({ id: 'WebhookEventPage' });
export type WebhookEventPage = z.infer<typeof webhookEventPage>;

export const webhookEventParams = parameters({ id: providerId });
export const webhookEventListQuery = pageQuery(STAFF_PAGE_SIZE).extend({
  status: queryChoices(WEBHOOK_STATUSES, 'Status inválido'),
});
export type WebhookEventListQuery = z.input<typeof webhookEventListQuery>;
