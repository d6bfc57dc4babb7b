import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { OpenPayment, OpenPaymentRequest, RegistrationIntent, SyncedIntent } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import type { ProviderMethod } from '@g2/terms/payments';
import type { Deps } from '../deps.ts';
import { payerMessage } from '../payers/domain/payer.ts';
import { latestPayer } from '../payers/store.ts';
import { findPurchase, findPurchaseOfIntent } from '../purchases/store.ts';
import type { OpenIntent } from '../stripe/api.ts';
import { apply } from '../stripe/intents.ts';
import { findLivePayment, findPaymentOfIntent } from './store.ts';

const notFound = (message: string) => new AppError('not-found', { message });

/** An intent as the browser needs it. */
export const intentMessage = (
  { facts, clientSecret }: OpenIntent,
  method: ProviderMethod,
): RegistrationIntent => ({
  clientSecret,
  amount: facts.amount,
  paymentIntentId: facts.id,
  method,
  voucher: facts.voucher
    ? {
        method: facts.voucher.method,
        code: facts.voucher.code,
        expiresAt: facts.voucher.expiresAt ?? undefined,
        url: facts.voucher.url ?? undefined,
        pdf: facts.voucher.pdf ?? undefined,
      }
    : undefined,
});

/**
 * What of the caller's own can be paid on, after a reload or on another device: read from Stripe again, opened never.
 * @throws AppError not-found, forbidden for staff, unavailable
 */
export async function getOpenPayment(
  deps: Deps,
  request: OpenPaymentRequest,
  call: Call,
): Promise<OpenPayment> {
  const { of } = request;
  if (of?.$case === 'purchaseId') return openPurchase(deps, of.value, call);
  if (!of || !isUuid(of.value)) throw notFound('Registro não encontrado');
  const user = userOf(call.actor);
  const applicant = await deps.peers.applicant(of.value.toLowerCase(), call.token);
  if (applicant.userId !== user.id) throw new AppError('forbidden');
  const [live, told] = await Promise.all([
    findLivePayment(deps.db, of.value.toLowerCase()),
    latestPayer(deps.db, user.id),
  ]);
  const { name, taxId, email } = applicant;
  const payer = told ? payerMessage(told) : { name, taxId, email, address: undefined };
  const isOpen = live?.status === 'open' && live.userId === user.id && live.stripePaymentIntentId !== null;
  // A code paid now would have to be given back.
  const intent =
    isOpen && !applicant.fileTaken
      ? await stillOpen(deps, live.stripePaymentIntentId, live.providerMethod)
      : undefined;
  return { payer, intent };
}

async function openPurchase(deps: Deps, id: string, call: Call): Promise<OpenPayment> {
  const user = userOf(call.actor);
  const purchase = isUuid(id) ? await findPurchase(deps.db, id.toLowerCase()) : undefined;
  if (purchase?.userId !== user.id) throw notFound('Compra não encontrada');
  const told = await latestPayer(deps.db, user.id);
  const intent =
    purchase.status === 'pending' && purchase.paymentIntentId !== null
      ? await stillOpen(deps, purchase.paymentIntentId, purchase.providerMethod)
      : undefined;
  return { payer: told && payerMessage(told), intent, credits: purchase.creditsAmount };
}

/** Read again and made ours: what is over in between is not open any more. */
export async function stillOpen(
  deps: Deps,
  intentId: string | null,
  method: ProviderMethod | null,
): Promise<RegistrationIntent | undefined> {
  const opened = intentId === null ? null : await deps.stripe.retrieveIntent(intentId);
  if (!opened) return undefined;
  const applied = await apply(deps, opened.facts);
  const isOpen =
    (applied.kind === 'payment' && applied.payment.status === 'open') ||
    (applied.kind === 'purchase' && applied.purchase.status === 'pending');
  return isOpen ? intentMessage(opened, method ?? 'card') : undefined;
}

/**
 * Re-reads Stripe for the owner and fulfils what it says; a registration takes its payment before this answers, so that
 * what the browser reads next is new. When it cannot be reached the settler goes on.
 * @throws AppError not-found for an intent that is not the caller's; forbidden for staff, since it is the owner's
 */
export async function syncIntent(deps: Deps, intentId: string, call: Call): Promise<SyncedIntent> {
  const user = userOf(call.actor);
  const absent = notFound('Pagamento não encontrado');
  if (!/^\w{1,255}$/.test(intentId)) throw absent;
  const owned =
    (await findPaymentOfIntent(deps.db, intentId)) ?? (await findPurchaseOfIntent(deps.db, intentId));
  if (!owned) throw absent;
  if (owned.userId !== user.id) throw user.role === 'client' ? absent : new AppError('forbidden');
  const opened = await deps.stripe.retrieveIntent(intentId);
  if (!opened) throw new AppError('unavailable', { retryAfter: 2 });
  await apply(deps, opened.facts);
  return { status: opened.facts.status };
}
