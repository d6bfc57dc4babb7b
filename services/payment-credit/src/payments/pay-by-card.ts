import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { oncePerKey } from '@g2/kit/idempotency';
import { newId } from '@g2/kit/ids';
import { Id } from '@g2/proto/common';
import type {
  CreatePurchaseIntentRequest,
  PurchaseIntent,
  RegistrationIntent,
  SyncedIntent,
} from '@g2/proto/payment';
import type { Payable } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { offerFor } from '../purchases/domain/packages.ts';
import { newPurchase } from '../purchases/domain/purchase.ts';
import { findPurchase, findPurchaseOfIntent, insertPurchase } from '../purchases/store.ts';
import { isMoving } from '../stripe/domain/intent.ts';
import {
  apply,
  closeOpenCard,
  endLostPayment,
  intentOfPayment,
  intentOfPurchase,
} from '../stripe/intents.ts';
import { notPayable, openCard, type RegistrationPayment } from './domain/registration-payment.ts';
import { Occupied } from './pay-with-credits.ts';
import { findLivePayment, findPayment, findPaymentOfIntent, insertPayment } from './store.ts';

const ATTEMPTS = 6;

/**
 * The intent a registration is paid by; while one is open, the same (contract "payment-intent"). Stripe is asked
 * first: once its money moves there is nothing to pay any more.
 * @throws AppError not-found, not-payable, unavailable
 */
export async function createRegistrationIntent(
  deps: Deps,
  registrationId: string,
  call: Call,
): Promise<RegistrationIntent> {
  const payable = await deps.peers.payable(registrationId, call.token);
  if (!payable.canPay) throw notPayable();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const live =
      (await findLivePayment(deps.db, payable.registrationId)) ?? (await open(deps, payable, call));
    if (!live) continue;
    if (live.status !== 'open') throw notPayable();
    if (live.amount !== payable.amountCents) await closeOpenCard(deps, live);
    const answer = await currentIntent(deps, live);
    if (answer) return answer;
  }
  throw new AppError('conflict');
}

/** What Stripe says of an open attempt: its intent, or undefined when it ended and another may begin. */
async function currentIntent(deps: Deps, live: RegistrationPayment): Promise<RegistrationIntent | undefined> {
  const opened = await intentOfPayment(deps, live);
  if (!opened) {
    await endLostPayment(deps, live);
    return undefined;
  }
  const { facts, clientSecret } = opened;
  const applied = await apply(deps, facts);
  if (isMoving(facts.status)) throw notPayable();
  if (applied.kind !== 'payment' || applied.payment.status !== 'open') return undefined;
  return { clientSecret, amount: facts.amount, paymentIntentId: facts.id };
}

/** Records the attempt before Stripe hears of it; undefined when another was first. */
async function open(deps: Deps, payable: Payable, call: Call): Promise<RegistrationPayment | undefined> {
  const { registrationId, userId, title, amountCents: amount } = payable;
  try {
    const { id } = await deps.db.tx((tx) =>
      oncePerKey(tx, call.idempotency, Id, async () => {
        const made = openCard({ id: newId(), registrationId, userId, title, amount }, deps.clock());
        if (!(await insertPayment(tx, made, deps.waits))) throw new Occupied();
        return { id: made.id };
      }),
    );
    return await findPayment(deps.db, id);
  } catch (error) {
    if (error instanceof Occupied) return undefined;
    throw error;
  }
}

/**
 * Begins a purchase of credits at the server's price.
 * @throws AppError invalid-input (spec §5), unavailable
 */
export async function createPurchaseIntent(
  deps: Deps,
  request: CreatePurchaseIntentRequest,
  call: Call,
): Promise<PurchaseIntent> {
  const user = userOf(call.actor);
  const offer = offerFor(request.choice);
  const { id } = await deps.db.tx((tx) =>
    oncePerKey(tx, call.idempotency, Id, async () => {
      const made = newPurchase({ id: newId(), userId: user.id, offer }, deps.clock());
      await insertPurchase(tx, made, deps.waits);
      return { id: made.id };
    }),
  );
  const purchase = await findPurchase(deps.db, id);
  const opened = purchase && (await intentOfPurchase(deps, purchase));
  if (!purchase || !opened) throw new AppError('unavailable', { retryAfter: 2 });
  return {
    clientSecret: opened.clientSecret,
    amount: purchase.priceInCents,
    credits: purchase.creditsAmount,
    paymentIntentId: opened.facts.id,
  };
}

/**
 * Re-reads Stripe for the owner and fulfils what it says; a registration takes its payment before this answers, so that
 * what the browser reads next is new. When it cannot be reached the settler goes on.
 * @throws AppError not-found for an intent that is not the caller's; forbidden for staff, since it is the owner's
 */
export async function syncIntent(deps: Deps, intentId: string, call: Call): Promise<SyncedIntent> {
  const user = userOf(call.actor);
  const notFound = new AppError('not-found', { message: 'Pagamento não encontrado' });
  if (!/^\w{1,255}$/.test(intentId)) throw notFound;
  const owned =
    (await findPaymentOfIntent(deps.db, intentId)) ?? (await findPurchaseOfIntent(deps.db, intentId));
  if (!owned) throw notFound;
  if (owned.userId !== user.id) throw user.role === 'client' ? notFound : new AppError('forbidden');
  const opened = await deps.stripe.retrieveIntent(intentId);
  if (!opened) throw new AppError('unavailable', { retryAfter: 2 });
  await apply(deps, opened.facts);
  return { status: opened.facts.status };
}
