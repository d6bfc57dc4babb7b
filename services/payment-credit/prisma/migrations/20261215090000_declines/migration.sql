-- Declined card payments by the civil day: with those that succeeded beside them, how well payments go is read from days. A
-- notice tells of one once it was worked on, and its intent is one of ours; the row keeps whether it counts, whatever becomes
-- known later.
ALTER TABLE money_days ADD COLUMN declines bigint NOT NULL DEFAULT 0;
ALTER TABLE payment_webhook_events ADD COLUMN is_decline boolean NOT NULL DEFAULT false;

CREATE FUNCTION is_own_decline(event_type text, status text, intent text) RETURNS boolean
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT event_type = 'payment_intent.payment_failed' AND status = 'processed'
    AND (EXISTS (SELECT FROM registration_payments WHERE stripe_payment_intent_id = intent)
      OR EXISTS (SELECT FROM credit_purchases p WHERE p.payment_intent_id = intent))
$$;

CREATE FUNCTION note_decline() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.is_decline := is_own_decline(NEW.event_type, NEW.status, NEW.payment_intent_id);
  RETURN NEW;
END $$;

CREATE FUNCTION book_decline() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  happened_at timestamptz := CASE TG_OP WHEN 'DELETE' THEN OLD.occurred_at ELSE NEW.occurred_at END;
  was boolean := TG_OP <> 'INSERT' AND OLD.is_decline;
  is_now boolean := TG_OP <> 'DELETE' AND NEW.is_decline;
BEGIN
  IF was <> is_now THEN
    INSERT INTO money_days AS d (day, shard, declines)
      VALUES (civil_day(happened_at), pg_backend_pid() % 16, is_now::int - was::int)
    ON CONFLICT (day, shard) DO UPDATE SET declines = d.declines + excluded.declines;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_webhook_events_noted BEFORE INSERT OR UPDATE ON payment_webhook_events FOR EACH ROW
  WHEN (NEW.event_type = 'payment_intent.payment_failed') EXECUTE FUNCTION note_decline();
CREATE TRIGGER payment_webhook_events_declined AFTER INSERT OR UPDATE OR DELETE ON payment_webhook_events
  FOR EACH ROW EXECUTE FUNCTION book_decline();

-- A few thousand rows: to start workers takes longer than to read them.
ALTER TABLE money_days SET (parallel_workers = 0);
ALTER TABLE payment_days SET (parallel_workers = 0);

-- What there is already, by those triggers themselves; their locks keep writers away until this commits.
UPDATE payment_webhook_events SET is_decline = false
  WHERE event_type = 'payment_intent.payment_failed' AND status = 'processed';
