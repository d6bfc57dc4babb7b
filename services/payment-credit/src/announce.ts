import { auditEvent } from '@g2/kit/acts';
import { type DomainEvent, event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { facts } from '@g2/proto/facts';
import type { Act } from '@g2/terms/acts';
import type { Alert, Decided, Fact } from './domain/decision.ts';
import { type RegistrationPayment, shownMethod } from './payments/domain/registration-payment.ts';
import { closedBy } from './payments/domain/standing.ts';
import type { CreditPurchase } from './purchases/domain/purchase.ts';

/** @param saved the stored row, with its new version */
export const announcePayment = (
  saved: RegistrationPayment,
  { facts: told }: Decided<RegistrationPayment>,
): DomainEvent[] => told.flatMap((fact) => paymentEvents(saved, fact));

export const announcePurchase = ({ next, facts: told }: Decided<CreditPurchase>): DomainEvent[] =>
  told.flatMap((fact) => purchaseEvents(next, fact));

/** payment.balance_changed. @param balance hundredths of a credit @param version of the account row */
export const balanceChanged = (userId: string, balance: number, version: number): DomainEvent =>
  event(facts.balanceChanged, userId, version, { userId, credits: balance });

export const announceAlert = (alert: Alert): DomainEvent => event(facts.paymentAlert, newId(), 0, alert);

export const announceAct = (act: Act): DomainEvent => auditEvent(facts.paymentAct, act);

function paymentEvents(payment: RegistrationPayment, fact: Fact): DomainEvent[] {
  const { id: paymentId, registrationId, userId, version } = payment;
  const method = shownMethod(payment);
  switch (fact.kind) {
    case 'settled': {
      const settled = { paymentId, registrationId, userId, method, amountCents: payment.amount };
      return [event(facts.paymentSettled, paymentId, version, { ...settled, title: payment.title })];
    }
    case 'flag-changed': {
      const standing = { flag: payment.flag ?? undefined, closure: closedBy(payment) };
      return [
        event(facts.paymentFlagChanged, paymentId, version, { paymentId, registrationId, ...standing }),
      ];
    }
    case 'given-back': {
      const { transferredOn, reference } = fact;
      const what = { paymentId, registrationId, userId, title: payment.title, amountCents: payment.amount };
      return [event(facts.paymentGivenBack, paymentId, version, { ...what, transferredOn, reference })];
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
      const what = { paymentId, registrationId, userId, title: payment.title, amountCents: payment.amount };
      return [event(facts.boletoIssued, paymentId, version, { ...what, ...boletoOf(fact) })];
    }
    case 'alert':
      return [announceAlert(fact.alert)];
    case 'purchase-completed':
      return [];
  }
}

function purchaseEvents(purchase: CreditPurchase, fact: Fact): DomainEvent[] {
  if (fact.kind === 'alert') return [announceAlert(fact.alert)];
  if (fact.kind === 'refunded') {
    const { id: paymentId, userId, priceInCents: amountCents, refundedAmount: refundedCents } = purchase;
    const what = { paymentId, kind: 'credit_purchase', userId, title: '', amountCents, refundedCents };
    return [event(facts.paymentRefunded, paymentId, purchase.reversals, { ...what, failed: fact.failed })];
  }
  if (fact.kind === 'boleto-issued') {
    const { id: paymentId, userId, priceInCents: amountCents } = purchase;
    const what = { paymentId, registrationId: undefined, userId, title: '', amountCents };
    return [event(facts.boletoIssued, paymentId, 0, { ...what, ...boletoOf(fact) })];
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
