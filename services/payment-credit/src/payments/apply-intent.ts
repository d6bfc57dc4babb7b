import type { Deps } from '../deps.ts';
import { alertFact } from '../domain/alerts.ts';
import { decision } from '../domain/decision.ts';
import { type IntentFacts, mismatchOf } from '../domain/intent.ts';
import * as purchases from '../purchases/domain/purchase.ts';
import { savePurchase } from '../purchases/store.ts';
import { scheduleContext } from '../schedule.ts';
import type { Tx } from '../store.ts';
import { type Attempt, intentIdOf, isOpenAttempt, lockAttemptOfIntent } from './attempt.ts';
import * as payments from './domain/registration-payment.ts';
import { savePayment } from './store.ts';

type Mismatch = { kind: 'mismatch'; reason: string; registrationId: string | null };
export type AppliedIntent = Attempt | { kind: 'foreign' } | Mismatch;

/** Applies an intent's state to our attempt, for webhooks, sync and reconciler (api-rules R7). @param intent fresh */
export async function applyIntent(deps: Deps, tx: Tx, intent: IntentFacts): Promise<AppliedIntent> {
  const attempt = await lockAttemptOfIntent(tx, intent);
  if (!attempt) return hasOurMetadata(intent) ? unknownIntent : { kind: 'foreign' };
  const reason = mismatch(deps, attempt, intent);
  if (reason !== null) return failMismatch(deps, tx, attempt, intent, reason);
  const { kind, row } = attempt;
  const when = scheduleContext(deps);
  if (kind === 'payment')
    return { kind, row: await savePayment(tx, row, payments.applyIntent(row, intent, when.now), when) };
  return { kind, row: await savePurchase(tx, row, purchases.applyIntent(row, intent, when.now), when) };
}

/** Compares an intent with our row and changes nothing. Returns null when they match or no row exists. */
export async function claimMismatch(deps: Deps, intent: IntentFacts): Promise<string | null> {
  return deps.db.tx(async (tx) => {
    const attempt = await lockAttemptOfIntent(tx, intent);
    return attempt ? mismatch(deps, attempt, intent) : null;
  });
}

const mismatch = ({ provider }: Deps, { kind, row }: Attempt, intent: IntentFacts): string | null =>
  mismatchOf(
    intent,
    kind === 'payment'
      ? payments.expectedIntent(row, provider.livemode)
      : purchases.expectedOf(row, provider.livemode),
  );

const hasOurMetadata = ({ metadata }: IntentFacts): boolean =>
  (metadata.kind === 'registration' && metadata.paymentId !== undefined) ||
  (metadata.kind === 'purchase' && metadata.purchaseId !== undefined);

const unknownIntent: Mismatch = {
  kind: 'mismatch',
  reason: 'pagamento desconhecido',
  registrationId: null,
};

/** An intent that differs from our row moves no money: the open attempt fails and admins get an alert. */
async function failMismatch(
  deps: Deps,
  tx: Tx,
  attempt: Attempt,
  intent: IntentFacts,
  reason: string,
): Promise<Mismatch> {
  const { kind, row } = attempt;
  const registrationId = kind === 'payment' ? row.registrationId : null;
  if (!isOpenAttempt(attempt) || intentIdOf(attempt) !== intent.id)
    return { kind: 'mismatch', reason, registrationId };
  const alert = alertFact(row, {
    kind: 'payment-mismatch',
    text: `O pagamento ${intent.id} no Stripe (${intent.status}) não confere com o nosso: ${reason}.`,
    nextAction: 'Compare os dois; nada foi creditado.',
  });
  const when = scheduleContext(deps);
  if (kind === 'payment')
    await savePayment(tx, row, decision({ ...row, status: 'failed', reason }, [alert]), when);
  else await savePurchase(tx, row, decision({ ...row, status: 'failed' }, [alert]), when);
  return { kind: 'mismatch', reason, registrationId };
}
