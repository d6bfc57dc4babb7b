import type { Deps } from '../deps.ts';
import { alertFact } from '../domain/alerts.ts';
import { decision } from '../domain/decision.ts';
import * as payments from '../payments/domain/registration-payment.ts';
import { lockPayment, lockPaymentOfIntent, savePayment } from '../payments/store.ts';
import * as purchases from '../purchases/domain/purchase.ts';
import { lockPurchase, lockPurchaseOfIntent, savePurchase } from '../purchases/store.ts';
import { scheduleContext } from '../schedule.ts';
import type { Tx } from '../store.ts';
import { type IntentFacts, mismatchOf } from './domain/intent.ts';

export type Applied =
  | { kind: 'payment'; payment: payments.RegistrationPayment }
  | { kind: 'purchase'; purchase: purchases.CreditPurchase }
  | { kind: 'foreign' }
  | { kind: 'mismatch'; reason: string; registrationId: string | null };

type Target =
  | { kind: 'payment'; row: payments.RegistrationPayment }
  | { kind: 'purchase'; row: purchases.CreditPurchase };

/** Shared by webhook, sync and reconciler (api-rules R7). @param intent as just read from Stripe */
export async function applyIntent(deps: Deps, tx: Tx, intent: IntentFacts): Promise<Applied> {
  const target = await targetOf(tx, intent);
  if (!target) return hasOurMetadata(intent) ? unknownIntent() : { kind: 'foreign' };
  const reason = mismatch(deps, target, intent);
  if (reason !== null) return failMismatch(deps, tx, target, intent, reason);
  const when = scheduleContext(deps);
  if (target.kind === 'payment') {
    const result = payments.applyIntent(target.row, intent, when.now);
    return { kind: 'payment', payment: await savePayment(tx, target.row, result, when) };
  }
  const result = purchases.applyIntent(target.row, intent, when.now);
  return { kind: 'purchase', purchase: await savePurchase(tx, target.row, result, when) };
}

/** Changes nothing; null when the claim matches our row. */
export async function claimMismatch(deps: Deps, intent: IntentFacts): Promise<string | null> {
  return deps.db.tx(async (tx) => {
    const target = await targetOf(tx, intent);
    return target ? mismatch(deps, target, intent) : null;
  });
}

const mismatch = ({ stripe }: Deps, target: Target, intent: IntentFacts): string | null =>
  mismatchOf(
    intent,
    target.kind === 'payment'
      ? payments.expectedIntent(target.row, stripe.livemode)
      : purchases.expectedOf(target.row, stripe.livemode),
  );

const hasOurMetadata = ({ metadata }: IntentFacts): boolean =>
  (metadata.kind === 'registration' && metadata.paymentId !== undefined) ||
  (metadata.kind === 'purchase' && metadata.purchaseId !== undefined);

const unknownIntent = (): Applied => ({
  kind: 'mismatch',
  reason: 'pagamento desconhecido',
  registrationId: null,
});

/** By stored id, else by metadata: a crash may precede storing the id. */
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

/** A mismatch moves no money: its attempt fails and admins get an alert. */
async function failMismatch(
  deps: Deps,
  tx: Tx,
  target: Target,
  intent: IntentFacts,
  reason: string,
): Promise<Applied> {
  const alerts = [
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
    if (ends) await savePayment(tx, row, decision(next, alerts), scheduleContext(deps));
    return { kind: 'mismatch', reason, registrationId: row.registrationId };
  }
  const { row } = target;
  const ends = row.status === 'pending' && row.paymentIntentId === intent.id;
  const next = ends ? ({ ...row, status: 'failed' } as const) : row;
  if (ends) await savePurchase(tx, row, decision(next, alerts), scheduleContext(deps));
  return { kind: 'mismatch', reason, registrationId: null };
}
