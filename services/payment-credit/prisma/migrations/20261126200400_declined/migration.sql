-- Why the last card was declined, in the provider's words; null once another went through.
ALTER TABLE registration_payments ADD COLUMN decline_code text, ADD COLUMN decline_message text;
ALTER TABLE credit_purchases ADD COLUMN decline_code text, ADD COLUMN decline_message text;
-- What the event itself said.
ALTER TABLE payment_webhook_events ADD COLUMN decline_code text, ADD COLUMN decline_message text;

-- The status a list shows: an open payment whose last card was declined is no more like one whose payer went away.
CREATE FUNCTION shown_status(status text, decline_code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN status IN ('open', 'pending') AND decline_code IS NOT NULL THEN 'declined' ELSE status END
$$;

-- As before, by the status that is shown.
CREATE OR REPLACE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  kinds text[] := ARRAY['payments:registration:' || shown_status(NEW.status, NEW.decline_code)];
  deltas bigint[] := ARRAY[1];
BEGIN
  IF NEW.captured_at IS NOT NULL THEN
    kinds := kinds || ARRAY['money:' || NEW.method, 'money:refund'];
    deltas := deltas || ARRAY[NEW.amount, NEW.refunded_amount];
  END IF;
  IF TG_OP = 'UPDATE' THEN
    kinds := kinds || ARRAY['payments:registration:' || shown_status(OLD.status, OLD.decline_code)];
    deltas := deltas || ARRAY[-1::bigint];
    IF OLD.captured_at IS NOT NULL THEN
      kinds := kinds || ARRAY['money:' || OLD.method, 'money:refund'];
      deltas := deltas || ARRAY[-OLD.amount, -OLD.refunded_amount];
    END IF;
  END IF;
  PERFORM add_to_counters(kinds, deltas);
  RETURN NULL;
END $$;
DROP TRIGGER registration_payments_recounted ON registration_payments;
CREATE TRIGGER registration_payments_recounted AFTER UPDATE ON registration_payments FOR EACH ROW
  WHEN ((OLD.status, OLD.captured_at, OLD.refunded_amount, OLD.decline_code)
    IS DISTINCT FROM (NEW.status, NEW.captured_at, NEW.refunded_amount, NEW.decline_code))
  EXECUTE FUNCTION count_payment();

CREATE OR REPLACE FUNCTION count_purchase() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  kinds text[] := ARRAY['payments:credit_purchase:' || shown_status(NEW.status, NEW.decline_code)];
  deltas bigint[] := ARRAY[1];
BEGIN
  IF NEW.completed_at IS NOT NULL THEN
    kinds := kinds || ARRAY['money:purchase', 'money:refund'];
    deltas := deltas || ARRAY[NEW.price_in_cents, NEW.refunded_amount + NEW.disputed_amount];
  END IF;
  IF TG_OP = 'UPDATE' THEN
    kinds := kinds || ARRAY['payments:credit_purchase:' || shown_status(OLD.status, OLD.decline_code)];
    deltas := deltas || ARRAY[-1::bigint];
    IF OLD.completed_at IS NOT NULL THEN
      kinds := kinds || ARRAY['money:purchase', 'money:refund'];
      deltas := deltas || ARRAY[-OLD.price_in_cents, -OLD.refunded_amount - OLD.disputed_amount];
    END IF;
  END IF;
  PERFORM add_to_counters(kinds, deltas);
  RETURN NULL;
END $$;
DROP TRIGGER credit_purchases_recounted ON credit_purchases;
CREATE TRIGGER credit_purchases_recounted AFTER UPDATE ON credit_purchases FOR EACH ROW
  WHEN ((OLD.status, OLD.completed_at, OLD.refunded_amount, OLD.disputed_amount, OLD.decline_code)
    IS DISTINCT FROM (NEW.status, NEW.completed_at, NEW.refunded_amount, NEW.disputed_amount, NEW.decline_code))
  EXECUTE FUNCTION count_purchase();
