import { auditEvent } from '@g2/kit/acts';
import { type DomainEvent, event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { facts } from '@g2/proto/facts';
import type { Act } from '@g2/terms/acts';
import type { Alert, Decided, Fact } from './domain/decision.ts';
import { type RegistrationPayment, shownMethod } from './payments/domain/registration-payment.ts';
import { closureWithTime } from './payments/domain/standing.ts';
import type { CreditPurchase } from './purchases/domain/purchase.ts';

/** @param saved the stored row, with its new version */
export const paymentEvents = (
  saved: RegistrationPayment,
  { facts: newFacts }: Decided<RegistrationPayment>,
): DomainEvent[] => newFacts.flatMap((fact) => eventsOfFact(saved, fact));

export const announcePurchase = ({ next, facts: newFacts }: Decided<CreditPurchase>): DomainEvent[] =>
  newFacts.flatMap((fact) => purchaseEvents(next, fact));

/** payment.balance_changed. @param balance hundredths of a credit @param version of the account row */
export const balanceChangedEvent = (userId: string, balance: number, version: number): DomainEvent =>
  event(facts.balanceChanged, userId, version, { userId, credits: balance });

export const alertEvent = (alert: Alert): DomainEvent => event(facts.paymentAlert, newId(), 0, alert);

export const toAuditEvent = (act: Act): DomainEvent => auditEvent(facts.paymentAct, act);

function eventsOfFact(payment: RegistrationPayment, fact: Fact): DomainEvent[] {
  const { id: paymentId, registrationId, userId, version } = payment;
  const method = shownMethod(payment);
  switch (fact.kind) {
    case 'settled': {
      const settled = { paymentId, registrationId, userId, method, amountCents: payment.amount };
      return [event(facts.paymentSettled, paymentId, version, { ...settled, title: payment.title })];
    }
    case 'flag-changed': {
      const standing = { flag: payment.flag ?? undefined, closure: closureWithTime(payment) };
      return [
        event(facts.paymentFlagChanged, paymentId, version, { paymentId, registrationId, ...standing }),
      ];
    }
    case 'given-back': {
      const { transferredOn, reference } = fact;
      const eventData = {
        paymentId,
        registrationId,
        userId,
        title: payment.title,
        amountCents: payment.amount,
      };
      return [event(facts.paymentGivenBack, paymentId, version, { ...eventData, transferredOn, reference })];
    }
    case 'to-return':
      return [
        event(facts.paymentToReturn, paymentId, version, {
          paymentId,
          registrationId,
          userId,
          title: payment.title,
          amountCents: payment.amount,
          method,
        }),
      ];
    case 'refunded':
      return [
        event(facts.paymentRefunded, paymentId, version, {
          paymentId,
          kind: 'registration',
          userId,
          registrationId,
          title: payment.title,
          amountCents: payment.amount,
          refundedCents: payment.refundedAmount,
          failed: fact.failed,
        }),
      ];
    case 'boleto-issued': {
      const eventData = {
        paymentId,
        registrationId,
        userId,
        title: payment.title,
        amountCents: payment.amount,
      };
      return [event(facts.boletoIssued, paymentId, version, { ...eventData, ...boletoOf(fact) })];
    }
    case 'alert':
      return [alertEvent(fact.alert)];
    case 'purchase-completed':
      return [];
  }
}

function purchaseEvents(purchase: CreditPurchase, fact: Fact): DomainEvent[] {
  if (fact.kind === 'alert') return [alertEvent(fact.alert)];
  if (fact.kind === 'refunded') {
    const { id: paymentId, userId, priceInCents: amountCents, refundedAmount: refundedCents } = purchase;
    const eventData = { paymentId, kind: 'credit_purchase', userId, title: '', amountCents, refundedCents };
    return [
      event(facts.paymentRefunded, paymentId, purchase.reversals, { ...eventData, failed: fact.failed }),
    ];
  }
  if (fact.kind === 'boleto-issued') {
    const { id: paymentId, userId, priceInCents: amountCents } = purchase;
    const eventData = { paymentId, registrationId: undefined, userId, title: '', amountCents };
    return [event(facts.boletoIssued, paymentId, 0, { ...eventData, ...boletoOf(fact) })];
  }
  if (fact.kind !== 'purchase-completed') return [];
  const data = {
    purchaseId: purchase.id,
    userId: purchase.userId,
    credits: purchase.creditsAmount,
    priceInCents: purchase.priceInCents,
    method: purchase.providerMethod ?? 'card',
  };
  return [event(facts.purchaseCompleted, purchase.id, 1, data)];
}

const boletoOf = ({ code, pdf, expiresAt }: Fact & { kind: 'boleto-issued' }) => ({
  code,
  pdf: pdf ?? undefined,
  expiresAt,
});
