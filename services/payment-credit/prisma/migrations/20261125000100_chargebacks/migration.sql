-- What Stripe said of each refund and dispute, so that what is read out of order leaves the same (contract rule 7).
CREATE TABLE stripe_refunds (
  id text PRIMARY KEY,
  payment_intent_id text NOT NULL,
  -- Cents.
  amount bigint NOT NULL CHECK (amount >= 0),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed'))
);
CREATE INDEX stripe_refunds_payment_intent_id_idx ON stripe_refunds (payment_intent_id);

CREATE TABLE stripe_disputes (
  id text PRIMARY KEY,
  payment_intent_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  -- In Stripe's words.
  status text NOT NULL,
  -- Time of the event it was read for: what an earlier one brings does not count.
  told_at timestamptz NOT NULL
);
CREATE INDEX stripe_disputes_payment_intent_id_idx ON stripe_disputes (payment_intent_id);

-- How often money was tried to be given back at Stripe and the refund failed; part of the next one's idempotency key.
ALTER TABLE registration_payments ADD COLUMN refund_attempt integer NOT NULL DEFAULT 0;

-- Of the credits taken back, how many were spent and so could not be taken; and how often the number changed, part of
-- the ledger's operation key.
ALTER TABLE credit_purchases ADD COLUMN short_credits bigint NOT NULL DEFAULT 0;
ALTER TABLE credit_purchases ADD COLUMN reversals integer NOT NULL DEFAULT 0;
UPDATE credit_purchases p SET short_credits = greatest(0, reversed_credits + coalesce(
    (SELECT sum(delta) FROM credit_transactions t WHERE t.user_id = p.user_id
       AND t.operation_key LIKE 'reversal:' || p.id || ':%'), 0))
  WHERE reversed_credits > 0;
ALTER TABLE credit_purchases ADD CONSTRAINT credit_purchases_short_credits
  CHECK (short_credits BETWEEN 0 AND reversed_credits) NOT VALID;
ALTER TABLE credit_purchases VALIDATE CONSTRAINT credit_purchases_short_credits;

-- Registrations paid with credits of a purchase that was lost: who flagged what.
CREATE TABLE purchase_flags (
  purchase_id uuid NOT NULL REFERENCES credit_purchases,
  payment_id uuid NOT NULL REFERENCES registration_payments,
  flag text NOT NULL CHECK (flag IN ('refunded', 'disputed')),
  PRIMARY KEY (purchase_id, payment_id)
);
CREATE INDEX purchase_flags_payment_id_idx ON purchase_flags (payment_id);

CREATE INDEX registration_payments_spent_idx ON registration_payments (user_id, captured_at DESC, id DESC)
  WHERE method = 'credits' AND status IN ('captured', 'settled');
-- Before an account is deleted.
CREATE INDEX registration_payments_unended_idx ON registration_payments (user_id)
  WHERE status IN ('open', 'captured', 'giving_back');
-- What moved and is not decided: gauges, and the loop that needs no Stripe.
CREATE INDEX registration_payments_moved_idx ON registration_payments (status, next_check_at)
  WHERE status IN ('captured', 'giving_back');

-- A refund may fail after Stripe said that it succeeded: then the money is still to be given back.
CREATE OR REPLACE FUNCTION check_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.registration_id, NEW.user_id, NEW.method, NEW.amount)
     IS DISTINCT FROM (OLD.id, OLD.registration_id, OLD.user_id, OLD.method, OLD.amount)
     OR NEW.refund_attempt < OLD.refund_attempt
     OR (OLD.stripe_payment_intent_id IS NOT NULL
         AND NEW.stripe_payment_intent_id IS DISTINCT FROM OLD.stripe_payment_intent_id) THEN
    RAISE EXCEPTION 'payment %: its facts do not change', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.status <> OLD.status AND NOT (OLD.status || '>' || NEW.status) = ANY (ARRAY[
    'open>captured', 'open>cancelled', 'open>failed', 'captured>settled', 'captured>giving_back',
    'captured>given_back', 'cancelled>giving_back', 'failed>giving_back', 'giving_back>given_back'])
     AND NOT (OLD.status = 'given_back' AND NEW.status = 'giving_back' AND OLD.method = 'card') THEN
    RAISE EXCEPTION 'payment %: % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- What was taken back of a purchase may come back to its buyer; each change has a number of its own.
CREATE OR REPLACE FUNCTION check_purchase_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.credits_amount, NEW.price_in_cents)
     IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.credits_amount, OLD.price_in_cents)
     OR (OLD.payment_intent_id IS NOT NULL AND NEW.payment_intent_id IS DISTINCT FROM OLD.payment_intent_id)
     OR (OLD.status = 'completed' AND NEW.status <> 'completed')
     OR NEW.reversals < OLD.reversals
     OR (NEW.reversed_credits < OLD.reversed_credits AND NEW.reversals = OLD.reversals) THEN
    RAISE EXCEPTION 'purchase %: not a change it may have', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
