/** What the provider takes money by; each attempt is by one of them. */
export const PROVIDER_METHODS = ['card', 'pix', 'boleto'] as const;
export type ProviderMethod = (typeof PROVIDER_METHODS)[number];
/** Those whose payer is shown a code, and pays it elsewhere, later or never. */
export const VOUCHER_METHODS = ['pix', 'boleto'] as const;
export type VoucherMethod = (typeof VOUCHER_METHODS)[number];

/** How a registration was paid. */
export const PAYMENT_METHODS = [...PROVIDER_METHODS, 'credits', 'manual'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** In a column of a table. */
export const PAYMENT_METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  card: 'Cartão',
  pix: 'Pix',
  boleto: 'Boleto',
  credits: 'Créditos',
  manual: 'Manual',
};
/** In a receipt, on paper as by mail. */
export const PAYMENT_METHOD_RECEIPT_NAMES: Readonly<Record<PaymentMethod, string>> = {
  card: 'Cartão',
  pix: 'Pix',
  boleto: 'Boleto',
  credits: 'Créditos pré-pagos',
  manual: 'Lançamento manual pela administração',
};

/** What has become of a payment of a registration. */
const PAYMENT_STATUSES = [
  'open',
  'captured',
  'settled',
  'cancelled',
  'failed',
  'giving_back',
  'given_back',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * What a list shows of it; one of credits is only ever open, declined, settled, cancelled or failed. `declined` is open
 * too, and may still be paid: the last card was declined, and no other has been tried since.
 */
export const LISTED_PAYMENT_STATUSES = [...PAYMENT_STATUSES, 'declined'] as const;
export type ListedPaymentStatus = (typeof LISTED_PAYMENT_STATUSES)[number];

/** The same on screens and in files. */
export const LISTED_PAYMENT_STATUS_NAMES: Readonly<Record<ListedPaymentStatus, string>> = {
  open: 'Em aberto',
  declined: 'Recusado',
  captured: 'Capturado',
  settled: 'Liquidado',
  cancelled: 'Cancelado',
  failed: 'Falhou',
  giving_back: 'Em devolução',
  given_back: 'Devolvido',
};

/** What asks for an admin's attention. */
export const PAYMENT_FLAGS = ['refunded', 'disputed'] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];

/** How far the refunds of a payment have come; `done` may be a part of it. */
export const REFUND_STATES = ['pending', 'failed', 'done'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** How far a dispute has come. An inquiry moves no money yet. */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** What a list of payments is narrowed by besides their status. */
export const PAYMENT_ATTENTIONS = [
  'to_return',
  'refund_failed',
  'refund_pending',
  'dispute_open',
  'dispute_lost',
  'dispute_won',
] as const;
export type PaymentAttention = (typeof PAYMENT_ATTENTIONS)[number];

/** The same on screens, in files and in mails. */
export const PAYMENT_ATTENTION_NAMES: Readonly<Record<PaymentAttention, string>> = {
  to_return: 'A devolver',
  refund_failed: 'Reembolso falhou',
  refund_pending: 'Reembolso em andamento',
  dispute_open: 'Contestação aberta',
  dispute_lost: 'Contestação perdida',
  dispute_won: 'Contestação ganha',
};

/** What was paid for. */
export const PAYMENT_KINDS = ['registration', 'credit_purchase'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** Why an admin gives a payment back; a word never changes its meaning. */
export const REFUND_REASONS = ['requested', 'duplicate', 'service', 'fraud', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export const REFUND_REASON_NAMES: Readonly<Record<RefundReason, string>> = {
  requested: 'A pedido do cliente',
  duplicate: 'Cobrança em duplicidade',
  service: 'Serviço não prestado',
  fraud: 'Suspeita de fraude',
  other: 'Outro motivo',
};

/** How far an ordered refund has come: recorded here, taken by the provider, or refused by it. */
export const REFUND_ORDER_STATES = ['asked', 'sent', 'refused'] as const;
export type RefundOrderState = (typeof REFUND_ORDER_STATES)[number];

/** What happens to a payment, in the order things happen in. */
export const PAYMENT_STEPS = [
  'created',
  'declined',
  'succeeded',
  'settled',
  'cancelled',
  'failed',
  'refund_ordered',
  'refund',
  'transferred',
  'dispute',
  'returned',
] as const;
export type PaymentStep = (typeof PAYMENT_STEPS)[number];

/** The same on screens and in files. */
export const PAYMENT_KIND_NAMES: Readonly<Record<PaymentKind, string>> = {
  registration: 'Registro',
  credit_purchase: 'Compra de créditos',
};

/** What has become of a purchase of credits. */
export const PURCHASE_STATUSES = ['pending', 'completed', 'failed', 'cancelled'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/** How far a webhook event of the provider has come. */
export const WEBHOOK_STATUSES = ['received', 'processed', 'failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** True for one of `words`. */
export const isOneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): text is Word =>
    words.some((word) => word === text);
