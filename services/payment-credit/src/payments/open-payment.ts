import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import type { OpenPayment, OpenPaymentRequest, RegistrationIntent, SyncedIntent } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import type { ProviderMethod } from '@g2/terms/payments';
import type { Deps } from '../deps.ts';
import { latestPayer } from '../payers/store.ts';
import { findPurchase, findPurchaseOfIntent } from '../purchases/store.ts';
import { isOpenAttempt } from './attempt.ts';
import { applyAndSettle } from './intents.ts';
import type { OpenIntent } from './provider.ts';
import { findLivePayment, findPaymentOfIntent } from './store.ts';

const notFound = (message: string) => new AppError('not-found', { message });

export const intentMessage = (
  { facts, clientSecret }: OpenIntent,
  method: ProviderMethod,
): RegistrationIntent => ({
  clientSecret,
  amount: facts.amount,
  paymentIntentId: facts.id,
  method,
  voucher: facts.voucher ? withoutNulls(facts.voucher) : undefined,
});

/**
 * Returns the payer's data and the open intent of the caller's registration or purchase, so that payment can
 * continue after a reload or on another device. Reads Stripe; never creates an intent.
 * @throws AppError not-found, forbidden for staff, unavailable
 */
export async function getOpenPayment(
  deps: Deps,
  request: OpenPaymentRequest,
  call: Call,
): Promise<OpenPayment> {
  const { of } = request;
  if (of?.$case === 'purchaseId') return getOpenPurchase(deps, of.value, call);
  if (!of || !isUuid(of.value)) throw notFound('Registro não encontrado');
  const user = userOf(call.actor);
  const applicant = await deps.peers.applicant(of.value.toLowerCase(), call.token);
  if (applicant.userId !== user.id) throw new AppError('forbidden');
  const [live, lastPayer] = await Promise.all([
    findLivePayment(deps.db, of.value.toLowerCase()),
    latestPayer(deps.db, user.id),
  ]);
  const { name, taxId, email } = applicant;
  const payer = lastPayer ? withoutNulls(lastPayer) : { name, taxId, email, address: undefined };
  const isOpen = live?.status === 'open' && live.userId === user.id && live.stripePaymentIntentId !== null;
  // If another account paid for the same file, money paid now would have to be returned.
  const intent =
    isOpen && !applicant.fileTaken
      ? await readOpenIntent(deps, live.stripePaymentIntentId, live.providerMethod)
      : undefined;
  return { payer, intent };
}

async function getOpenPurchase(deps: Deps, id: string, call: Call): Promise<OpenPayment> {
  const user = userOf(call.actor);
  const purchase = isUuid(id) ? await findPurchase(deps.db, id.toLowerCase()) : undefined;
  if (purchase?.userId !== user.id) throw notFound('Compra não encontrada');
  const lastPayer = await latestPayer(deps.db, user.id);
  const intent =
    purchase.status === 'pending' && purchase.paymentIntentId !== null
      ? await readOpenIntent(deps, purchase.paymentIntentId, purchase.providerMethod)
      : undefined;
  return { payer: lastPayer && withoutNulls(lastPayer), intent, credits: purchase.creditsAmount };
}

/** Reads the intent from Stripe and applies it; undefined when it is no longer open. */
export async function readOpenIntent(
  deps: Deps,
  intentId: string | null,
  method: ProviderMethod | null,
): Promise<RegistrationIntent | undefined> {
  const opened = intentId === null ? null : await deps.provider.retrieveIntent(intentId);
  if (!opened) return undefined;
  const applied = await applyAndSettle(deps, opened.facts);
  const isOpen = 'row' in applied && isOpenAttempt(applied);
  return isOpen ? intentMessage(opened, method ?? 'card') : undefined;
}

/**
 * Applies Stripe's current state and settles the payment before the response (read-your-write). When the registration
 * cannot be reached, the settler retries.
 * @throws AppError not-found when the intent is not the caller's; forbidden for staff; unavailable
 */
export async function syncIntent(deps: Deps, intentId: string, call: Call): Promise<SyncedIntent> {
  const user = userOf(call.actor);
  const absent = notFound('Pagamento não encontrado');
  if (!/^\w{1,255}$/.test(intentId)) throw absent;
  const owned =
    (await findPaymentOfIntent(deps.db, intentId)) ?? (await findPurchaseOfIntent(deps.db, intentId));
  if (!owned) throw absent;
  if (owned.userId !== user.id) throw user.role === 'client' ? absent : new AppError('forbidden');
  const opened = await deps.provider.retrieveIntent(intentId);
  if (!opened) throw new AppError('unavailable', { retryAfter: 2 });
  await applyAndSettle(deps, opened.facts);
  return { status: opened.facts.status };
}
