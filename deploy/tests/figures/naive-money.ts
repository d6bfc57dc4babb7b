import { dayOf, isIn, perSpan, spansOf, type Window, windowBefore, windowOf } from './naive.ts';
import type { Rows } from './rows.ts';

/**
 * Replays the ledger. Returns the gifted credits used in each payment, by payment id, and the change of
 * gifted credits by each entry.
 */
function replayGifts({ ledger }: Rows) {
  const holds = new Map<string, { balance: number; gifts: number }>();
  const inPayment = new Map<string, number>();
  const changes: [at: Date, delta: number][] = [];
  for (const { user_id: user, delta: text, operation_key: key, created_at: at } of ledger) {
    const delta = Number(text);
    const account = holds.get(user) ?? { balance: 0, gifts: 0 };
    const bought = account.balance - account.gifts;
    const [kind, paymentId = ''] = key?.split(':') ?? ['gift'];
    let gifts = 0;
    if (kind === 'gift') gifts = delta > 0 ? delta : -Math.min(account.gifts, -delta);
    else if (kind === 'pay') gifts = -Math.min(account.gifts, -delta);
    else if (kind === 'giveback') gifts = inPayment.get(paymentId) ?? 0;
    else if (delta < 0) gifts = -Math.max(0, -delta - bought);
    if (kind === 'pay') inPayment.set(paymentId, -gifts);
    changes.push([at, gifts]);
    holds.set(user, { balance: account.balance + delta, gifts: account.gifts + gifts });
  }
  return { inPayment, changes };
}

/** Expected money part of GET /api/admin/analytics/figures. */
export function naiveMoney(rows: Rows, period: number, span: string, now: Date) {
  const gifts = replayGifts(rows);
  const of = (window: Window) => periodOf(rows, gifts, window);
  const received: [Date, number][] = [];
  for (const one of rows.payments) {
    if (one.method === 'card' && one.captured_at) received.push([one.captured_at, Number(one.amount)]);
  }
  for (const one of rows.purchases) {
    if (one.completed_at) received.push([one.completed_at, Number(one.price_in_cents)]);
  }
  const returned: [Date, number][] = [];
  for (const one of rows.refunds) if (isRefund(one)) returned.push([one.created_at, Number(one.amount)]);
  for (const one of rows.disputes) if (isLost(one)) returned.push([one.created_at, Number(one.amount)]);
  for (const { day, amount } of rows.transfers) returned.push([noonOf(day), Number(amount)]);
  const spans = spansOf(windowOf(period, now), span);
  const returns = perSpan(spans, returned);
  return {
    now: of(windowOf(period, now)),
    before: of(windowBefore(period, now)),
    series: perSpan(spans, received).map(([begins, receivedCents], i) => ({
      begins,
      receivedCents,
      returnedCents: returns[i]?.[1] ?? 0,
    })),
  };
}

const noonOf = (day: string) => new Date(`${day}T15:00:00Z`);
const isRefund = ({ status }: { status: string }) => status !== 'failed';
const isDispute = ({ status }: { status: string }) => !status.startsWith('warning');
const isLost = ({ status }: { status: string }) => status === 'lost' || status.startsWith('appeal');

export function moneyIn(rows: Rows, window: Window) {
  return periodOf(rows, replayGifts(rows), window);
}

function periodOf(rows: Rows, gifts: ReturnType<typeof replayGifts>, window: Window) {
  const tally = () => ({ count: 0, cents: 0 });
  const found = {
    cardPayments: tally(),
    purchases: tally(),
    settledCard: tally(),
    settledCredits: tally(),
    settledGifts: tally(),
    settledManual: tally(),
    refunds: tally(),
    disputes: tally(),
    disputesLost: tally(),
    toReturn: tally(),
    creditsOutstanding: 0,
    giftsOutstanding: 0,
    receivedCents: 0,
    netCents: 0,
    revenueCents: 0,
  };
  const add = (to: { count: number; cents: number }, cents: number) => {
    to.count += 1;
    to.cents += cents;
  };
  for (const { id, method, amount, captured_at, settled_at } of rows.payments) {
    if (method === 'card' && isIn(captured_at, window)) add(found.cardPayments, Number(amount));
    if (!isIn(settled_at, window)) continue;
    const gift = gifts.inPayment.get(id) ?? 0;
    if (method === 'card') add(found.settledCard, Number(amount));
    if (method === 'manual') add(found.settledManual, Number(amount));
    if (method === 'credits') add(found.settledCredits, Number(amount) - gift);
    if (method === 'credits' && gift > 0) add(found.settledGifts, gift);
  }
  for (const { completed_at, price_in_cents } of rows.purchases) {
    if (isIn(completed_at, window)) add(found.purchases, Number(price_in_cents));
  }
  for (const one of rows.refunds) {
    if (isRefund(one) && isIn(one.created_at, window)) add(found.refunds, Number(one.amount));
  }
  for (const { day, amount } of rows.transfers) {
    if (isIn(noonOf(day), window)) add(found.refunds, Number(amount));
  }
  for (const one of rows.disputes) {
    if (!isIn(one.created_at, window)) continue;
    if (isDispute(one)) add(found.disputes, Number(one.amount));
    if (isLost(one)) add(found.disputesLost, Number(one.amount));
  }
  for (const one of rows.ledger) {
    if (dayOf(one.created_at) <= window.to) found.creditsOutstanding += Number(one.delta);
  }
  for (const [at, delta] of gifts.changes) if (dayOf(at) <= window.to) found.giftsOutstanding += delta;
  found.receivedCents = found.cardPayments.cents + found.purchases.cents;
  for (const { method, status, amount, refunded_amount, captured_at } of rows.payments) {
    if (method === 'card' && status === 'giving_back' && isIn(captured_at, window))
      add(found.toReturn, Number(amount) - Number(refunded_amount));
  }
  const returned = found.refunds.cents + found.disputesLost.cents;
  found.netCents = found.receivedCents - returned - found.toReturn.cents;
  found.revenueCents = found.settledCard.cents + found.settledCredits.cents + found.settledManual.cents;
  return found;
}
