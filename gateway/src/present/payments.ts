import type { Payment, WebhookEvent as ProtoWebhookEvent, Purchase, Transaction } from '@g2/proto/payment';
import type {
  AdminCreditTransaction,
  AdminPayment,
  CreditPurchase,
  CreditTransaction,
  WebhookEvent,
} from '../../contract/payments.ts';
import type { Wide } from '../route.ts';
import { iso, isoOrNull, orNull } from './common.ts';
import { type Names, presentName } from './people.ts';

export const presentTransaction = (it: Transaction): Wide<CreditTransaction> => ({
  id: it.id,
  userId: it.userId,
  delta: it.delta,
  balanceAfter: it.balanceAfter,
  reason: it.reason,
  referenceType: orNull(it.referenceType),
  referenceId: orNull(it.referenceId),
  createdBy: orNull(it.createdBy),
  createdAt: iso(it.createdAt),
});

export const presentEntryForAdmin = (it: Transaction, names: Names): Wide<AdminCreditTransaction> => ({
  ...presentTransaction(it),
  createdByName: presentName(it.createdBy, names),
});

export const presentPurchase = (it: Purchase): Wide<CreditPurchase> => ({
  id: it.id,
  creditsAmount: it.creditsAmount,
  priceInCents: it.priceInCents,
  packageType: it.packageType,
  status: it.status,
  paymentIntentStatus: orNull(it.paymentIntentStatus),
  completedAt: isoOrNull(it.completedAt),
  createdAt: iso(it.createdAt),
});

export const presentPayment = (it: Payment): Wide<AdminPayment> => ({
  id: it.id,
  kind: it.kind,
  registrationId: orNull(it.registrationId),
  userId: it.userId,
  method: it.method,
  status: it.status,
  amount: it.amount,
  refundedAmount: it.refundedAmount,
  stripePaymentIntentId: orNull(it.stripePaymentIntentId),
  createdAt: iso(it.createdAt),
  settledAt: isoOrNull(it.settledAt),
  flag: orNull(it.flag),
  decline: orNull(it.decline),
  toTransfer: it.toTransfer,
  refundState: orNull(it.refundState),
  disputeState: orNull(it.disputeState),
  disputeDueBy: isoOrNull(it.disputeDueBy),
  closedAt: isoOrNull(it.closedAt),
});

export const presentWebhookEvent = (it: ProtoWebhookEvent): Wide<WebhookEvent> => ({
  id: it.id,
  eventType: it.eventType,
  paymentIntentId: orNull(it.paymentIntentId),
  registrationId: orNull(it.registrationId),
  receivedAt: iso(it.receivedAt),
  processedAt: isoOrNull(it.processedAt),
  status: it.status,
  errorMessage: orNull(it.errorMessage),
  decline: orNull(it.decline),
});
