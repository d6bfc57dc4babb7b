import { auditEvent } from '@g2/kit/acts';
import { type DomainEvent, event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { facts } from '@g2/proto/facts';
import type { Act } from '@g2/terms/acts';
import type { Alert, Decided, Fact } from './domain/decision.ts';
import { type RegistrationPayment, shownMethod } from './payments/domain/registration-payment.ts';
import { reportedStanding } from './payments/domain/standing.ts';
import type { CreditPurchase } from './purchases/domain/purchase.ts';

/** @param saved the stored row, with its new version */
export const paymentEvents = (
  saved: RegistrationPayment,
  { facts: newFacts }: Decided<RegistrationPayment>,
): DomainEvent[] => newFacts.flatMap((fact) => eventsOfFact(saved, fact));

export const announcePurchase = ({ next, facts: newFacts }: Decided<CreditPurchase>): DomainEvent[] =>
  newFacts.flatMap((fact) => purchaseEvents(next, fact));

/** Event payment.balance_changed. @param balance hundredths of a credit @param version of the account row */
export const balanceChangedEvent = (userId: string, balance: number, version: number): DomainEvent =>
  event(facts.balanceChanged, userId, version, { userId, credits: balance });

export const alertEvent = (alert: Alert): DomainEvent => event(facts.paymentAlert, newId(), 0, alert);

export const toAuditEvent = (act: Act): DomainEvent => auditEvent(facts.paymentAct, act);

function eventsOfFact(payment: RegistrationPayment, fact: Fact): DomainEvent[] {
  const { id, registrationId, userId, title, amount: amountCents, version } = payment;
  const about = { paymentId: id, registrationId, userId, title, amountCents };
  switch (fact.kind) {
    case 'settled':
      return [event(facts.paymentSettled, id, version, { ...about, method: shownMethod(payment) })];
    case 'flag-changed': {
      const standing = reportedStanding(payment);
      return [event(facts.paymentFlagChanged, id, version, { paymentId: id, registrationId, ...standing })];
    }
    case 'given-back': {
      const { transferredOn, reference } = fact;
      return [event(facts.paymentGivenBack, id, version, { ...about, transferredOn, reference })];
    }
    case 'to-return':
      return [event(facts.paymentToReturn, id, version, { ...about, method: shownMethod(payment) })];
    case 'refunded': {
      const refund = { kind: 'registration', refundedCents: payment.refundedAmount, failed: fact.failed };
      return [event(facts.paymentRefunded, id, version, { ...about, ...refund })];
    }
    case 'boleto-issued':
      return [event(facts.boletoIssued, id, version, { ...about, ...boletoOf(fact) })];
    case 'alert':
      return [alertEvent(fact.alert)];
    case 'purchase-completed':
      return [];
  }
}

function purchaseEvents(purchase: CreditPurchase, fact: Fact): DomainEvent[] {
  const { id, userId, priceInCents } = purchase;
  const about = { paymentId: id, registrationId: undefined, userId, title: '', amountCents: priceInCents };
  switch (fact.kind) {
    case 'purchase-completed': {
      const { creditsAmount: credits, providerMethod } = purchase;
      const data = { purchaseId: id, userId, credits, priceInCents, method: providerMethod ?? 'card' };
      return [event(facts.purchaseCompleted, id, 1, data)];
    }
    case 'refunded': {
      const refund = { kind: 'credit_purchase', refundedCents: purchase.refundedAmount, failed: fact.failed };
      return [event(facts.paymentRefunded, id, purchase.reversals, { ...about, ...refund })];
    }
    case 'boleto-issued':
      return [event(facts.boletoIssued, id, 0, { ...about, ...boletoOf(fact) })];
    case 'alert':
      return [alertEvent(fact.alert)];
    default:
      return [];
  }
}

const boletoOf = ({ code, pdf, expiresAt }: Fact & { kind: 'boleto-issued' }) => ({
  code,
  pdf: pdf ?? undefined,
  expiresAt,
});
