-- What lists of payments come to, by the civil day they began on: totals of a period, a state or a kind cost the same
-- however many payments there are. Kept as payment_counters are: a writer touches the shard of its own backend.
CREATE TABLE payment_days (
  -- In America/Sao_Paulo.
  day date NOT NULL,
  kind text NOT NULL,
  method text NOT NULL,
  -- As a list shows it.
  status text NOT NULL,
  shard integer NOT NULL,
  payments bigint NOT NULL,
  -- Cents of what was captured or completed, and of what was given back of it.
  received bigint NOT NULL,
  refunded bigint NOT NULL,
  PRIMARY KEY (day, kind, method, status, shard)
) WITH (fillfactor = 50);

CREATE FUNCTION civil_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'America/Sao_Paulo')::date
$$;

-- A purchase's status in the words of a registration's payment.
CREATE FUNCTION shown_purchase_status(status text, decline_code text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
  SELECT CASE shown_status(status, decline_code) WHEN 'pending' THEN 'open' WHEN 'completed' THEN 'settled'
    ELSE shown_status(status, decline_code) END
$$;

-- Takes a row as it was from its day, and puts it there as it is now; the first status is null when it was not there.
CREATE FUNCTION move_in_day(
  began timestamptz, of_kind text, by_method text,
  old_status text, old_received bigint, old_refunded bigint,
  new_status text, new_received bigint, new_refunded bigint
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO payment_days AS d (day, kind, method, status, shard, payments, received, refunded)
    SELECT civil_day(began), of_kind, by_method, it.status, pg_backend_pid() % 64,
      sum(it.payments), sum(it.received), sum(it.refunded)
    FROM (VALUES (old_status, -1, -old_received, -old_refunded), (new_status, 1, new_received, new_refunded))
      AS it (status, payments, received, refunded)
    WHERE it.status IS NOT NULL
    GROUP BY it.status ORDER BY it.status
  ON CONFLICT (day, kind, method, status, shard) DO UPDATE SET payments = d.payments + excluded.payments,
    received = d.received + excluded.received, refunded = d.refunded + excluded.refunded;
END $$;

-- What a row says beside its status: nothing before its money moved.
CREATE FUNCTION moved_cents(moved_at timestamptz, cents bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN moved_at IS NULL THEN 0 ELSE cents END $$;

CREATE FUNCTION payment_in_day() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM move_in_day(NEW.created_at, 'registration', NEW.method,
    CASE WHEN TG_OP = 'UPDATE' THEN shown_status(OLD.status, OLD.decline_code) END,
    CASE WHEN TG_OP = 'UPDATE' THEN moved_cents(OLD.captured_at, OLD.amount) END,
    CASE WHEN TG_OP = 'UPDATE' THEN moved_cents(OLD.captured_at, OLD.refunded_amount) END,
    shown_status(NEW.status, NEW.decline_code), moved_cents(NEW.captured_at, NEW.amount),
    moved_cents(NEW.captured_at, NEW.refunded_amount));
  RETURN NULL;
END $$;
CREATE TRIGGER registration_payments_in_day AFTER INSERT ON registration_payments
  FOR EACH ROW EXECUTE FUNCTION payment_in_day();
CREATE TRIGGER registration_payments_moved_in_day AFTER UPDATE ON registration_payments FOR EACH ROW
  WHEN ((OLD.status, OLD.captured_at, OLD.refunded_amount, OLD.decline_code)
    IS DISTINCT FROM (NEW.status, NEW.captured_at, NEW.refunded_amount, NEW.decline_code))
  EXECUTE FUNCTION payment_in_day();

CREATE FUNCTION purchase_in_day() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM move_in_day(NEW.created_at, 'credit_purchase', 'card',
    CASE WHEN TG_OP = 'UPDATE' THEN shown_purchase_status(OLD.status, OLD.decline_code) END,
    CASE WHEN TG_OP = 'UPDATE' THEN moved_cents(OLD.completed_at, OLD.price_in_cents) END,
    CASE WHEN TG_OP = 'UPDATE' THEN moved_cents(OLD.completed_at, OLD.refunded_amount) END,
    shown_purchase_status(NEW.status, NEW.decline_code), moved_cents(NEW.completed_at, NEW.price_in_cents),
    moved_cents(NEW.completed_at, NEW.refunded_amount));
  RETURN NULL;
END $$;
CREATE TRIGGER credit_purchases_in_day AFTER INSERT ON credit_purchases
  FOR EACH ROW EXECUTE FUNCTION purchase_in_day();
CREATE TRIGGER credit_purchases_moved_in_day AFTER UPDATE ON credit_purchases FOR EACH ROW
  WHEN ((OLD.status, OLD.completed_at, OLD.refunded_amount, OLD.decline_code)
    IS DISTINCT FROM (NEW.status, NEW.completed_at, NEW.refunded_amount, NEW.decline_code))
  EXECUTE FUNCTION purchase_in_day();

-- What there is already; the triggers' locks keep writers away until this commits.
INSERT INTO payment_days (day, kind, method, status, shard, payments, received, refunded)
  SELECT civil_day(created_at), 'registration', method, shown_status(status, decline_code), 0, count(*),
    sum(moved_cents(captured_at, amount)), sum(moved_cents(captured_at, refunded_amount))
  FROM registration_payments GROUP BY 1, 3, 4
  UNION ALL
  SELECT civil_day(created_at), 'credit_purchase', 'card', shown_purchase_status(status, decline_code), 0, count(*),
    sum(moved_cents(completed_at, price_in_cents)), sum(moved_cents(completed_at, refunded_amount))
  FROM credit_purchases GROUP BY 1, 4;
