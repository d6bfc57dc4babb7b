import {
  PAYMENT_ATTENTIONS,
  PAYMENT_KINDS,
  type PaymentAttention,
  type PaymentKind,
} from '@g2/terms/payments';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { MAX_REFUND_ATTEMPTS } from '../payments/domain/registration-payment.ts';
import type { Database } from '../store.ts';

// Money that Stripe cannot return. Must match `isStuck` of payments/domain.
const STUCK = sql`(provider_method = 'boleto' OR refund_attempt >= ${sql.lit(MAX_REFUND_ATTEMPTS)})`;

const TO_RETURN: Readonly<Record<PaymentKind, RawBuilder<SqlBool>>> = {
  registration: sql<SqlBool>`(status = 'giving_back' AND ${STUCK})`,
  credit_purchase: sql<SqlBool>`false`,
};

const BY_STATE: Readonly<Record<Exclude<PaymentAttention, 'to_return'>, RawBuilder<SqlBool>>> = {
  refund_failed: sql<SqlBool>`refund_state = 'failed'`,
  refund_pending: sql<SqlBool>`refund_state = 'pending'`,
  dispute_open: sql<SqlBool>`dispute_state = 'open'`,
  dispute_lost: sql<SqlBool>`dispute_state = 'lost'`,
  dispute_won: sql<SqlBool>`dispute_state = 'won'`,
};

/** SQL condition of the rows that need this kind of attention. Each condition has a partial index. */
export const attentionOf = (attention: PaymentAttention, kind: PaymentKind): RawBuilder<SqlBool> =>
  attention === 'to_return' ? TO_RETURN[kind] : BY_STATE[attention];

type AttentionCount = {
  attention: PaymentAttention;
  payments: number;
  cents: number;
  dueBy: Date | undefined;
};

export async function countAttention(db: Database): Promise<AttentionCount[]> {
  const each = PAYMENT_ATTENTIONS.flatMap((attention) =>
    PAYMENT_KINDS.map((kind) => {
      const [table, cents] =
        kind === 'registration'
          ? [sql`registration_payments`, sql`amount`]
          : [sql`credit_purchases`, sql`price_in_cents`];
      return sql`SELECT ${sql.lit(attention)}::text AS attention, ${cents} AS cents, dispute_due_by AS due_by
        FROM ${table} WHERE ${attentionOf(attention, kind)}`;
    }),
  );
  const { rows } = await sql<Omit<AttentionCount, 'dueBy'> & { dueBy: Date | null }>`
    SELECT attention, count(*)::int8 AS payments, sum(cents)::int8 AS cents, min(due_by) AS due_by
    FROM (${sql.join(each, sql` UNION ALL `)}) found GROUP BY attention`.execute(db);
  return rows.map(({ dueBy, ...row }) => ({ ...row, dueBy: dueBy ?? undefined }));
}
