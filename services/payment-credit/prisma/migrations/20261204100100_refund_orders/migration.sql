-- Refunds that admins ordered, each recorded before Stripe is asked: its id is the key it is asked by.
CREATE TABLE refund_orders (
  id uuid PRIMARY KEY,
  -- Of a registration's payment or a purchase.
  payment_id uuid NOT NULL,
  payment_intent_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  ordered_by uuid NOT NULL,
  reason text NOT NULL,
  note text NOT NULL,
  ordered_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'sent', 'refused')),
  stripe_refund_id text,
  CHECK ((state = 'sent') = (stripe_refund_id IS NOT NULL))
);
CREATE INDEX refund_orders_payment_id_ordered_at_idx ON refund_orders (payment_id, ordered_at DESC);
CREATE UNIQUE INDEX refund_orders_one_asked_idx ON refund_orders (payment_id) WHERE state = 'asked';

-- An order that Stripe has not taken yet is due under its own id.
ALTER TABLE due DROP CONSTRAINT due_task_check;
ALTER TABLE due ADD CONSTRAINT due_task_check
  CHECK (task IN ('settle', 'give_back', 'ask_payment', 'ask_purchase', 'refund')) NOT VALID;
ALTER TABLE due VALIDATE CONSTRAINT due_task_check;

-- When they began, at Stripe; null for those read before.
ALTER TABLE stripe_refunds ADD COLUMN created_at timestamptz;
ALTER TABLE stripe_disputes ADD COLUMN created_at timestamptz;

-- What happened to a payment.
CREATE INDEX payment_webhook_events_intent_idx ON payment_webhook_events (payment_intent_id, occurred_at)
  WHERE payment_intent_id IS NOT NULL;
