import type { ColumnType } from "kysely";
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type Account = {
    userId: string;
    balance: Generated<number>;
    owed: Generated<number>;
    version: Generated<number>;
};
export type ConsumerPosition = {
    consumer: string;
    publishedUs: number;
    seq: number;
};
export type CreditGift = {
    entryId: string;
    userId: string;
    seq: number;
    delta: number;
    giftsAfter: number;
};
export type CreditPurchase = {
    id: string;
    userId: string;
    creditsAmount: number;
    priceInCents: number;
    /**
     * @kyselyType(import('@g2/terms/prices').PackageType)
     */
    packageType: import('@g2/terms/prices').PackageType;
    paymentIntentId: string | null;
    paymentIntentStatus: string | null;
    /**
     * @kyselyType(import('@g2/terms/payments').PurchaseStatus)
     */
    status: Generated<import('@g2/terms/payments').PurchaseStatus>;
    refundedAmount: Generated<number>;
    disputedAmount: Generated<number>;
    reversedCredits: Generated<number>;
    shortCredits: Generated<number>;
    reversals: Generated<number>;
    completedAt: Timestamp | null;
    createdAt: Timestamp;
    nextCheckAt: Timestamp | null;
    checks: Generated<number>;
    declineCode: string | null;
    declineMessage: string | null;
    /**
     * @kyselyType(import('@g2/terms/payments').ProviderMethod)
     */
    providerMethod: import('@g2/terms/payments').ProviderMethod | null;
    voucherExpiresAt: Timestamp | null;
    /**
     * @kyselyType(import('@g2/terms/payments').RefundState)
     */
    refundState: import('@g2/terms/payments').RefundState | null;
    /**
     * @kyselyType(import('@g2/terms/payments').DisputeState)
     */
    disputeState: import('@g2/terms/payments').DisputeState | null;
    disputeDueBy: Timestamp | null;
};
export type CreditTransaction = {
    id: string;
    seq: Generated<number>;
    userId: string;
    delta: number;
    balanceAfter: number;
    reason: string;
    referenceType: string | null;
    referenceId: string | null;
    createdBy: string | null;
    operationKey: string | null;
    createdAt: Timestamp;
};
export type Due = {
    id: string;
    /**
     * @kyselyType(import('../../src/schedule.ts').Task)
     */
    task: import('../../src/schedule.ts').Task;
    dueAt: Timestamp;
    tries: Generated<number>;
};
export type IdempotencyKey = {
    scope: string;
    requestHash: string;
    response: unknown;
    createdAt: Generated<Timestamp>;
};
export type Inbox = {
    consumer: string;
    eventId: string;
    receivedAt: Generated<Timestamp>;
};
export type MissedEvent = {
    consumer: string;
    eventId: string;
    foundAt: Generated<Timestamp>;
    dueAt: Generated<Timestamp>;
    givenUp: Generated<boolean>;
};
export type MoneyDay = {
    day: Timestamp;
    shard: number;
    cardPayments: Generated<number>;
    cardPaymentCents: Generated<number>;
    purchases: Generated<number>;
    purchaseCents: Generated<number>;
    settledCard: Generated<number>;
    settledCardCents: Generated<number>;
    settledCredits: Generated<number>;
    settledCreditCents: Generated<number>;
    settledGifts: Generated<number>;
    settledGiftCents: Generated<number>;
    settledManual: Generated<number>;
    settledManualCents: Generated<number>;
    refunds: Generated<number>;
    refundCents: Generated<number>;
    disputes: Generated<number>;
    disputeCents: Generated<number>;
    disputesLost: Generated<number>;
    disputeLostCents: Generated<number>;
    credits: Generated<number>;
    gifts: Generated<number>;
    declines: Generated<number>;
};
export type Outbox = {
    seq: Generated<number>;
    id: string;
    type: string;
    aggregateId: string;
    version: number;
    data: unknown;
    traceparent: string | null;
    createdAt: Generated<Timestamp>;
    publishedAt: Timestamp | null;
};
export type Payer = {
    paymentId: string;
    userId: string;
    name: string;
    taxId: string;
    email: string | null;
    /**
     * @kyselyType(import('../../src/payers/domain/payer.ts').PayerAddress)
     */
    address: import('../../src/payers/domain/payer.ts').PayerAddress | null;
    toldAt: Timestamp;
};
export type PaymentCounter = {
    kind: string;
    shard: number;
    value: number;
};
export type PaymentDay = {
    day: Timestamp;
    kind: string;
    method: string;
    status: string;
    shard: number;
    payments: number;
    received: number;
    refunded: number;
};
export type PaymentWebhookEvent = {
    id: string;
    stripeEventId: string;
    eventType: string;
    objectId: string;
    paymentIntentId: string | null;
    registrationId: string | null;
    /**
     * @kyselyType(import('@g2/terms/payments').WebhookStatus)
     */
    status: Generated<import('@g2/terms/payments').WebhookStatus>;
    errorMessage: string | null;
    claimFault: string | null;
    attempts: Generated<number>;
    nextTryAt: Timestamp | null;
    occurredAt: Timestamp;
    receivedAt: Timestamp;
    processedAt: Timestamp | null;
    /**
     * True when signed by Stripe. Unsigned events are stored as failed and never processed.
     */
    verified: Generated<boolean>;
    declineCode: string | null;
    declineMessage: string | null;
    /**
     * Counted as a declined card. Set by a trigger.
     */
    isDecline: Generated<boolean>;
};
export type PurchaseFlag = {
    purchaseId: string;
    paymentId: string;
    /**
     * @kyselyType(import('@g2/terms/payments').PaymentFlag)
     */
    flag: import('@g2/terms/payments').PaymentFlag;
};
export type RefundOrder = {
    id: string;
    paymentId: string;
    paymentIntentId: string;
    amount: number;
    orderedBy: string;
    /**
     * @kyselyType(import('@g2/terms/payments').RefundReason)
     */
    reason: import('@g2/terms/payments').RefundReason;
    note: string;
    orderedAt: Timestamp;
    /**
     * @kyselyType(import('@g2/terms/payments').RefundOrderState)
     */
    state: Generated<import('@g2/terms/payments').RefundOrderState>;
    stripeRefundId: string | null;
};
export type RegistrationPayment = {
    id: string;
    registrationId: string;
    userId: string;
    /**
     * @kyselyType(import('@g2/terms/payments').PaymentMethod)
     */
    method: import('@g2/terms/payments').PaymentMethod;
    /**
     * @kyselyType(import('@g2/terms/payments').PaymentStatus)
     */
    status: import('@g2/terms/payments').PaymentStatus;
    amount: number;
    title: Generated<string>;
    stripePaymentIntentId: string | null;
    stripeStatus: string | null;
    refundedAmount: Generated<number>;
    /**
     * @kyselyType(import('@g2/terms/payments').PaymentFlag)
     */
    flag: import('@g2/terms/payments').PaymentFlag | null;
    reason: string | null;
    createdAt: Timestamp;
    capturedAt: Timestamp | null;
    settledAt: Timestamp | null;
    version: Generated<number>;
    nextCheckAt: Timestamp | null;
    checks: Generated<number>;
    refundAttempt: Generated<number>;
    declineCode: string | null;
    declineMessage: string | null;
    /**
     * @kyselyType(import('@g2/terms/payments').ProviderMethod)
     */
    providerMethod: import('@g2/terms/payments').ProviderMethod | null;
    voucherExpiresAt: Timestamp | null;
    /**
     * @kyselyType(import('@g2/terms/payments').RefundState)
     */
    refundState: import('@g2/terms/payments').RefundState | null;
    /**
     * @kyselyType(import('@g2/terms/payments').DisputeState)
     */
    disputeState: import('@g2/terms/payments').DisputeState | null;
    disputeDueBy: Timestamp | null;
    closedAt: Timestamp | null;
};
export type StripeCursor = {
    id: Generated<number>;
    seenUntil: Generated<Timestamp>;
    leasedUntil: Generated<Timestamp>;
};
export type StripeDispute = {
    id: string;
    paymentIntentId: string;
    amount: number;
    status: string;
    toldAt: Timestamp;
    createdAt: Timestamp | null;
    dueBy: Timestamp | null;
};
export type StripeRefund = {
    id: string;
    paymentIntentId: string;
    amount: number;
    /**
     * @kyselyType(import('../../src/domain/intent.ts').RefundStatus)
     */
    status: import('../../src/domain/intent.ts').RefundStatus;
    createdAt: Timestamp | null;
};
export type Transfer = {
    paymentId: string;
    amount: number;
    transferredOn: Timestamp;
    reference: string;
    note: string;
    recordedBy: string;
    recordedAt: Timestamp;
};
export type DB = {
    accounts: Account;
    consumerPositions: ConsumerPosition;
    creditGifts: CreditGift;
    creditPurchases: CreditPurchase;
    creditTransactions: CreditTransaction;
    due: Due;
    idempotencyKeys: IdempotencyKey;
    inbox: Inbox;
    missedEvents: MissedEvent;
    moneyDays: MoneyDay;
    outbox: Outbox;
    payers: Payer;
    paymentCounters: PaymentCounter;
    paymentDays: PaymentDay;
    paymentWebhookEvents: PaymentWebhookEvent;
    purchaseFlags: PurchaseFlag;
    refundOrders: RefundOrder;
    registrationPayments: RegistrationPayment;
    stripeCursor: StripeCursor;
    stripeDisputes: StripeDispute;
    stripeRefunds: StripeRefund;
    transfers: Transfer;
};
