import { newId } from '@g2/kit/ids';
import type { Act } from '@g2/terms/acts';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { declineColumns } from '../domain/intent.ts';
import { webhooks } from '../metrics.ts';
import { type AppliedIntent, applyIntent, claimMismatch } from '../payments/apply-intent.ts';
import type { RegistrationPayment } from '../payments/domain/registration-payment.ts';
import { settleOrPostpone } from '../payments/settle-payment.ts';
import { applyDisputes, applyRefunds } from '../refunds/chargebacks.ts';
import { emitAct, emitAlert, type Tx } from '../store.ts';
import type { EventSubject, StripeApi } from './api.ts';
import type { RefusalLog } from './refusals.ts';
import {
  completeEvent,
  lockEvent,
  postponeEvent,
  recordEvent,
  type WebhookEventRow,
} from './store-events.ts';
import type { StripeEvent } from './webhook-signature.ts';

export type StripeDeps = Deps & { stripe: StripeApi; refusals: RefusalLog };

const INTENT_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.requires_action',
] as const;
const DISPUTE_TYPES = ['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'] as const;
const CHARGE_TYPE = 'charge.refunded';
const REFUND_TYPES = ['refund.updated', 'refund.failed', 'charge.refund.updated'] as const;
const NOT_SIGNED = 'Este aviso não foi assinado pelo Stripe e não pode ser reprocessado.';

/** Event types that have an effect. Other types are only recorded. */
export const handledTypes: readonly string[] = [
  ...INTENT_TYPES,
  ...DISPUTE_TYPES,
  CHARGE_TYPE,
  ...REFUND_TYPES,
];

/** Records a verified event once per Stripe id, with the difference between its intent and our row, if any. */
export async function receiveEvent(deps: StripeDeps, event: StripeEvent): Promise<WebhookEventRow> {
  const row = {
    id: newId(),
    stripeEventId: event.id,
    eventType: event.type,
    objectId: event.objectId,
    paymentIntentId: event.intentId,
    claimFault: await claimFault(deps, event),
    occurredAt: event.createdAt,
    ...declineColumns(
      event.type === 'payment_intent.payment_failed' ? (event.intent?.decline ?? null) : null,
    ),
  };
  return recordEvent(deps.db, row, deps.clock(), deps.waits.staleMs);
}

async function claimFault(deps: StripeDeps, event: StripeEvent): Promise<string | null> {
  if (event.livemode !== deps.stripe.livemode) return 'livemode diferente';
  if (!handledTypes.includes(event.type)) return null;
  if (event.objectId === '') return 'evento sem objeto';
  return event.intent ? claimMismatch(deps, event.intent) : null;
}

/**
 * Reads the event's object from Stripe again, so order and age of events do not matter. Effect and completion share one
 * transaction (api-rules R7).
 * @param replayedBy the admin who requested a replay; then an event is processed even if it was before
 * @throws AppError unavailable when Stripe is unavailable (the event stays received); conflict for an unsigned event
 */
export async function processEvent(
  deps: StripeDeps,
  row: WebhookEventRow,
  replayedBy?: string,
): Promise<WebhookEventRow> {
  const isReplay = replayedBy !== undefined;
  if (!row.verified) throw new AppError('conflict', { message: NOT_SIGNED });
  if (row.status !== 'received' && !isReplay) return row;
  const applyEvent =
    row.claimFault !== null && !isReplay ? refused(row.claimFault) : await readFromStripe(deps, row);
  let captured: RegistrationPayment | null = null;
  const closed = await deps.db.tx(async (tx) => {
    captured = null;
    const locked = await lockEvent(tx, row.id);
    if (!locked) throw new AppError('not-found');
    if (locked.status !== 'received' && !isReplay) return locked;
    if (replayedBy !== undefined) await emitAct(tx, replayAct(locked, replayedBy));
    const verdict = await applyEvent(tx);
    captured = verdict.captured;
    if (verdict.fault) {
      const text = `Evento ${locked.stripeEventId} (${locked.eventType}) recusado: ${verdict.fault}.`;
      await emitAlert(tx, { kind: 'webhook-refused', text });
    }
    const status = verdict.fault ? ('failed' as const) : ('processed' as const);
    const { fault: errorMessage, paymentIntentId, registrationId } = verdict;
    return completeEvent(tx, locked, { status, errorMessage, paymentIntentId, registrationId }, deps.clock());
  });
  deps.wakeReconciler();
  if (captured) await settleOrPostpone(deps, captured);
  return closed;
}

/** Processes an event. @returns false on failure; the reconciler then retries it */
export async function processOrPostpone(deps: StripeDeps, row: WebhookEventRow): Promise<boolean> {
  try {
    const { status } = await processEvent(deps, row);
    webhooks.inc({ outcome: status === 'failed' ? 'failed' : 'processed' });
    return true;
  } catch (error) {
    webhooks.inc({ outcome: 'put_off' });
    deps.log.warn({ err: error, event: row.stripeEventId }, 'webhook event put off');
    const why = error instanceof AppError ? error.code : 'falha interna';
    await postponeEvent(deps.db, row.id, why).catch(() => {});
    return false;
  }
}

const replayAct = ({ id, eventType }: WebhookEventRow, actorId: string): Act => ({
  action: 'webhook-replayed',
  actorId,
  subjectType: 'payment',
  subjectId: id,
  detail: { eventType },
});

type Verdict = {
  fault: string | null;
  paymentIntentId: string | null;
  registrationId: string | null;
  captured: RegistrationPayment | null;
};
type EventEffect = (tx: Tx) => Promise<Verdict>;

const NOTHING: Verdict = { fault: null, paymentIntentId: null, registrationId: null, captured: null };

const refused =
  (fault: string): EventEffect =>
  async () => ({ ...NOTHING, fault });

/** Reads the event's object from Stripe outside any transaction. @returns the effect to apply within one */
async function readFromStripe(deps: StripeDeps, row: WebhookEventRow): Promise<EventEffect> {
  const { eventType, objectId } = row;
  const { stripe } = deps;
  const isOf = (types: readonly string[]) => types.includes(eventType);
  if (isOf(INTENT_TYPES)) return intentWork(deps, eventType, objectId);
  if (isOf([CHARGE_TYPE, ...REFUND_TYPES])) {
    const about = await (eventType === CHARGE_TYPE ? stripe.charge(objectId) : stripe.refundOf(objectId));
    if (!about) return refused('cobrança ou reembolso desconhecido no Stripe');
    return chargebackWork(deps, about, async (intentId) => {
      const refunds = await stripe.refundsOf(intentId);
      return (tx, applied) => applyRefunds(deps, tx, applied, intentId, refunds);
    });
  }
  if (isOf(DISPUTE_TYPES)) {
    const about = await stripe.dispute(objectId);
    if (!about) return refused('disputa desconhecida no Stripe');
    return chargebackWork(deps, about, async (intentId) => {
      const disputes = await stripe.disputesOf(intentId);
      return (tx, applied) => applyDisputes(deps, tx, applied, intentId, disputes, row.occurredAt);
    });
  }
  return async () => NOTHING;
}

async function intentWork(deps: StripeDeps, eventType: string, intentId: string): Promise<EventEffect> {
  const opened = await deps.stripe.retrieveIntent(intentId);
  if (!opened) return refused('payment intent desconhecido no Stripe');
  const { facts } = opened;
  // Success is final: if the payment had succeeded, Stripe would still report it.
  if (eventType === 'payment_intent.succeeded' && facts.status !== 'succeeded') {
    return refused('o Stripe não confirma o pagamento');
  }
  return async (tx) => verdictOf(await applyIntent(deps, tx, facts), facts.id);
}

type Effect = (tx: Tx, applied: AppliedIntent) => Promise<void>;

/** Applies the intent before its refunds or disputes, since the success event may arrive late. */
async function chargebackWork(
  deps: StripeDeps,
  { intentId }: EventSubject,
  read: (intentId: string) => Promise<Effect>,
): Promise<EventEffect> {
  const opened = intentId ? await deps.stripe.retrieveIntent(intentId) : null;
  if (!opened) return async () => NOTHING;
  const effect = await read(opened.facts.id);
  return async (tx) => {
    const applied = await applyIntent(deps, tx, opened.facts);
    await effect(tx, applied);
    return verdictOf(applied, opened.facts.id);
  };
}

function verdictOf(applied: AppliedIntent, paymentIntentId: string): Verdict {
  if (applied.kind === 'mismatch') {
    const { reason: fault, registrationId } = applied;
    return { ...NOTHING, fault, registrationId, paymentIntentId };
  }
  if (applied.kind !== 'payment') return { ...NOTHING, paymentIntentId };
  const { row } = applied;
  const captured = row.status === 'captured' ? row : null;
  return { fault: null, paymentIntentId, registrationId: row.registrationId, captured };
}
