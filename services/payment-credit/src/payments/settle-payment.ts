import { type Logger, requestContext } from '@g2/kit/log';
import type { Deps } from '../deps.ts';
import { scheduleContext } from '../schedule.ts';
import { markRefused, type RegistrationPayment, settlePaymentState } from './domain/registration-payment.ts';
import { isUnavailable } from './provider.ts';
import { lockPayment, savePayment } from './store.ts';

/** Deadline for the registration's response, ms. */
const RESPONSE_TIMEOUT_MS = 5_000;
/** Part of the request's deadline that is kept for our own response, ms. */
const RESPONSE_RESERVE_MS = 300;

/**
 * Lets the registration decide about a captured payment, then settles it or gives it back; the only path for captured
 * money. The decision is made once per payment, so retries are safe. Concurrent calls share one (single-flight).
 * @throws AppError unavailable without a response: the payment stays captured and is retried
 */
export function settlePayment(deps: Deps, captured: RegistrationPayment): Promise<RegistrationPayment> {
  const { settling } = deps;
  const inFlight = settling.get(captured.id);
  if (inFlight) return inFlight;
  const begun = takeAndSettle(deps, captured).finally(() => settling.delete(captured.id));
  settling.set(captured.id, begun);
  return begun;
}

async function takeAndSettle(deps: Deps, captured: RegistrationPayment): Promise<RegistrationPayment> {
  const decision = await deps.peers.takePayment(captured, responseDeadlineMs());
  const settled = await deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, captured.id);
    if (!row) throw new Error(`payment ${captured.id} is gone`);
    if (row.status !== 'captured') return row;
    const when = scheduleContext(deps);
    const result = decision.taken
      ? settlePaymentState(row, decision.title, when.now)
      : markRefused(row, decision.reason);
    return savePayment(tx, row, result, when);
  });
  if (settled.status === 'giving_back') deps.wakeReconciler();
  return settled;
}

/** Settles a captured payment. Never throws: the settler loop retries after a failure. */
export async function settleOrPostpone(
  deps: Deps,
  payment: RegistrationPayment,
): Promise<RegistrationPayment> {
  if (payment.status !== 'captured') return payment;
  try {
    return await settlePayment(deps, payment);
  } catch (error) {
    logPostponed(deps.log, payment, error);
    return payment;
  }
}

export function logPostponed(log: Logger, { id }: RegistrationPayment, error: unknown): void {
  log[isUnavailable(error) ? 'warn' : 'error']({ err: error, paymentId: id }, 'payment not decided yet');
}

/** Ends before the request's deadline, so that the caller gets a response if the registration gives none. */
function responseDeadlineMs(): number {
  const deadline = requestContext.getStore()?.deadline;
  if (deadline === undefined) return RESPONSE_TIMEOUT_MS;
  return Math.max(1, Math.min(RESPONSE_TIMEOUT_MS, deadline - Date.now() - RESPONSE_RESERVE_MS));
}
