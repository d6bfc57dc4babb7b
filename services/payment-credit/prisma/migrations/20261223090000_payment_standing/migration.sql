-- What stands against a payment, beside its status: how far refunds and disputes have come.
ALTER TABLE registration_payments
  ADD COLUMN refund_state text CHECK (refund_state IN ('pending', 'failed', 'done')),
  ADD COLUMN dispute_state text CHECK (dispute_state IN ('inquiry', 'open', 'won', 'lost')),
  -- The last moment to answer an open dispute, by the provider's clock.
  ADD COLUMN dispute_due_by timestamptz,
  -- Since when its registration is closed for it.
  ADD COLUMN closed_at timestamptz;
ALTER TABLE credit_purchases
  ADD COLUMN refund_state text CHECK (refund_state IN ('pending', 'failed', 'done')),
  ADD COLUMN dispute_state text CHECK (dispute_state IN ('inquiry', 'open', 'won', 'lost')),
  ADD COLUMN dispute_due_by timestamptz;
ALTER TABLE stripe_disputes ADD COLUMN due_by timestamptz;

ALTER TABLE due DROP CONSTRAINT due_task_check;
ALTER TABLE due ADD CONSTRAINT due_task_check
  CHECK (task IN ('settle', 'give_back', 'ask_payment', 'ask_purchase', 'refund', 'follow')) NOT VALID;
ALTER TABLE due VALIDATE CONSTRAINT due_task_check;

-- The same rules as domain/refunds.ts and domain/disputes.ts.
CREATE FUNCTION pg_temp.refund_state_of(intent text, paid bigint) RETURNS text LANGUAGE sql AS $$
  SELECT CASE
    WHEN bool_or(status = 'pending') THEN 'pending'
    WHEN coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0) >= paid THEN 'done'
    WHEN (array_agg(status ORDER BY created_at DESC NULLS LAST, id DESC))[1] = 'failed' THEN 'failed'
    WHEN bool_or(status = 'succeeded') THEN 'done' END
  FROM stripe_refunds WHERE payment_intent_id = intent
$$;
CREATE FUNCTION pg_temp.dispute_state_of(intent text) RETURNS text LANGUAGE sql AS $$
  SELECT CASE
    WHEN bool_or(status = 'lost' OR status LIKE 'appeal\_%') THEN 'lost'
    WHEN bool_or(status NOT LIKE 'warning\_%' AND status NOT IN ('won', 'prevented')) THEN 'open'
    WHEN bool_or(status = 'won') THEN 'won'
    WHEN count(*) > 0 THEN 'inquiry' END
  FROM stripe_disputes WHERE payment_intent_id = intent
$$;
UPDATE registration_payments SET refund_state = pg_temp.refund_state_of(stripe_payment_intent_id, amount)
  WHERE stripe_payment_intent_id IN (SELECT payment_intent_id FROM stripe_refunds);
UPDATE registration_payments SET dispute_state = pg_temp.dispute_state_of(stripe_payment_intent_id)
  WHERE stripe_payment_intent_id IN (SELECT payment_intent_id FROM stripe_disputes);
UPDATE credit_purchases SET refund_state = pg_temp.refund_state_of(payment_intent_id, price_in_cents)
  WHERE payment_intent_id IN (SELECT payment_intent_id FROM stripe_refunds);
UPDATE credit_purchases SET dispute_state = pg_temp.dispute_state_of(payment_intent_id)
  WHERE payment_intent_id IN (SELECT payment_intent_id FROM stripe_disputes);

-- The rule of domain/standing.ts. The registration is told by the loop that works on what is due.
UPDATE registration_payments p SET closed_at = coalesce(
    (SELECT max(created_at) FROM stripe_refunds r WHERE r.payment_intent_id = p.stripe_payment_intent_id),
    (SELECT max(told_at) FROM stripe_disputes d WHERE d.payment_intent_id = p.stripe_payment_intent_id), now())
  WHERE status = 'settled'
    AND (dispute_state = 'lost' OR refunded_amount >= amount OR (method = 'credits' AND flag IS NOT NULL));
INSERT INTO due (id, task, due_at) SELECT id, 'follow', now() FROM registration_payments WHERE closed_at IS NOT NULL
  ON CONFLICT (id) DO NOTHING;

-- What asks for an admin, newest first.
CREATE INDEX registration_payments_refunds_idx ON registration_payments (refund_state, created_at DESC, id DESC)
  WHERE refund_state IN ('pending', 'failed');
CREATE INDEX registration_payments_disputes_idx ON registration_payments (dispute_state, created_at DESC, id DESC)
  WHERE dispute_state IS NOT NULL;
CREATE INDEX registration_payments_to_return_idx ON registration_payments (created_at DESC, id DESC)
  WHERE status = 'giving_back';
CREATE INDEX credit_purchases_refunds_idx ON credit_purchases (refund_state, created_at DESC, id DESC)
  WHERE refund_state IN ('pending', 'failed');
CREATE INDEX credit_purchases_disputes_idx ON credit_purchases (dispute_state, created_at DESC, id DESC)
  WHERE dispute_state IS NOT NULL;
