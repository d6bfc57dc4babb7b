import { type PageBounds, planPageRead } from '@g2/terms/pages';
import {
  type DisputeState,
  type ListedPaymentStatus,
  PAYMENT_KINDS,
  type PaymentFlag,
  type PaymentKind,
  type PaymentMethod,
  type RefundState,
} from '@g2/terms/payments';
import { TOTAL_CAP } from '@g2/terms/search';
import { type RawBuilder, sql } from 'kysely';
import { anyUuid, type Database } from '../store.ts';
import type { PaymentFilter } from './filter.ts';
import { attentionOf } from './store-attention.ts';
import { dayTotals, startOfDay, type Totals } from './store-days.ts';

/** A registration's payment or a purchase of credits. Amounts in cents. */
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
  /** When the money was captured. */
  movedAt: Date | null;
  settledAt: Date | null;
  flag: PaymentFlag | null;
  declineCode: string | null;
  declineMessage: string | null;
  refundState: RefundState | null;
  disputeState: DisputeState | null;
  disputeDueBy: Date | null;
  closedAt: Date | null;
};

export type ListedPayments = { items: ListedPayment[]; total: number; totals: Totals; totalCapped: boolean };

/** Newest first, with the totals of all matches. */
export async function listPayments(
  db: Database,
  filter: PaymentFilter,
  page: PageBounds,
): Promise<ListedPayments> {
  const counted = totalsOf(db, filter);
  const readPage = async () => {
    const countAll = async () => {
      const { payments: total, totalCapped } = await counted;
      return { total, totalCapped };
    };
    const { limit, offset, fromEnd } = await planPageRead(page, countAll);
    const { rows } = await read(filter, { limit, offset, oldest: fromEnd }).execute(db);
    return fromEnd ? rows.toReversed() : rows;
  };
  const [items, { payments, totalCapped, ...totals }] = await Promise.all([readPage(), counted]);
  return { items, total: payments, totals, totalCapped };
}

/** Reads one page after a cursor (keyset). @param after id of the last row read; '' for the first page */
export async function paymentsAfter(
  db: Database,
  filter: PaymentFilter,
  after: string,
  limit: number,
): Promise<ListedPayment[]> {
  const afterCursor = sql`(created_at, id) < (
    SELECT created_at, id FROM registration_payments WHERE id = ${after}::uuid
    UNION ALL SELECT created_at, id FROM credit_purchases WHERE id = ${after}::uuid)`;
  const { rows } = await read(filter, { limit, ...(after !== '' && { behind: afterCursor }) }).execute(db);
  return rows;
}

export async function findListed(db: Database, id: string): Promise<ListedPayment | undefined> {
  const each = PAYMENT_KINDS.map((kind) => sql`${rowsOf(kind)} WHERE id = ${id}::uuid`);
  const { rows } = await sql<ListedPayment>`${sql.join(each, sql` UNION ALL `)}`.execute(db);
  return rows[0];
}

type Slice = { limit: number; offset?: number; oldest?: boolean; behind?: RawBuilder<unknown> };

/** Reads limit + offset rows per kind and status: the planner does not push the LIMIT into the UNION. */
function read(filter: PaymentFilter, { limit, offset = 0, oldest = false, behind: afterCursor }: Slice) {
  const order = oldest ? sql`ORDER BY created_at, id` : sql`ORDER BY created_at DESC, id DESC`;
  const kinds = filter.kinds.length === 0 ? PAYMENT_KINDS : [...new Set(filter.kinds)];
  const statuses = filter.statuses.length === 0 ? [undefined] : [...new Set(filter.statuses)];
  const each = kinds.flatMap((kind) =>
    statuses.map((status) => {
      const all = [...conditionsOf(filter, kind, status), ...(afterCursor ? [afterCursor] : [])];
      const where = all.length === 0 ? sql`` : sql`WHERE ${sql.join(all, sql` AND `)}`;
      return sql`(${rowsOf(kind)} ${where} ${order} LIMIT ${limit + offset})`;
    }),
  );
  return sql<ListedPayment>`SELECT * FROM (${sql.join(each, sql` UNION ALL `)}) p ${order} LIMIT ${limit} OFFSET ${offset}`;
}

/** Uses daily sums where possible. With an account, search or attention filter it counts rows, up to TOTAL_CAP. */
async function totalsOf(db: Database, filter: PaymentFilter): Promise<Totals & Counted> {
  if (filter.userId === undefined && filter.search === undefined && filter.attention === undefined)
    return { ...(await dayTotals(db, filter)), totalCapped: false };
  const { rows } = await sql<Totals & { payments: number }>`
    SELECT least(count(*), ${TOTAL_CAP})::int8 AS payments,
      coalesce(sum(amount) FILTER (WHERE moved_at IS NOT NULL AND method <> 'credits'), 0)::int8 AS received,
      coalesce(sum(refunded_amount) FILTER (WHERE moved_at IS NOT NULL AND method <> 'credits'), 0)::int8 AS refunded,
      coalesce(sum(amount - refunded_amount) FILTER (WHERE moved_at IS NOT NULL AND method = 'credits'), 0)::int8
        AS with_credits, count(*) > ${TOTAL_CAP} AS total_capped
    FROM (${read(filter, { limit: TOTAL_CAP + 1 })}) found`.execute(db);
  const [found] = rows as (Totals & Counted)[];
  if (!found) throw new Error('a count answers a row');
  return found;
}

type Counted = { payments: number; totalCapped: boolean };

/** Each equals the expression of an index, so that PostgreSQL can use the index. */
const DISPLAYED_STATUS: Readonly<Record<PaymentKind, RawBuilder<string>>> = {
  registration: sql`shown_status(status, decline_code)`,
  credit_purchase: sql`shown_purchase_status(status, decline_code)`,
};

// A purchase is listed with the status names of a payment. Its flag does not show an open dispute.
const rowsOf = (kind: PaymentKind): RawBuilder<unknown> =>
  kind === 'registration'
    ? sql`SELECT id, 'registration' AS kind, registration_id, user_id,
        CASE method WHEN 'card' THEN coalesce(provider_method, 'card') ELSE method END AS method,
        ${DISPLAYED_STATUS[kind]} AS status, amount,
        refunded_amount, stripe_payment_intent_id, created_at, captured_at AS moved_at, settled_at, flag, decline_code,
        decline_message, refund_state, dispute_state, dispute_due_by, closed_at
      FROM registration_payments`
    : sql`SELECT id, 'credit_purchase' AS kind, NULL::uuid AS registration_id, user_id,
        coalesce(provider_method, 'card') AS method,
        ${DISPLAYED_STATUS[kind]} AS status, price_in_cents AS amount, refunded_amount,
        payment_intent_id AS stripe_payment_intent_id, created_at, completed_at AS moved_at, completed_at AS settled_at,
        CASE WHEN disputed_amount > 0 THEN 'disputed' WHEN refunded_amount > 0 THEN 'refunded' END AS flag, decline_code,
        decline_message, refund_state, dispute_state, dispute_due_by, NULL::timestamptz AS closed_at
      FROM credit_purchases`;

/** Each condition is backed by an index. */
function conditionsOf(
  { userId, from, to, search, attention }: PaymentFilter,
  kind: PaymentKind,
  status: ListedPaymentStatus | undefined,
): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [];
  if (status !== undefined) all.push(sql`${DISPLAYED_STATUS[kind]} = ${status}`);
  if (attention !== undefined) all.push(attentionOf(attention, kind));
  if (userId !== undefined) all.push(sql`user_id = ${userId}::uuid`);
  if (from !== '') all.push(sql`created_at >= ${startOfDay(from)}`);
  if (to !== '') all.push(sql`created_at < ${startOfDay(to, 1)}`);
  if (search) {
    const { userIds, registrationIds, paymentIntentId } = search;
    all.push(
      kind === 'registration'
        ? sql`(user_id = ${anyUuid(userIds)} OR registration_id = ${anyUuid(registrationIds)}
            OR stripe_payment_intent_id = ${paymentIntentId})`
        : sql`(user_id = ${anyUuid(userIds)} OR payment_intent_id = ${paymentIntentId})`,
    );
  }
  return all;
}
