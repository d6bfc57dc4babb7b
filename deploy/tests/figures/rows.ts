import type pg from 'pg';

export type RegistrationRow = {
  id: string;
  user_id: string;
  status: string;
  sha256: string | null;
  payment_amount: string;
  created_at: Date;
  status_updated_at: Date;
  payment_paid_at: Date | null;
  certificate_issued_at: Date | null;
  closed_at: Date | null;
};
export type HistoryRow = {
  registration_id: string;
  from_status: string | null;
  to_status: string;
  changed_by: string | null;
  created_at: Date;
};
type CommonPaymentColumns = {
  id: string;
  user_id: string;
  status: string;
  decline_code: string | null;
  /** Payment method at the provider; null for cards of the first releases. */
  provider_method: string | null;
  refunded_amount: string;
  created_at: Date;
};
type PaymentRow = CommonPaymentColumns & {
  registration_id: string;
  method: string;
  amount: string;
  stripe_payment_intent_id: string | null;
  captured_at: Date | null;
  settled_at: Date | null;
};
type PurchaseRow = CommonPaymentColumns & {
  price_in_cents: string;
  payment_intent_id: string | null;
  completed_at: Date | null;
};
type EventRow = {
  event_type: string;
  status: string;
  payment_intent_id: string | null;
  occurred_at: Date;
};
type AssignmentRow = { registration_id: string; operator_id: string | null };
type EntryRow = {
  user_id: string;
  delta: string;
  operation_key: string | null;
  created_at: Date;
};
type TransferRow = { amount: string; day: string };
type StripeRow = { amount: string; status: string; created_at: Date };

export type Rows = {
  registrations: RegistrationRow[];
  /** Ordered by time. */
  history: HistoryRow[];
  claims: { registration_id: string }[];
  payments: PaymentRow[];
  purchases: PurchaseRow[];
  /** Ordered as in the ledger. */
  ledger: EntryRow[];
  refunds: StripeRow[];
  disputes: StripeRow[];
  /** Boletos returned by transfer, each with its civil day in São Paulo. */
  transfers: TransferRow[];
  notices: EventRow[];
  assignments: AssignmentRow[];
  threads: { by_client: number; staff_read: number }[];
  users: { role: string }[];
};

export async function readRows(pool: pg.Pool): Promise<Rows> {
  const all = async <Row extends pg.QueryResultRow>(table: string, order = '1') =>
    (await pool.query<Row>(`SELECT * FROM ${table} ORDER BY ${order}`)).rows;
  return {
    registrations: await all('registration.registrations'),
    history: await all('registration.registration_status_history', 'created_at, id'),
    claims: await all('registration.file_claims'),
    payments: await all('payment.registration_payments'),
    purchases: await all('payment.credit_purchases'),
    ledger: await all('payment.credit_transactions', 'seq'),
    refunds: await all('payment.stripe_refunds'),
    disputes: await all('payment.stripe_disputes'),
    transfers: await all('(SELECT amount, transferred_on::text AS day FROM payment.transfers) AS each'),
    notices: await all('payment.payment_webhook_events'),
    assignments: await all('registration.registration_assignments'),
    threads: await all('registration.registration_threads'),
    users: await all('identity.users'),
  };
}
