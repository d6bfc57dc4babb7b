import { dayOf } from './naive.ts';
import type { Rows } from './rows.ts';

export type Filter = {
  statuses?: string[];
  kinds?: string[];
  userId?: string;
  from?: string;
  to?: string;
  registrationIds?: string[];
};

type Listed = {
  kind: string;
  status: string;
  method: string;
  userId: string;
  registrationId: string | null;
  day: string;
  cents: number;
  refunded: number;
  hasMoved: boolean;
};

function listed({ payments, purchases }: Rows): Listed[] {
  const all: Listed[] = [];
  for (const one of payments) {
    const isDeclined = one.status === 'open' && one.decline_code !== null;
    all.push({
      kind: 'registration',
      status: isDeclined ? 'declined' : one.status,
      method: one.method,
      userId: one.user_id,
      registrationId: one.registration_id,
      day: dayOf(one.created_at),
      cents: Number(one.amount),
      refunded: Number(one.refunded_amount),
      hasMoved: one.captured_at !== null,
    });
  }
  const shown: Record<string, string> = { pending: 'open', completed: 'settled' };
  for (const one of purchases) {
    const isDeclined = one.status === 'pending' && one.decline_code !== null;
    all.push({
      kind: 'credit_purchase',
      status: isDeclined ? 'declined' : (shown[one.status] ?? one.status),
      method: 'card',
      userId: one.user_id,
      registrationId: null,
      day: dayOf(one.created_at),
      cents: Number(one.price_in_cents),
      refunded: Number(one.refunded_amount),
      hasMoved: one.completed_at !== null,
    });
  }
  return all;
}

/** Expected totals of GET /api/admin/payments for a filter. */
export function naivePayments(rows: Rows, filter: Filter) {
  const totals = { count: 0, received: 0, refunded: 0, withCredits: 0 };
  for (const one of listed(rows)) {
    if (filter.statuses?.length && !filter.statuses.includes(one.status)) continue;
    if (filter.kinds?.length && !filter.kinds.includes(one.kind)) continue;
    if (filter.userId && one.userId !== filter.userId) continue;
    if (filter.from && one.day < filter.from) continue;
    if (filter.to && one.day > filter.to) continue;
    if (filter.registrationIds && !filter.registrationIds.includes(one.registrationId ?? '')) continue;
    totals.count += 1;
    if (!one.hasMoved) continue;
    if (one.method === 'credits') totals.withCredits += one.cents - one.refunded;
    else totals.received += one.cents;
    if (one.method !== 'credits') totals.refunded += one.refunded;
  }
  return totals;
}

/** Expected totals of GET /api/admin/unpaid-files. */
export function naiveUnpaid({ registrations }: Rows) {
  const unpaid = registrations.filter((one) => one.sha256 !== null && one.payment_paid_at === null);
  return { count: unpaid.length, amount: unpaid.reduce((sum, one) => sum + Number(one.payment_amount), 0) };
}
