import { type DomainEvent, event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { facts } from '@g2/proto/facts';
import type { Alert, Decided, Fact, SystemEntry } from './domain/decision.ts';
import { type Posted, postSystem } from './ledger/store.ts';
import type { RegistrationPayment } from './payments/domain/registration-payment.ts';
import { savePayment } from './payments/store.ts';
import type { CreditPurchase } from './purchases/domain/purchase.ts';
import { savePurchase } from './purchases/store.ts';
import type { Tx } from './store.ts';

/** True when two rows say the same, so that nothing need be written. */
const same = <T extends object>(a: T, b: T): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Saves what became of a locked payment, with its ledger entries and its facts, in the caller's transaction. */
export async function carryOutPayment(
  tx: Tx,
  before: RegistrationPayment,
  { next, facts: told, entries }: Decided<RegistrationPayment>,
  now: Date,
): Promise<RegistrationPayment> {
  const saved = same(before, next) ? before : await savePayment(tx, next);
  await followUp(
    tx,
    entries,
    told.flatMap((fact) => paymentEvents(saved, fact)),
    now,
  );
  return saved;
}

/** The same for an attempt that was just inserted. */
export async function followPayment(
  tx: Tx,
  { next, facts: told, entries }: Decided<RegistrationPayment>,
  now: Date,
): Promise<void> {
  await followUp(
    tx,
    entries,
    told.flatMap((fact) => paymentEvents(next, fact)),
    now,
  );
}

/** Saves what became of a locked purchase, with its ledger entries and its facts, in the caller's transaction. */
export async function carryOutPurchase(
  tx: Tx,
  before: CreditPurchase,
  { next, facts: told, entries }: Decided<CreditPurchase>,
  now: Date,
): Promise<CreditPurchase> {
  if (!same(before, next)) await savePurchase(tx, next);
  await followUp(
    tx,
    entries,
    told.flatMap((fact) => purchaseEvents(next, fact)),
    now,
  );
  return next;
}

async function followUp(tx: Tx, entries: SystemEntry[], events: DomainEvent[], now: Date): Promise<void> {
  const balances: DomainEvent[] = [];
  for (const entry of entries) balances.push(balanceChanged(await postSystem(tx, entry, now)));
  await emit(tx, [...balances, ...events]);
}

export const balanceChanged = ({ entry, balance, version }: Posted): DomainEvent =>
  event(facts.balanceChanged, entry.userId, version, { userId: entry.userId, credits: balance });

export const alertEvent = (alert: Alert): DomainEvent => event(facts.paymentAlert, newId(), 0, alert);

function paymentEvents(payment: RegistrationPayment, fact: Fact): DomainEvent[] {
  const { id: paymentId, registrationId, userId, method, version } = payment;
  switch (fact.kind) {
    case 'settled': {
      const settled = { paymentId, registrationId, userId, method, amountCents: payment.amount };
      return [event(facts.paymentSettled, paymentId, version, { ...settled, title: payment.title })];
    }
    case 'flag-changed': {
      const flag = payment.flag ?? undefined;
      return [event(facts.paymentFlagChanged, paymentId, version, { paymentId, registrationId, flag })];
    }
    case 'alert':
      return [alertEvent(fact.alert)];
    case 'purchase-completed':
      return [];
  }
}

function purchaseEvents(purchase: CreditPurchase, fact: Fact): DomainEvent[] {
  if (fact.kind === 'alert') return [alertEvent(fact.alert)];
  if (fact.kind !== 'purchase-completed') return [];
  const data = {
    purchaseId: purchase.id,
    userId: purchase.userId,
    credits: purchase.creditsAmount,
    priceInCents: purchase.priceInCents,
  };
  return [event(facts.purchaseCompleted, purchase.id, 1, data)];
}
