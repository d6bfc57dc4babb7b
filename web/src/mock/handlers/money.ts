import { CREDITS_PER_REGISTRATION } from '@g2/gateway/contract/common';
import { AppError } from '@g2/gateway/contract/errors';
import type { Db, StoredIntent, StoredRegistration } from '../db.ts';
import { paged } from '../lists.ts';
import { anIntent, aPayment, packages, paymentConfig } from '../records.ts';
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

const newestFirst = <Row extends { userId: string }>(rows: readonly Row[], userId: string): Row[] =>
  rows.filter((row) => row.userId === userId).toReversed();

function payableRegistration(db: Db, id: string): StoredRegistration {
  const row = ownRegistration(db, id);
  if (!canPay(row)) throw new AppError('not-payable');
  return row;
}

function startIntent(db: Db, of: StoredIntent['of'], amount: number): StoredIntent {
  const paymentIntentId = `pi_mock_${db.intents.length + 1}`;
  const answer = anIntent({ amount, paymentIntentId, clientSecret: `${paymentIntentId}_secret` });
  const intent: StoredIntent = { answer, of, userId: db.me.id, status: 'requires_payment_method' };
  db.intents.push(intent);
  return intent;
}

const openIntent = (db: Db, id: string): StoredIntent | undefined =>
  db.intents.find(
    ({ of, status }) =>
      (('registrationId' in of && of.registrationId === id) ||
        ('purchaseId' in of && of.purchaseId === id)) &&
      status === 'requires_payment_method',
  );

/** Marks a registration as paid and adds the settled payment. */
function settle(db: Db, row: StoredRegistration, method: 'card' | 'credits', intentId: string | null): void {
  changeStatus(db, row, 'paid', { by: row.userId });
  db.payments.push(
    aPayment({
      id: db.nextId(),
      kind: 'registration',
      registrationId: row.id,
      userId: row.userId,
      method,
      amount: row.paymentAmount,
      stripePaymentIntentId: intentId,
      payerName: db.nameOf(row.userId),
      registrationTitle: row.title,
      createdAt: db.now(),
      settledAt: db.now(),
    }),
  );
}

/** Fulfils a succeeded payment once: marks the registration as paid or adds the purchased credits. */
function fulfil(db: Db, { of, answer, userId }: StoredIntent): void {
  if ('registrationId' in of) {
    const row = db.registrations.find(({ id }) => id === of.registrationId);
    if (row !== undefined && canPay(row)) settle(db, row, 'card', answer.paymentIntentId);
    return;
  }
  const purchase = db.purchases.find(({ id }) => id === of.purchaseId);
  if (purchase?.status !== 'pending') return;
  Object.assign(purchase, { status: 'completed', paymentIntentStatus: 'succeeded', completedAt: db.now() });
  const reference = { referenceType: 'purchase', referenceId: purchase.id };
  db.credit(userId, { delta: purchase.creditsAmount, reason: 'Compra de créditos', ...reference });
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

/** @throws AppError insufficient-credits, with the missing amount */
export function checkBalance(db: Db, userId: string, needed: number): void {
  const balance = db.credits(userId);
  if (balance >= needed) return;
  const facts = { needed: `${needed}`, balance: `${balance}`, missing: `${needed - balance}` };
  throw new AppError('insufficient-credits', { facts });
}

export const moneyHandlers: Handlers = {
  getPaymentConfig: () => paymentConfig({ apiBase: PROVIDER_URL }),
  createPaymentIntent({ params }, db) {
    const row = payableRegistration(db, params.id);
    return (openIntent(db, row.id) ?? startIntent(db, { registrationId: row.id }, row.paymentAmount)).answer;
  },
  getOpenPayment({ params }, db) {
    const { id, applicantName, applicantTaxId, applicantEmail } = ownRegistration(db, params.id);
    const payer = { name: applicantName, taxId: applicantTaxId, email: applicantEmail, address: null };
    return { intent: openIntent(db, id)?.answer ?? null, payer };
  },
  listOpenVouchers: ({ query }, db) =>
    paged(
      db.intents.flatMap(({ answer, of, status, userId }) =>
        'registrationId' in of && answer.voucher !== null && userId === db.me.id && status !== 'succeeded'
          ? [{ registrationId: of.registrationId, amount: answer.amount, voucher: answer.voucher }]
          : [],
      ),
      query,
    ),
  payWithCredits({ params }, db) {
    const row = ownRegistration(db, params.id);
    const { me } = db;
    const price = row.paymentAmount;
    const isPaid = db.payments.some((one) => one.registrationId === row.id && one.method === 'credits');
    if (isPaid) return { creditsUsed: price, balance: db.credits(me.id) };
    if (!canPay(row)) throw new AppError('not-payable');
    checkBalance(db, me.id, price);
    const reason = 'Pagamento de registro com créditos';
    db.credit(me.id, { delta: -price, reason, referenceType: 'registration', referenceId: row.id });
    settle(db, row, 'credits', null);
    return { creditsUsed: price, balance: db.credits(me.id) };
  },
  syncPayment({ params }, db) {
    const intent = db.intents.find(
      ({ answer, userId }) => answer.paymentIntentId === params.paymentIntentId && userId === db.me.id,
    );
    if (intent === undefined) throw new AppError('not-found', { message: 'Pagamento não encontrado' });
    if (intent.status === 'succeeded') fulfil(db, intent);
    return { status: intent.status };
  },
  listCreditPackages: () => packages,
  createPurchaseIntent({ body: { packageId, customAmount } }, db) {
    const cents = customAmount ?? packages.items.find(({ id }) => id === packageId)?.priceInCents;
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
    const purchase = newestFirst(db.purchases, db.me.id).find(({ id }) => id === params.id);
    if (purchase === undefined) throw new AppError('not-found', { message: 'Compra não encontrada' });
    const intent = openIntent(db, purchase.id);
    return {
      intent: intent === undefined ? null : { ...intent.answer, credits: purchase.creditsAmount },
      payer: null,
    };
  },
  listCreditTransactions: ({ query }, db) => paged(newestFirst(db.transactions, db.me.id), query),
  listCreditPurchases: ({ query }, db) => paged(newestFirst(db.purchases, db.me.id), query),
};
