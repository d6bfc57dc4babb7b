-- Totals of lists, sums of money and of what is owed, as they change: no request and no gauge reads the tables whole. A
-- writer touches the shard of its own backend; shards may be negative, their sum is the figure. What one row changes is
-- taken in the order of its names.
CREATE TABLE payment_counters (
  kind text NOT NULL,
  shard integer NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (kind, shard)
) WITH (fillfactor = 50);

CREATE FUNCTION add_to_counters(kinds text[], deltas bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO payment_counters AS c (kind, shard, value)
    SELECT kind, pg_backend_pid() % 64, sum(delta)
    FROM unnest(kinds, deltas) AS k (kind, delta)
    GROUP BY kind HAVING sum(delta) <> 0 ORDER BY kind
  ON CONFLICT (kind, shard) DO UPDATE SET value = c.value + excluded.value;
END $$;

-- payments:<kind>:<status> counts rows; money:<what> sums cents of what was captured or completed.
CREATE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  kinds text[] := ARRAY['payments:registration:' || NEW.status];
  deltas bigint[] := ARRAY[1];
BEGIN
  IF NEW.captured_at IS NOT NULL THEN
    kinds := kinds || ARRAY['money:' || NEW.method, 'money:refund'];
    deltas := deltas || ARRAY[NEW.amount, NEW.refunded_amount];
  END IF;
  IF TG_OP = 'UPDATE' THEN
    kinds := kinds || ARRAY['payments:registration:' || OLD.status];
    deltas := deltas || ARRAY[-1::bigint];
    IF OLD.captured_at IS NOT NULL THEN
      kinds := kinds || ARRAY['money:' || OLD.method, 'money:refund'];
      deltas := deltas || ARRAY[-OLD.amount, -OLD.refunded_amount];
    END IF;
  END IF;
  PERFORM add_to_counters(kinds, deltas);
  RETURN NULL;
END $$;
CREATE TRIGGER registration_payments_counted AFTER INSERT ON registration_payments
  FOR EACH ROW EXECUTE FUNCTION count_payment();
CREATE TRIGGER registration_payments_recounted AFTER UPDATE ON registration_payments FOR EACH ROW
  WHEN ((OLD.status, OLD.captured_at, OLD.refunded_amount)
    IS DISTINCT FROM (NEW.status, NEW.captured_at, NEW.refunded_amount))
  EXECUTE FUNCTION count_payment();

CREATE FUNCTION count_purchase() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  kinds text[] := ARRAY['payments:credit_purchase:' || NEW.status];
  deltas bigint[] := ARRAY[1];
BEGIN
  IF NEW.completed_at IS NOT NULL THEN
    kinds := kinds || ARRAY['money:purchase', 'money:refund'];
    deltas := deltas || ARRAY[NEW.price_in_cents, NEW.refunded_amount + NEW.disputed_amount];
  END IF;
  IF TG_OP = 'UPDATE' THEN
    kinds := kinds || ARRAY['payments:credit_purchase:' || OLD.status];
    deltas := deltas || ARRAY[-1::bigint];
    IF OLD.completed_at IS NOT NULL THEN
      kinds := kinds || ARRAY['money:purchase', 'money:refund'];
      deltas := deltas || ARRAY[-OLD.price_in_cents, -OLD.refunded_amount - OLD.disputed_amount];
    END IF;
  END IF;
  PERFORM add_to_counters(kinds, deltas);
  RETURN NULL;
END $$;
CREATE TRIGGER credit_purchases_counted AFTER INSERT ON credit_purchases
  FOR EACH ROW EXECUTE FUNCTION count_purchase();
CREATE TRIGGER credit_purchases_recounted AFTER UPDATE ON credit_purchases FOR EACH ROW
  WHEN ((OLD.status, OLD.completed_at, OLD.refunded_amount, OLD.disputed_amount)
    IS DISTINCT FROM (NEW.status, NEW.completed_at, NEW.refunded_amount, NEW.disputed_amount))
  EXECUTE FUNCTION count_purchase();

CREATE FUNCTION count_event() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_counters(ARRAY['events:' || NEW.status], ARRAY[1::bigint]);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_counters(ARRAY['events:' || OLD.status], ARRAY[-1::bigint]);
  ELSE
    PERFORM add_to_counters(ARRAY['events:' || OLD.status, 'events:' || NEW.status], ARRAY[-1::bigint, 1]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_webhook_events_counted AFTER INSERT OR DELETE ON payment_webhook_events
  FOR EACH ROW EXECUTE FUNCTION count_event();
CREATE TRIGGER payment_webhook_events_recounted AFTER UPDATE ON payment_webhook_events FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_event();

CREATE FUNCTION count_owed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_counters(ARRAY['owed'], ARRAY[NEW.owed]);
  ELSE
    PERFORM add_to_counters(ARRAY['owed'], ARRAY[NEW.owed - OLD.owed]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_owed_counted AFTER INSERT ON accounts FOR EACH ROW
  WHEN (NEW.owed <> 0) EXECUTE FUNCTION count_owed();
CREATE TRIGGER accounts_owed_recounted AFTER UPDATE ON accounts FOR EACH ROW
  WHEN (OLD.owed <> NEW.owed) EXECUTE FUNCTION count_owed();

-- What there is already; the triggers' locks keep writers away until this commits.
INSERT INTO payment_counters (kind, shard, value)
  SELECT 'payments:registration:' || status, 0, count(*) FROM registration_payments GROUP BY status
  UNION ALL SELECT 'payments:credit_purchase:' || status, 0, count(*) FROM credit_purchases GROUP BY status
  UNION ALL SELECT 'events:' || status, 0, count(*) FROM payment_webhook_events GROUP BY status
  UNION ALL SELECT 'money:' || method, 0, sum(amount) FROM registration_payments
    WHERE captured_at IS NOT NULL GROUP BY method
  UNION ALL SELECT 'money:purchase', 0, coalesce(sum(price_in_cents), 0) FROM credit_purchases
    WHERE completed_at IS NOT NULL
  UNION ALL SELECT 'money:refund', 0,
    (SELECT coalesce(sum(refunded_amount), 0) FROM registration_payments WHERE captured_at IS NOT NULL)
    + (SELECT coalesce(sum(refunded_amount + disputed_amount), 0) FROM credit_purchases
       WHERE completed_at IS NOT NULL)
  UNION ALL SELECT 'owed', 0, coalesce(sum(owed), 0) FROM accounts;
