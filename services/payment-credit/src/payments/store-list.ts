import { walkTo } from '@g2/terms/pages';
import type { ListedPaymentStatus, PaymentFlag, PaymentKind, PaymentMethod } from '@g2/terms/payments';
import { TOTAL_CAP } from '@g2/terms/search';
import { type RawBuilder, sql } from 'kysely';
import { anyId, anyWord, type Database, type Page } from '../store.ts';
import type { PaymentFilter } from './filter.ts';
import { dayTotals, midnight, type Totals } from './store-days.ts';

/** A payment of a registration or of credits, as admins see both in one list. Amounts in cents. */
export type ListedPayment = {
  id: string;
  kind: PaymentKind;
  registrationId: string | null;
  userId: string;
  method: PaymentMethod;
  status: ListedPaymentStatus;
  amount: number;
  refundedAmount: number;
  stripePaymentIntentId: string | null;
  createdAt: Date;
  /** Its money moved. */
  movedAt: Date | null;
  settledAt: Date | null;
  flag: PaymentFlag | null;
  declineCode: string | null;
  declineMessage: string | null;
};

export type Listed = { items: ListedPayment[]; total: number; totals: Totals; totalCapped: boolean };

/** Payments of registrations and of credits, newest first, and what all that are filtered come to. */
export async function listPayments(db: Database, filter: PaymentFilter, page: Page): Promise<Listed> {
  const counted = totalsOf(db, filter);
  const walked = async () => {
    const countAll = async () => {
      const { payments: total, totalCapped } = await counted;
      return { total, totalCapped };
    };
    const { limit, offset, fromEnd } = await walkTo(page, countAll);
    const end = sql`LIMIT ${limit} OFFSET ${offset}`;
    if (!fromEnd) return (await newest(filter, sql``, end).execute(db)).rows;
    return (await oldest(filter, end).execute(db)).rows.toReversed();
  };
  const [items, { payments, totalCapped, ...totals }] = await Promise.all([walked(), counted]);
  return { items, total: payments, totals, totalCapped };
}

/** So many rows behind another one, or from the newest. @param after the id of a row; empty begins */
export async function paymentsAfter(
  db: Database,
  filter: PaymentFilter,
  after: string,
  limit: number,
): Promise<ListedPayment[]> {
  const behind = sql`AND (p.created_at, p.id) < (
    SELECT created_at, id FROM registration_payments WHERE id = ${after}::uuid
    UNION ALL SELECT created_at, id FROM credit_purchases WHERE id = ${after}::uuid)`;
  const { rows } = await newest(filter, after === '' ? sql`` : behind, sql`LIMIT ${limit}`).execute(db);
  return rows;
}

/** One payment or purchase by its id. */
export async function findListed(db: Database, id: string): Promise<ListedPayment | undefined> {
  const { rows } = await sql<ListedPayment>`
    SELECT * FROM (${both(sql`WHERE id = ${id}::uuid`, sql`WHERE id = ${id}::uuid`)}) p`.execute(db);
  return rows[0];
}

const newest = (filter: PaymentFilter, and: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
  sql<ListedPayment>`SELECT * ${paymentsWhere(filter)} ${and} ORDER BY created_at DESC, id DESC ${end}`;

const oldest = (filter: PaymentFilter, end: RawBuilder<unknown>) =>
  sql<ListedPayment>`SELECT * ${paymentsWhere(filter)} ORDER BY created_at, id ${end}`;

/** Of all, by the days they are counted by; of one account's or a search's, as they are: up to the cap of big lists. */
async function totalsOf(db: Database, filter: PaymentFilter): Promise<Totals & Counted> {
  if (filter.userId === undefined && filter.search === undefined)
    return { ...(await dayTotals(db, filter)), totalCapped: false };
  const { rows } = await sql<Totals & { payments: number }>`
    SELECT least(count(*), ${TOTAL_CAP})::int8 AS payments,
      coalesce(sum(amount) FILTER (WHERE moved_at IS NOT NULL AND method <> 'credits'), 0)::int8 AS received,
      coalesce(sum(refunded_amount) FILTER (WHERE moved_at IS NOT NULL AND method <> 'credits'), 0)::int8 AS refunded,
      coalesce(sum(amount - refunded_amount) FILTER (WHERE moved_at IS NOT NULL AND method = 'credits'), 0)::int8
        AS with_credits, count(*) > ${TOTAL_CAP} AS total_capped
    FROM (${newest(filter, sql``, sql`LIMIT ${TOTAL_CAP + 1}`)}) found`.execute(db);
  const [found] = rows as (Totals & Counted)[];
  if (!found) throw new Error('a count answers a row');
  return found;
}

type Counted = { payments: number; totalCapped: boolean };

function paymentsWhere(filter: PaymentFilter) {
  const { statuses, kinds } = filter;
  return sql`
    FROM (${both(rowsWhere(filter, 'registration'), rowsWhere(filter, 'credit_purchase'))}) p
    WHERE (${statuses}::text[] = '{}' OR status = ${anyWord(statuses)})
      AND (${kinds}::text[] = '{}' OR kind = ${anyWord(kinds)})`;
}

// A purchase speaks here in the words of a registration's payment; it knows of a dispute once that is lost.
const both = (payments: RawBuilder<unknown>, purchases: RawBuilder<unknown>) => sql`
  SELECT id, 'registration' AS kind, registration_id, user_id, method,
    shown_status(status, decline_code) AS status, amount, refunded_amount, stripe_payment_intent_id, created_at,
    captured_at AS moved_at, settled_at, flag, decline_code, decline_message
  FROM registration_payments ${payments}
  UNION ALL
  SELECT id, 'credit_purchase', NULL, user_id, 'card', shown_purchase_status(status, decline_code),
    price_in_cents, refunded_amount, payment_intent_id, created_at, completed_at, completed_at,
    CASE WHEN disputed_amount > 0 THEN 'disputed' WHEN refunded_amount > 0 THEN 'refunded' END,
    decline_code, decline_message
  FROM credit_purchases ${purchases}`;

/** What an index of one of the two tables answers. */
function rowsWhere({ userId, from, to, search }: PaymentFilter, kind: PaymentKind) {
  const all: RawBuilder<unknown>[] = [];
  if (userId !== undefined) all.push(sql`user_id = ${userId}::uuid`);
  if (from !== '') all.push(sql`created_at >= ${midnight(from)}`);
  if (to !== '') all.push(sql`created_at < ${midnight(to, 1)}`);
  if (search) {
    const { userIds, registrationIds, paymentIntentId } = search;
    all.push(
      kind === 'registration'
        ? sql`(user_id = ${anyId(userIds)} OR registration_id = ${anyId(registrationIds)}
            OR stripe_payment_intent_id = ${paymentIntentId})`
        : sql`(user_id = ${anyId(userIds)} OR payment_intent_id = ${paymentIntentId})`,
    );
  }
  return all.length === 0 ? sql`` : sql`WHERE ${sql.join(all, sql` AND `)}`;
}
