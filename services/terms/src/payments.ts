/** Methods of the payment provider; each attempt uses one. */
export const PROVIDER_METHODS = ['card', 'pix', 'boleto'] as const;
export type ProviderMethod = (typeof PROVIDER_METHODS)[number];
/** Methods that give the payer a code to pay elsewhere, later or never. */
export const VOUCHER_METHODS = ['pix', 'boleto'] as const;
export type VoucherMethod = (typeof VOUCHER_METHODS)[number];

export const PAYMENT_METHODS = [...PROVIDER_METHODS, 'credits', 'manual'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  card: 'Cartão',
  pix: 'Pix',
  boleto: 'Boleto',
  credits: 'Créditos',
  manual: 'Manual',
};
export const PAYMENT_METHOD_RECEIPT_NAMES: Readonly<Record<PaymentMethod, string>> = {
  ...PAYMENT_METHOD_NAMES,
  credits: 'Créditos pré-pagos',
  manual: 'Lançamento manual pela administração',
};

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
 * `declined`: an open payment that may still be paid, but the last card was declined. A payment by credits is
 * only open, declined, settled, cancelled or failed.
 */
export const LISTED_PAYMENT_STATUSES = [...PAYMENT_STATUSES, 'declined'] as const;
export type ListedPaymentStatus = (typeof LISTED_PAYMENT_STATUSES)[number];

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

/** States that need an admin's attention. */
export const PAYMENT_FLAGS = ['refunded', 'disputed'] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];

/** Progress of a payment's refunds; `done` may be a partial refund. */
export const REFUND_STATES = ['pending', 'failed', 'done'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Progress of a dispute. An inquiry moves no money yet. */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** Further filters of the payment list. */
export const PAYMENT_ATTENTIONS = [
  'to_return',
  'refund_failed',
  'refund_pending',
  'dispute_open',
  'dispute_lost',
  'dispute_won',
] as const;
export type PaymentAttention = (typeof PAYMENT_ATTENTIONS)[number];

export const PAYMENT_ATTENTION_NAMES: Readonly<Record<PaymentAttention, string>> = {
  to_return: 'A devolver',
  refund_failed: 'Reembolso falhou',
  refund_pending: 'Reembolso em andamento',
  dispute_open: 'Contestação aberta',
  dispute_lost: 'Contestação perdida',
  dispute_won: 'Contestação ganha',
};

export const PAYMENT_KINDS = ['registration', 'credit_purchase'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** Why an admin refunds a payment. The meaning of a value never changes. */
export const REFUND_REASONS = ['requested', 'duplicate', 'service', 'fraud', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export const REFUND_REASON_NAMES: Readonly<Record<RefundReason, string>> = {
  requested: 'A pedido do cliente',
  duplicate: 'Cobrança em duplicidade',
  service: 'Serviço não prestado',
  fraud: 'Suspeita de fraude',
  other: 'Outro motivo',
};

/** Progress of an ordered refund: recorded here, accepted by the provider, or refused by it. */
export const REFUND_ORDER_STATES = ['asked', 'sent', 'refused'] as const;
export type RefundOrderState = (typeof REFUND_ORDER_STATES)[number];

/** Steps of a payment, in chronological order. */
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

export const PAYMENT_KIND_NAMES: Readonly<Record<PaymentKind, string>> = {
  registration: 'Registro',
  credit_purchase: 'Compra de créditos',
};

export const PURCHASE_STATUSES = ['pending', 'completed', 'failed', 'cancelled'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

export const WEBHOOK_STATUSES = ['received', 'processed', 'failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const oneOfGuard =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): text is Word =>
    words.some((word) => word === text);
