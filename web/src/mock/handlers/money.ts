import { CREDITS_PER_REGISTRATION } from '@g2/gateway/contract/constants';
import { AppError } from '@g2/gateway/contract/errors';
import type { Db, StoredIntent, StoredRegistration } from '../db.ts';
import { paginate } from '../lists.ts';
import { anIntent, aPayment, creditPackages, paymentConfig } from '../records.ts';
import { canPay, changeStatus, ownRegistration } from '../registrations.ts';
import type { Handlers } from './handler.ts';

/** Base URL at which the browser confirms card payments in the mock. */
const PROVIDER_URL = '/api/mock-provider';
/** Number of a card that the provider declines with `DECLINE_ERROR`. */
const DECLINED_CARD = '4000000000000002';
const DECLINE_ERROR = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

const newestRowsOf = <Row extends { userId: string }>(rows: readonly Row[], userId: string): Row[] =>
  rows.filter((row) => row.userId === userId).toReversed();

function payableRegistration(db: Db, id: string): StoredRegistration {
  const registration = ownRegistration(db, id);
  if (!canPay(registration)) throw new AppError('not-payable');
  return registration;
}

function startIntent(db: Db, target: StoredIntent['target'], amount: number): StoredIntent {
  const paymentIntentId = `pi_mock_${db.intents.length + 1}`;
  const answer = anIntent({ amount, paymentIntentId, clientSecret: `${paymentIntentId}_secret` });
  const intent: StoredIntent = { answer, target, userId: db.me.id, status: 'requires_payment_method' };
  db.intents.push(intent);
  return intent;
}

const openIntent = (db: Db, id: string): StoredIntent | undefined =>
  db.intents.find(
    ({ target, status }) =>
      (('registrationId' in target && target.registrationId === id) ||
        ('purchaseId' in target && target.purchaseId === id)) &&
      status === 'requires_payment_method',
  );

/** Marks a registration as paid and adds the settled payment. */
function settleRegistration(
  db: Db,
  registration: StoredRegistration,
  method: 'card' | 'credits',
  intentId: string | null,
): void {
  changeStatus(db, registration, 'paid', { changedBy: registration.userId });
  db.payments.push(
    aPayment({
      id: db.nextId(),
      kind: 'registration',
      registrationId: registration.id,
      userId: registration.userId,
      method,
      amount: registration.paymentAmount,
      stripePaymentIntentId: intentId,
      payerName: db.nameOf(registration.userId),
      registrationTitle: registration.title,
      createdAt: db.now(),
      settledAt: db.now(),
    }),
  );
}

/** Applies a succeeded payment, once: marks the registration as paid, or adds the purchased credits. */
function fulfilPayment(db: Db, { target, answer, userId }: StoredIntent): void {
  if ('registrationId' in target) {
    const registration = db.registrations.find(({ id }) => id === target.registrationId);
    if (registration !== undefined && canPay(registration)) {
      settleRegistration(db, registration, 'card', answer.paymentIntentId);
    }
    return;
  }
  const purchase = db.purchases.find(({ id }) => id === target.purchaseId);
  if (purchase?.status !== 'pending') return;
  Object.assign(purchase, { status: 'completed', paymentIntentStatus: 'succeeded', completedAt: db.now() });
  const reference = { referenceType: 'purchase', referenceId: purchase.id };
  db.addTransaction(userId, { delta: purchase.creditsAmount, reason: 'Compra de créditos', ...reference });
}

/** Answers requests of the card form to the provider; null for any other request. */
export async function respondAsProvider(db: Db, request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  const [, id, isConfirm] =
    /^\/api\/mock-provider\/v1\/payment_intents\/([^/]+)(\/confirm)?$/.exec(pathname) ?? [];
  const intent = db.intents.find(({ answer }) => answer.paymentIntentId === id);
  if (intent === undefined) return null;
  if (isConfirm !== undefined) {
    const number = new URLSearchParams(await request.text()).get('payment_method_data[card][number]');
    if (number === DECLINED_CARD) return Response.json({ error: DECLINE_ERROR }, { status: 402 });
    intent.status = 'succeeded';
  }
  return Response.json({ status: intent.status });
}

/** Checks that a balance is sufficient. @throws AppError insufficient-credits, with the missing amount */
export function checkBalance(db: Db, userId: string, neededCents: number): void {
  const balance = db.balanceOf(userId);
  if (balance >= neededCents) return;
  const facts = { needed: `${neededCents}`, balance: `${balance}`, missing: `${neededCents - balance}` };
  throw new AppError('insufficient-credits', { facts });
}

export const moneyHandlers: Handlers = {
  getPaymentConfig: () => paymentConfig({ apiBase: PROVIDER_URL }),
  createPaymentIntent({ params }, db) {
    const { id, paymentAmount } = payableRegistration(db, params.id);
    return (openIntent(db, id) ?? startIntent(db, { registrationId: id }, paymentAmount)).answer;
  },
  getOpenPayment({ params }, db) {
    const { id, applicantName, applicantTaxId, applicantEmail } = ownRegistration(db, params.id);
    const payer = { name: applicantName, taxId: applicantTaxId, email: applicantEmail, address: null };
    return { intent: openIntent(db, id)?.answer ?? null, payer };
  },
  listOpenVouchers: ({ query }, db) =>
    paginate(
      db.intents.flatMap(({ answer, target, status, userId }) =>
        'registrationId' in target && answer.voucher !== null && userId === db.me.id && status !== 'succeeded'
          ? [{ registrationId: target.registrationId, amount: answer.amount, voucher: answer.voucher }]
          : [],
      ),
      query,
    ),
  payWithCredits({ params }, db) {
    const registration = ownRegistration(db, params.id);
    const { me } = db;
    const price = registration.paymentAmount;
    const isPaid = db.payments.some(
      ({ registrationId, method }) => registrationId === registration.id && method === 'credits',
    );
    if (isPaid) return { creditsUsed: price, balance: db.balanceOf(me.id) };
    if (!canPay(registration)) throw new AppError('not-payable');
    checkBalance(db, me.id, price);
    const reason = 'Pagamento de registro com créditos';
    db.addTransaction(me.id, {
      delta: -price,
      reason,
      referenceType: 'registration',
      referenceId: registration.id,
    });
    settleRegistration(db, registration, 'credits', null);
    return { creditsUsed: price, balance: db.balanceOf(me.id) };
  },
  syncPayment({ params }, db) {
    const intent = db.intents.find(
      ({ answer, userId }) => answer.paymentIntentId === params.paymentIntentId && userId === db.me.id,
    );
    if (intent === undefined) throw new AppError('not-found', { message: 'Pagamento não encontrado' });
    if (intent.status === 'succeeded') fulfilPayment(db, intent);
    return { status: intent.status };
  },
  listCreditPackages: () => creditPackages,
  createPurchaseIntent({ body: { packageId, customAmount } }, db) {
    const cents = customAmount ?? creditPackages.items.find(({ id }) => id === packageId)?.priceInCents;
    const amount = cents ?? CREDITS_PER_REGISTRATION;
    const id = db.nextId();
    db.purchases.push({
      id,
      userId: db.me.id,
      creditsAmount: amount,
      priceInCents: amount,
      packageType: packageId ?? 'custom',
      status: 'pending',
      paymentIntentStatus: null,
      completedAt: null,
      createdAt: db.now(),
    });
    return { ...startIntent(db, { purchaseId: id }, amount).answer, credits: amount };
  },
  getOpenPurchase({ params }, db) {
    const purchase = newestRowsOf(db.purchases, db.me.id).find(({ id }) => id === params.id);
    if (purchase === undefined) throw new AppError('not-found', { message: 'Compra não encontrada' });
    const intent = openIntent(db, purchase.id);
    return {
      intent: intent === undefined ? null : { ...intent.answer, credits: purchase.creditsAmount },
      payer: null,
    };
  },
  listCreditTransactions: ({ query }, db) => paginate(newestRowsOf(db.transactions, db.me.id), query),
  listCreditPurchases: ({ query }, db) => paginate(newestRowsOf(db.purchases, db.me.id), query),
};
