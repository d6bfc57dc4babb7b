-- What an owner runs the business by, by the civil day on which it happened: read at the same cost however many
-- payments there are. Kept as payment_days are: a writer touches the shard of its own backend. One row has all figures
-- of a day, so that a year is few rows.

-- The part of an account's credits that an admin gave: what is paid with it is no revenue. Only accounts that were ever
-- given some have rows, the newest of which says how much is left of it.
CREATE TABLE credit_gifts (
  entry_id uuid PRIMARY KEY REFERENCES credit_transactions ON DELETE NO ACTION ON UPDATE NO ACTION,
  user_id uuid NOT NULL,
  seq bigint NOT NULL,
  -- Of the gifts alone.
  delta bigint NOT NULL CHECK (delta <> 0),
  gifts_after bigint NOT NULL CHECK (gifts_after >= 0)
);
CREATE UNIQUE INDEX credit_gifts_user_id_seq_key ON credit_gifts (user_id, seq);

CREATE TABLE money_days (
  -- In America/Sao_Paulo.
  day date NOT NULL,
  shard integer NOT NULL,
  -- Card payments of registrations that succeeded, and purchases of credits; cents.
  card_payments bigint NOT NULL DEFAULT 0,
  card_payment_cents bigint NOT NULL DEFAULT 0,
  purchases bigint NOT NULL DEFAULT 0,
  purchase_cents bigint NOT NULL DEFAULT 0,
  -- Registrations paid, by what paid them. Of those paid with credits the given part stands apart.
  settled_card bigint NOT NULL DEFAULT 0,
  settled_card_cents bigint NOT NULL DEFAULT 0,
  settled_credits bigint NOT NULL DEFAULT 0,
  settled_credit_cents bigint NOT NULL DEFAULT 0,
  settled_gifts bigint NOT NULL DEFAULT 0,
  settled_gift_cents bigint NOT NULL DEFAULT 0,
  settled_manual bigint NOT NULL DEFAULT 0,
  settled_manual_cents bigint NOT NULL DEFAULT 0,
  -- Refunds and disputes by the day they began on, as they are now.
  refunds bigint NOT NULL DEFAULT 0,
  refund_cents bigint NOT NULL DEFAULT 0,
  disputes bigint NOT NULL DEFAULT 0,
  dispute_cents bigint NOT NULL DEFAULT 0,
  disputes_lost bigint NOT NULL DEFAULT 0,
  dispute_lost_cents bigint NOT NULL DEFAULT 0,
  -- By how much all balances grew, and the gifts in them; hundredths of a credit.
  credits bigint NOT NULL DEFAULT 0,
  gifts bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, shard)
) WITH (fillfactor = 50);

CREATE FUNCTION book_money(
  happened_at timestamptz,
  card_payments bigint DEFAULT 0, card_payment_cents bigint DEFAULT 0,
  purchases bigint DEFAULT 0, purchase_cents bigint DEFAULT 0,
  settled_card bigint DEFAULT 0, settled_card_cents bigint DEFAULT 0,
  settled_credits bigint DEFAULT 0, settled_credit_cents bigint DEFAULT 0,
  settled_gifts bigint DEFAULT 0, settled_gift_cents bigint DEFAULT 0,
  settled_manual bigint DEFAULT 0, settled_manual_cents bigint DEFAULT 0,
  refunds bigint DEFAULT 0, refund_cents bigint DEFAULT 0,
  disputes bigint DEFAULT 0, dispute_cents bigint DEFAULT 0,
  disputes_lost bigint DEFAULT 0, dispute_lost_cents bigint DEFAULT 0,
  credits bigint DEFAULT 0, gifts bigint DEFAULT 0
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO money_days AS d (day, shard, card_payments, card_payment_cents, purchases, purchase_cents,
      settled_card, settled_card_cents, settled_credits, settled_credit_cents, settled_gifts, settled_gift_cents,
      settled_manual, settled_manual_cents, refunds, refund_cents, disputes, dispute_cents, disputes_lost,
      dispute_lost_cents, credits, gifts)
    VALUES (civil_day(happened_at), pg_backend_pid() % 16, card_payments, card_payment_cents, purchases, purchase_cents,
      settled_card, settled_card_cents, settled_credits, settled_credit_cents, settled_gifts, settled_gift_cents,
      settled_manual, settled_manual_cents, refunds, refund_cents, disputes, dispute_cents, disputes_lost,
      dispute_lost_cents, credits, gifts)
  ON CONFLICT (day, shard) DO UPDATE SET card_payments = d.card_payments + excluded.card_payments,
    card_payment_cents = d.card_payment_cents + excluded.card_payment_cents,
    purchases = d.purchases + excluded.purchases, purchase_cents = d.purchase_cents + excluded.purchase_cents,
    settled_card = d.settled_card + excluded.settled_card,
    settled_card_cents = d.settled_card_cents + excluded.settled_card_cents,
    settled_credits = d.settled_credits + excluded.settled_credits,
    settled_credit_cents = d.settled_credit_cents + excluded.settled_credit_cents,
    settled_gifts = d.settled_gifts + excluded.settled_gifts,
    settled_gift_cents = d.settled_gift_cents + excluded.settled_gift_cents,
    settled_manual = d.settled_manual + excluded.settled_manual,
    settled_manual_cents = d.settled_manual_cents + excluded.settled_manual_cents,
    refunds = d.refunds + excluded.refunds, refund_cents = d.refund_cents + excluded.refund_cents,
    disputes = d.disputes + excluded.disputes, dispute_cents = d.dispute_cents + excluded.dispute_cents,
    disputes_lost = d.disputes_lost + excluded.disputes_lost,
    dispute_lost_cents = d.dispute_lost_cents + excluded.dispute_lost_cents,
    credits = d.credits + excluded.credits, gifts = d.gifts + excluded.gifts;
END $$;

-- Of a payment with credits the cents that were given; gifts are spent first.
CREATE FUNCTION gift_in_payment(payment uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce((SELECT -g.delta FROM credit_transactions t JOIN credit_gifts g ON g.entry_id = t.id
    WHERE t.operation_key = 'pay:' || payment), 0)
$$;

CREATE FUNCTION book_payment() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  gift bigint;
BEGIN
  IF NEW.method = 'card' AND NEW.captured_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.captured_at IS NULL) THEN
    PERFORM book_money(NEW.captured_at, card_payments => 1, card_payment_cents => NEW.amount);
  END IF;
  IF NEW.settled_at IS NULL OR (TG_OP = 'UPDATE' AND OLD.settled_at IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  CASE NEW.method
    WHEN 'card' THEN PERFORM book_money(NEW.settled_at, settled_card => 1, settled_card_cents => NEW.amount);
    WHEN 'manual' THEN PERFORM book_money(NEW.settled_at, settled_manual => 1, settled_manual_cents => NEW.amount);
    ELSE
      gift := gift_in_payment(NEW.id);
      PERFORM book_money(NEW.settled_at, settled_credits => 1, settled_credit_cents => NEW.amount - gift,
        settled_gifts => (gift > 0)::int, settled_gift_cents => gift);
  END CASE;
  RETURN NULL;
END $$;
CREATE TRIGGER registration_payments_booked AFTER INSERT ON registration_payments FOR EACH ROW
  WHEN (NEW.captured_at IS NOT NULL) EXECUTE FUNCTION book_payment();
CREATE TRIGGER registration_payments_booked_later AFTER UPDATE ON registration_payments FOR EACH ROW
  WHEN ((OLD.captured_at IS NULL AND NEW.captured_at IS NOT NULL)
    OR (OLD.settled_at IS NULL AND NEW.settled_at IS NOT NULL))
  EXECUTE FUNCTION book_payment();

CREATE FUNCTION book_purchase() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_money(NEW.completed_at, purchases => 1, purchase_cents => NEW.price_in_cents);
  RETURN NULL;
END $$;
CREATE TRIGGER credit_purchases_booked AFTER INSERT ON credit_purchases FOR EACH ROW
  WHEN (NEW.completed_at IS NOT NULL) EXECUTE FUNCTION book_purchase();
CREATE TRIGGER credit_purchases_booked_later AFTER UPDATE ON credit_purchases FOR EACH ROW
  WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION book_purchase();

-- When a refund or dispute began; of one read before that was kept, when its money came.
CREATE FUNCTION began_at(said timestamptz, intent text) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(said, (SELECT captured_at FROM registration_payments WHERE stripe_payment_intent_id = intent),
    (SELECT completed_at FROM credit_purchases WHERE payment_intent_id = intent), 'epoch')
$$;

CREATE FUNCTION book_refund() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  refunded bigint := (NEW.status <> 'failed')::int - (TG_OP = 'UPDATE' AND OLD.status <> 'failed')::int;
BEGIN
  IF refunded <> 0 THEN
    PERFORM book_money(began_at(NEW.created_at, NEW.payment_intent_id), refunds => refunded,
      refund_cents => refunded * NEW.amount);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER stripe_refunds_booked AFTER INSERT OR UPDATE ON stripe_refunds
  FOR EACH ROW EXECUTE FUNCTION book_refund();

-- An inquiry takes nothing; a lost one stays lost while it is appealed against (domain/disputes.ts).
CREATE FUNCTION is_dispute(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status NOT LIKE 'warning\_%'
$$;
CREATE FUNCTION is_lost(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status = 'lost' OR status LIKE 'appeal\_%'
$$;
CREATE FUNCTION book_dispute() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM book_money(began_at(OLD.created_at, OLD.payment_intent_id), disputes => -is_dispute(OLD.status)::int,
      dispute_cents => -is_dispute(OLD.status)::int * OLD.amount, disputes_lost => -is_lost(OLD.status)::int,
      dispute_lost_cents => -is_lost(OLD.status)::int * OLD.amount);
  END IF;
  PERFORM book_money(began_at(NEW.created_at, NEW.payment_intent_id), disputes => is_dispute(NEW.status)::int,
    dispute_cents => is_dispute(NEW.status)::int * NEW.amount, disputes_lost => is_lost(NEW.status)::int,
    dispute_lost_cents => is_lost(NEW.status)::int * NEW.amount);
  RETURN NULL;
END $$;
CREATE TRIGGER stripe_disputes_booked AFTER INSERT ON stripe_disputes
  FOR EACH ROW EXECUTE FUNCTION book_dispute();
CREATE TRIGGER stripe_disputes_booked_again AFTER UPDATE ON stripe_disputes FOR EACH ROW
  WHEN ((OLD.status, OLD.amount) IS DISTINCT FROM (NEW.status, NEW.amount)) EXECUTE FUNCTION book_dispute();

-- What an entry does to the gifts in its account: an adjustment by an admin gives or takes them; a payment spends them
-- first, and brings the same back; a reversal, or what settles one, takes them only after what was bought.
CREATE FUNCTION keep_gift(entry credit_transactions) RETURNS bigint LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  gifts bigint := coalesce((SELECT gifts_after FROM credit_gifts WHERE user_id = entry.user_id AND seq < entry.seq
    ORDER BY seq DESC LIMIT 1), 0);
  part bigint := 0;
BEGIN
  IF entry.operation_key IS NULL THEN
    part := greatest(entry.delta, -gifts);
  ELSIF entry.operation_key LIKE 'pay:%' THEN
    part := -least(gifts, -entry.delta);
  ELSIF entry.operation_key LIKE 'giveback:%' THEN
    part := gift_in_payment(substr(entry.operation_key, length('giveback:') + 1)::uuid);
  ELSIF entry.delta < 0 THEN
    part := least(0, entry.balance_after - gifts);
  END IF;
  IF part <> 0 THEN
    INSERT INTO credit_gifts (entry_id, user_id, seq, delta, gifts_after)
      VALUES (entry.id, entry.user_id, entry.seq, part, gifts + part);
  END IF;
  RETURN part;
END $$;

CREATE FUNCTION book_credits() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  part bigint := keep_gift(NEW);
BEGIN
  PERFORM book_money(NEW.created_at, credits => NEW.delta, gifts => part);
  PERFORM add_to_counters(ARRAY['credits', 'credits:gifts'], ARRAY[NEW.delta, part]);
  RETURN NULL;
END $$;
CREATE TRIGGER credit_transactions_booked AFTER INSERT ON credit_transactions
  FOR EACH ROW EXECUTE FUNCTION book_credits();

-- What there is already; the triggers' locks keep writers away until this commits.
DO $$
DECLARE
  entry credit_transactions;
BEGIN
  FOR entry IN SELECT t.* FROM credit_transactions t
    WHERE user_id IN (SELECT user_id FROM credit_transactions WHERE operation_key IS NULL) ORDER BY user_id, seq
  LOOP
    PERFORM keep_gift(entry);
  END LOOP;
END $$;

INSERT INTO money_days (day, shard, card_payments, card_payment_cents)
  SELECT civil_day(captured_at), 0, count(*), sum(amount) FROM registration_payments
  WHERE method = 'card' AND captured_at IS NOT NULL GROUP BY 1;
INSERT INTO money_days (day, shard, purchases, purchase_cents)
  SELECT civil_day(completed_at), 0, count(*), sum(price_in_cents) FROM credit_purchases
  WHERE completed_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET purchases = excluded.purchases, purchase_cents = excluded.purchase_cents;
INSERT INTO money_days (day, shard, settled_card, settled_card_cents, settled_manual, settled_manual_cents,
    settled_credits, settled_credit_cents, settled_gifts, settled_gift_cents)
  SELECT civil_day(p.settled_at), 0,
    count(*) FILTER (WHERE p.method = 'card'), coalesce(sum(p.amount) FILTER (WHERE p.method = 'card'), 0),
    count(*) FILTER (WHERE p.method = 'manual'), coalesce(sum(p.amount) FILTER (WHERE p.method = 'manual'), 0),
    count(*) FILTER (WHERE p.method = 'credits'),
    coalesce(sum(p.amount + coalesce(g.delta, 0)) FILTER (WHERE p.method = 'credits'), 0),
    count(g.delta), coalesce(-sum(g.delta), 0)
  FROM registration_payments p
    LEFT JOIN credit_transactions t ON p.method = 'credits' AND t.operation_key = 'pay:' || p.id
    LEFT JOIN credit_gifts g ON g.entry_id = t.id
  WHERE p.settled_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET settled_card = excluded.settled_card,
  settled_card_cents = excluded.settled_card_cents, settled_manual = excluded.settled_manual,
  settled_manual_cents = excluded.settled_manual_cents, settled_credits = excluded.settled_credits,
  settled_credit_cents = excluded.settled_credit_cents, settled_gifts = excluded.settled_gifts,
  settled_gift_cents = excluded.settled_gift_cents;
INSERT INTO money_days (day, shard, refunds, refund_cents)
  SELECT civil_day(began_at(created_at, payment_intent_id)), 0, count(*), sum(amount) FROM stripe_refunds
  WHERE status <> 'failed' GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET refunds = excluded.refunds, refund_cents = excluded.refund_cents;
INSERT INTO money_days (day, shard, disputes, dispute_cents, disputes_lost, dispute_lost_cents)
  SELECT civil_day(began_at(created_at, payment_intent_id)), 0, count(*), sum(amount),
    count(*) FILTER (WHERE is_lost(status)), coalesce(sum(amount) FILTER (WHERE is_lost(status)), 0)
  FROM stripe_disputes WHERE is_dispute(status) GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET disputes = excluded.disputes, dispute_cents = excluded.dispute_cents,
  disputes_lost = excluded.disputes_lost, dispute_lost_cents = excluded.dispute_lost_cents;
INSERT INTO money_days (day, shard, credits, gifts)
  SELECT civil_day(t.created_at), 0, sum(t.delta), coalesce(sum(g.delta), 0)
  FROM credit_transactions t LEFT JOIN credit_gifts g ON g.entry_id = t.id GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET credits = excluded.credits, gifts = excluded.gifts;
INSERT INTO payment_counters (kind, shard, value)
  SELECT 'credits', 0, coalesce(sum(credits), 0) FROM money_days
  UNION ALL SELECT 'credits:gifts', 0, coalesce(sum(gifts), 0) FROM money_days;
