import type { Deps } from '../deps.ts';
import { alertFact } from '../domain/alerts.ts';
import { decided } from '../domain/decision.ts';
import * as payments from '../payments/domain/registration-payment.ts';
import { lockPayment, lockPaymentOfIntent, savePayment } from '../payments/store.ts';
import * as purchases from '../purchases/domain/purchase.ts';
import { lockPurchase, lockPurchaseOfIntent, savePurchase } from '../purchases/store.ts';
import { whenOf } from '../schedule.ts';
import type { Tx } from '../store.ts';
import { type IntentFacts, mismatchOf } from './domain/intent.ts';

/** What an intent was found to be, and what it became here. */
export type Applied =
  | { kind: 'payment'; payment: payments.RegistrationPayment }
  | { kind: 'purchase'; purchase: purchases.CreditPurchase }
  | { kind: 'foreign' }
  | { kind: 'mismatch'; reason: string; registrationId: string | null };

type Target =
  | { kind: 'payment'; row: payments.RegistrationPayment }
  | { kind: 'purchase'; row: purchases.CreditPurchase };

/**
 * Makes ours what Stripe says of an intent: webhook, sync and reconciler all come here (api-rules R7). Only an
 * intent whose amount, currency, livemode and metadata are those of our row moves anything.
 * @param intent as just read from Stripe
 */
export async function applyIntent(deps: Deps, tx: Tx, intent: IntentFacts): Promise<Applied> {
  const target = await targetOf(tx, intent);
  if (!target) return isOurs(intent) ? unknownIntent() : { kind: 'foreign' };
  const reason = mismatch(deps, target, intent);
  if (reason !== null) return quarantine(deps, tx, target, intent, reason);
  const when = whenOf(deps);
  if (target.kind === 'payment') {
    const result = payments.applyIntent(target.row, intent, when.now);
    return { kind: 'payment', payment: await savePayment(tx, target.row, result, when) };
  }
  const result = purchases.applyIntent(target.row, intent, when.now);
  return { kind: 'purchase', purchase: await savePurchase(tx, target.row, result, when) };
}

/** Compares what an event claims with our row, moving nothing; null when there is nothing to object. */
export async function claimFaultOf(deps: Deps, intent: IntentFacts): Promise<string | null> {
  return deps.db.tx(async (tx) => {
    const target = await targetOf(tx, intent);
    return target ? mismatch(deps, target, intent) : null;
  });
}

const mismatch = ({ stripe }: Deps, target: Target, intent: IntentFacts): string | null =>
  mismatchOf(
    intent,
    target.kind === 'payment'
      ? payments.expectedOf(target.row, stripe.livemode)
      : purchases.expectedOf(target.row, stripe.livemode),
  );

const isOurs = ({ metadata }: IntentFacts): boolean =>
  (metadata.kind === 'registration' && metadata.paymentId !== undefined) ||
  (metadata.kind === 'purchase' && metadata.purchaseId !== undefined);

const unknownIntent = (): Applied => ({
  kind: 'mismatch',
  reason: 'pagamento desconhecido',
  registrationId: null,
});

/** The row of an intent: by its stored id, else by what its metadata names (a crash came before the id was stored). */
async function targetOf(tx: Tx, intent: IntentFacts): Promise<Target | undefined> {
  const payment =
    (await lockPaymentOfIntent(tx, intent.id)) ??
    (intent.metadata.kind === 'registration'
      ? await lockPayment(tx, intent.metadata.paymentId ?? '')
      : undefined);
  if (payment) return { kind: 'payment', row: payment };
  const purchase =
    (await lockPurchaseOfIntent(tx, intent.id)) ??
    (intent.metadata.kind === 'purchase'
      ? await lockPurchase(tx, intent.metadata.purchaseId ?? '')
      : undefined);
  return purchase && { kind: 'purchase', row: purchase };
}

/** An intent of ours that is not as it must be moves nothing; the attempt it belongs to ends, and admins are told. */
async function quarantine(
  deps: Deps,
  tx: Tx,
  target: Target,
  intent: IntentFacts,
  reason: string,
): Promise<Applied> {
  const told = [
    alertFact(target.row, {
      kind: 'payment-mismatch',
      text: `O pagamento ${intent.id} no Stripe (${intent.status}) não confere com o nosso: ${reason}.`,
      nextAction: 'Compare os dois; nada foi creditado.',
    }),
  ];
  if (target.kind === 'payment') {
    const { row } = target;
    const ends = row.status === 'open' && row.stripePaymentIntentId === intent.id;
    const next = ends ? ({ ...row, status: 'failed', reason } as const) : row;
    if (ends) await savePayment(tx, row, decided(next, told), whenOf(deps));
    return { kind: 'mismatch', reason, registrationId: row.registrationId };
  }
  const { row } = target;
  const ends = row.status === 'pending' && row.paymentIntentId === intent.id;
  const next = ends ? ({ ...row, status: 'failed' } as const) : row;
  if (ends) await savePurchase(tx, row, decided(next, told), whenOf(deps));
  return { kind: 'mismatch', reason, registrationId: null };
}
