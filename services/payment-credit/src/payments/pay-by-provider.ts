import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { newId } from '@g2/kit/ids';
import { Id } from '@g2/proto/common';
import type {
  CreatePurchaseIntentRequest,
  CreateRegistrationIntentRequest,
  Payer as PayerMessage,
  PurchaseIntent,
  RegistrationIntent,
} from '@g2/proto/payment';
import type { Payable } from '@g2/proto/registration';
import { AppError, invalidField } from '@g2/terms/errors';
import { oneOfGuard, PROVIDER_METHODS, type ProviderMethod } from '@g2/terms/payments';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { isMoneyMoving } from '../domain/intent.ts';
import { type Payer, parsePayer, payerRequiredError } from '../payers/domain/payer.ts';
import { savePayer } from '../payers/store.ts';
import { priceOf } from '../purchases/domain/packages.ts';
import { newPurchase } from '../purchases/domain/purchase.ts';
import { findPurchase, insertPurchase } from '../purchases/store.ts';
import { notPayable, openProviderPayment, type RegistrationPayment } from './domain/registration-payment.ts';
import { insertAttempt } from './insert-attempt.ts';
import { applyAndSettle, cancelOpenPayment, failUnknownIntent, intentOf, issueVoucher } from './intents.ts';
import { intentMessage } from './open-payment.ts';
import { findLivePayment } from './store.ts';

const ATTEMPTS = 6;

/** A field is null when the caller did not give it. */
type PaymentMethodInput = { method: ProviderMethod | null; payer: Payer | null };

type PaymentMethodRequest = { method?: string | undefined; payer?: PayerMessage | undefined };

/** Pix and boleto require a payer. @throws AppError invalid-input, naming the field */
function parsePaymentMethod(config: Config, request: PaymentMethodRequest): PaymentMethodInput {
  const method = request.method === undefined ? null : methodOf(config, request.method);
  const isVoucher = method === 'pix' || method === 'boleto';
  if (!request.payer && isVoucher) throw payerRequiredError();
  return { method, payer: request.payer ? parsePayer(request.payer, { whole: method === 'boleto' }) : null };
}

function methodOf({ STRIPE_PAYMENT_METHODS: taken }: Config, method: string): ProviderMethod {
  if (oneOfGuard(PROVIDER_METHODS)(method) && taken.includes(method)) return method;
  throw invalidField('method', 'Esta forma de pagamento não está disponível.');
}

/**
 * Returns the open intent of a registration, or creates one. If the price or the method changed, the open
 * attempt is cancelled first. The intent is read from Stripe: one with moving money cannot be paid again.
 * @throws AppError not-found, not-payable, invalid-input, unavailable
 */
export async function createRegistrationIntent(
  deps: Deps,
  request: CreateRegistrationIntentRequest,
  call: Call,
): Promise<RegistrationIntent> {
  const input = parsePaymentMethod(deps.config, request);
  const payable = await deps.peers.payable(request.id, call.token);
  if (!payable.canPay) throw notPayable();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const live =
      (await findLivePayment(deps.db, payable.registrationId)) ??
      (await recordAttempt(deps, payable, input, call));
    if (!live) continue;
    if (live.status !== 'open') throw notPayable();
    if (live.amount !== payable.amountCents || isOtherMethod(live, input)) {
      await cancelOpenPayment(deps, live);
      continue;
    }
    if (input.payer) await updatePayer(deps, live, input.payer);
    const answer = await currentIntent(deps, live);
    if (answer) return answer;
  }
  throw new AppError('conflict');
}

const isOtherMethod = ({ providerMethod }: RegistrationPayment, { method }: PaymentMethodInput): boolean =>
  method !== null && method !== (providerMethod ?? 'card');

/** Returns the attempt's intent. Undefined when the attempt ended, so that the caller may begin another. */
async function currentIntent(deps: Deps, live: RegistrationPayment): Promise<RegistrationIntent | undefined> {
  const opened = await intentOf(deps, { kind: 'payment', row: live });
  if (!opened) {
    await failUnknownIntent(deps, live);
    return undefined;
  }
  const { facts } = opened;
  const applied = await applyAndSettle(deps, facts);
  if (isMoneyMoving(facts.status)) throw notPayable();
  if (applied.kind !== 'payment' || applied.row.status !== 'open') return undefined;
  const method = live.providerMethod ?? 'card';
  if (method === 'card' || facts.voucher) return intentMessage(opened, method);
  const shown = await issueVoucher(deps, live.id, facts.id, method);
  return shown && intentMessage(shown, method);
}

const updatePayer = (deps: Deps, { id, userId }: RegistrationPayment, payer: Payer): Promise<void> =>
  deps.db.tx((tx) => savePayer(tx, { paymentId: id, userId, payer, now: deps.clock() }));

/** Records the attempt before the provider is called; undefined when the registration already has a live attempt. */
function recordAttempt(
  deps: Deps,
  payable: Payable,
  { method, payer }: PaymentMethodInput,
  call: Call,
): Promise<RegistrationPayment | undefined> {
  const { registrationId, userId, title, amountCents: amount } = payable;
  const now = deps.clock();
  const about = { id: newId(), registrationId, userId, title, amount };
  return insertAttempt(deps, openProviderPayment(about, now, method ?? 'card'), call, async (tx) => {
    if (payer) await savePayer(tx, { paymentId: about.id, userId, payer, now });
  });
}

/** @throws AppError invalid-input (spec §5), unavailable */
export async function createPurchaseIntent(
  deps: Deps,
  request: CreatePurchaseIntentRequest,
  call: Call,
): Promise<PurchaseIntent> {
  const { id: userId } = userOf(call.actor);
  const offer = priceOf(request.choice);
  const { method: named, payer } = parsePaymentMethod(deps.config, request);
  const providerMethod = named ?? 'card';
  const now = deps.clock();
  const { id } = await idempotentTx(deps.db, call.idempotency, Id, async (tx) => {
    const made = newPurchase({ id: newId(), userId, offer, providerMethod }, now);
    await insertPurchase(tx, made, deps.waits);
    if (payer) await savePayer(tx, { paymentId: made.id, userId, payer, now });
    return { id: made.id };
  });
  const purchase = await findPurchase(deps.db, id);
  const opened = purchase && (await intentOf(deps, { kind: 'purchase', row: purchase }));
  if (!purchase || !opened) throw new AppError('unavailable', { retryAfter: 2 });
  const method = purchase.providerMethod ?? 'card';
  const needsCode = method !== 'card' && opened.facts.status === 'requires_payment_method';
  const shown = needsCode ? await issueVoucher(deps, id, opened.facts.id, method) : opened;
  if (!shown) throw new AppError('unavailable', { retryAfter: 2 });
  return { ...intentMessage(shown, method), credits: purchase.creditsAmount };
}
