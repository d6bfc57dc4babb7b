-- What loops have to look at again: which work a payment or a purchase waits for, when its turn is, and how often it was
-- taken up. A row is written in the transaction that makes the work, by whoever holds the row of the payment or purchase.
CREATE TABLE due (
  id uuid PRIMARY KEY,
  task text NOT NULL CHECK (task IN ('settle', 'give_back', 'ask_payment', 'ask_purchase')),
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0
);
CREATE INDEX due_task_due_at_idx ON due (task, due_at);

-- Programs of the version before keep this in next_check_at and checks, beside this one for the minutes of a rolling
-- upgrade. They write next_check_at with every change, this version never does: what they write is brought over here.
-- What this version schedules they do not see, and need not: it is here that it is taken up. Both may ask about one payment
-- at once; whatever they do for it has the key of its row.
-- A later migration, once no such program runs, may drop: the four triggers below with their three functions, both pairs
-- of columns, registration_payments_due_idx and credit_purchases_due_idx.
-- Back to the version before, with every program of this one stopped:
--   UPDATE registration_payments p SET next_check_at = d.due_at, checks = d.tries FROM due d WHERE d.id = p.id;
--   UPDATE credit_purchases p SET next_check_at = d.due_at, checks = d.tries FROM due d WHERE d.id = p.id;
CREATE FUNCTION payment_task(status text, refund_attempt integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE status WHEN 'open' THEN 'ask_payment' WHEN 'cancelled' THEN 'ask_payment' WHEN 'captured' THEN 'settle'
    -- After three failed refunds an admin must look.
    WHEN 'giving_back' THEN CASE WHEN refund_attempt < 3 THEN 'give_back' END END
$$;

CREATE FUNCTION payment_due() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  work text := payment_task(NEW.status, NEW.refund_attempt);
BEGIN
  IF work IS NULL OR NEW.next_check_at IS NULL THEN
    DELETE FROM due WHERE id = NEW.id;
  ELSE
    INSERT INTO due (id, task, due_at, tries) VALUES (NEW.id, work, NEW.next_check_at, NEW.checks)
    ON CONFLICT (id) DO UPDATE SET task = excluded.task, due_at = excluded.due_at, tries = excluded.tries;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER registration_payments_due_first AFTER INSERT ON registration_payments FOR EACH ROW
  WHEN (NEW.next_check_at IS NOT NULL) EXECUTE FUNCTION payment_due();
-- A row that this version made has no next_check_at: written back as it was, it says nothing.
CREATE TRIGGER registration_payments_due AFTER UPDATE OF next_check_at ON registration_payments FOR EACH ROW
  WHEN ((OLD.next_check_at, OLD.status, OLD.refund_attempt)
    IS DISTINCT FROM (NEW.next_check_at, NEW.status, NEW.refund_attempt))
  EXECUTE FUNCTION payment_due();

CREATE FUNCTION purchase_due() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.status <> 'pending' OR NEW.next_check_at IS NULL THEN
    DELETE FROM due WHERE id = NEW.id;
  ELSE
    INSERT INTO due (id, task, due_at, tries) VALUES (NEW.id, 'ask_purchase', NEW.next_check_at, NEW.checks)
    ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, tries = excluded.tries;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_purchases_due_first AFTER INSERT ON credit_purchases FOR EACH ROW
  WHEN (NEW.next_check_at IS NOT NULL) EXECUTE FUNCTION purchase_due();
CREATE TRIGGER credit_purchases_due AFTER UPDATE OF next_check_at ON credit_purchases FOR EACH ROW
  WHEN ((OLD.next_check_at, OLD.status) IS DISTINCT FROM (NEW.next_check_at, NEW.status))
  EXECUTE FUNCTION purchase_due();

-- The triggers hold both tables until this commits: nothing slips between.
INSERT INTO due (id, task, due_at, tries)
SELECT id, payment_task(status, refund_attempt), next_check_at, checks FROM registration_payments
WHERE next_check_at IS NOT NULL AND payment_task(status, refund_attempt) IS NOT NULL
UNION ALL
SELECT id, 'ask_purchase', next_check_at, checks FROM credit_purchases
WHERE next_check_at IS NOT NULL AND status = 'pending';
