-- Credits are hundredths (1 = R$ 0,01), money is cents. The invariants of spec §3, §5 and contract rules 6 and 7 are
-- held here by the database itself, whatever the program does.

CREATE TABLE accounts (
  user_id uuid PRIMARY KEY,
  balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  -- What refunds and lost disputes of purchases could not take back, because it was spent.
  owed bigint NOT NULL DEFAULT 0 CHECK (owed >= 0),
  version integer NOT NULL DEFAULT 0
);

-- The ledger: append-only. seq is drawn under the account's row lock, so it orders a user's entries.
CREATE TABLE credit_transactions (
  id uuid PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id uuid NOT NULL REFERENCES accounts,
  delta bigint NOT NULL CHECK (delta <> 0),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  reason text NOT NULL CHECK (reason <> ''),
  reference_type text,
  reference_id text,
  created_by uuid,
  -- attempt + kind of a system entry; null for an admin's adjustment.
  operation_key text UNIQUE,
  created_at timestamptz NOT NULL,
  CHECK ((operation_key IS NULL) = (created_by IS NOT NULL))
);
CREATE INDEX credit_transactions_user_id_seq_idx ON credit_transactions (user_id, seq DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER credit_transactions_append_only BEFORE UPDATE OR DELETE ON credit_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER credit_transactions_no_truncate BEFORE TRUNCATE ON credit_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER accounts_no_delete BEFORE DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Each entry continues the one before it.
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  before bigint;
BEGIN
  SELECT balance_after INTO before FROM credit_transactions
    WHERE user_id = NEW.user_id AND seq < NEW.seq ORDER BY seq DESC LIMIT 1;
  IF NEW.balance_after <> COALESCE(before, 0) + NEW.delta THEN
    RAISE EXCEPTION 'ledger entry % does not continue the one before', NEW.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_transactions_continue AFTER INSERT ON credit_transactions
  FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();

-- At commit, a balance is what the ledger's last entry says.
CREATE FUNCTION check_balance() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  held bigint;
  told bigint;
BEGIN
  SELECT balance INTO held FROM accounts WHERE user_id = NEW.user_id;
  SELECT balance_after INTO told FROM credit_transactions
    WHERE user_id = NEW.user_id ORDER BY seq DESC LIMIT 1;
  IF held IS DISTINCT FROM COALESCE(told, 0) THEN
    RAISE EXCEPTION 'balance of % is not the sum of its ledger', NEW.user_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER accounts_balance_is_ledger AFTER INSERT OR UPDATE OF balance ON accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_balance();
CREATE CONSTRAINT TRIGGER credit_transactions_in_balance AFTER INSERT ON credit_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_balance();

CREATE TABLE registration_payments (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL,
  user_id uuid NOT NULL,
  method text NOT NULL CHECK (method IN ('card', 'credits', 'manual')),
  status text NOT NULL CHECK (status IN
    ('open', 'captured', 'settled', 'cancelled', 'failed', 'giving_back', 'given_back')),
  amount bigint NOT NULL CHECK (amount >= 0 AND (method = 'manual' OR amount > 0)),
  title text NOT NULL DEFAULT '',
  stripe_payment_intent_id text UNIQUE,
  -- What Stripe said last.
  stripe_status text,
  refunded_amount bigint NOT NULL DEFAULT 0 CHECK (refunded_amount BETWEEN 0 AND amount),
  flag text CHECK (flag IN ('refunded', 'disputed')),
  reason text,
  created_at timestamptz NOT NULL,
  captured_at timestamptz,
  settled_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  -- When the reconciler has something to do for it; null: nothing.
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  CHECK (method = 'card' OR stripe_payment_intent_id IS NULL),
  CHECK (method = 'card' OR status NOT IN ('open', 'giving_back')),
  CHECK (status NOT IN ('captured', 'settled', 'giving_back', 'given_back') OR captured_at IS NOT NULL),
  CHECK ((status = 'settled') = (settled_at IS NOT NULL))
);
-- Contract rule 6: at most one open or succeeded payment per registration.
CREATE UNIQUE INDEX registration_payments_one_live_idx ON registration_payments (registration_id)
  WHERE status IN ('open', 'captured', 'settled');
CREATE INDEX registration_payments_registration_id_idx ON registration_payments (registration_id);
CREATE INDEX registration_payments_created_at_id_idx ON registration_payments (created_at DESC, id DESC);
CREATE INDEX registration_payments_captured_at_idx ON registration_payments (captured_at) WHERE method = 'card';
CREATE INDEX registration_payments_due_idx ON registration_payments (next_check_at) WHERE next_check_at IS NOT NULL;

-- Whose, what and how much never change, and the status goes forward only.
CREATE FUNCTION check_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.registration_id, NEW.user_id, NEW.method, NEW.amount)
     IS DISTINCT FROM (OLD.id, OLD.registration_id, OLD.user_id, OLD.method, OLD.amount)
     OR (OLD.stripe_payment_intent_id IS NOT NULL
         AND NEW.stripe_payment_intent_id IS DISTINCT FROM OLD.stripe_payment_intent_id) THEN
    RAISE EXCEPTION 'payment %: its facts do not change', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.status <> OLD.status AND NOT (OLD.status || '>' || NEW.status) = ANY (ARRAY[
    'open>captured', 'open>cancelled', 'open>failed', 'captured>settled', 'captured>giving_back',
    'captured>given_back', 'cancelled>giving_back', 'failed>giving_back', 'giving_back>given_back']) THEN
    RAISE EXCEPTION 'payment %: % to %', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER registration_payments_change BEFORE UPDATE ON registration_payments
  FOR EACH ROW EXECUTE FUNCTION check_payment_change();
CREATE TRIGGER registration_payments_no_delete BEFORE DELETE ON registration_payments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE credit_purchases (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  credits_amount bigint NOT NULL CHECK (credits_amount > 0),
  price_in_cents bigint NOT NULL CHECK (price_in_cents > 0),
  package_type text NOT NULL CHECK (package_type IN ('registration', 'update', 'custom')),
  payment_intent_id text UNIQUE,
  payment_intent_status text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'completed', 'failed', 'cancelled')),
  -- Cents Stripe refunded, and cents lost in a dispute; both together never take back more than was bought.
  refunded_amount bigint NOT NULL DEFAULT 0 CHECK (refunded_amount BETWEEN 0 AND price_in_cents),
  disputed_amount bigint NOT NULL DEFAULT 0 CHECK (disputed_amount BETWEEN 0 AND price_in_cents),
  -- Credits taken back so far, owed ones included.
  reversed_credits bigint NOT NULL DEFAULT 0 CHECK (reversed_credits BETWEEN 0 AND credits_amount),
  completed_at timestamptz,
  created_at timestamptz NOT NULL,
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  CHECK (status = 'completed' OR reversed_credits = 0)
);
CREATE INDEX credit_purchases_user_id_created_at_id_idx ON credit_purchases (user_id, created_at DESC, id DESC);
CREATE INDEX credit_purchases_completed_at_idx ON credit_purchases (completed_at);
CREATE INDEX credit_purchases_due_idx ON credit_purchases (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE FUNCTION check_purchase_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.credits_amount, NEW.price_in_cents)
     IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.credits_amount, OLD.price_in_cents)
     OR (OLD.payment_intent_id IS NOT NULL AND NEW.payment_intent_id IS DISTINCT FROM OLD.payment_intent_id)
     OR (OLD.status = 'completed' AND NEW.status <> 'completed')
     OR NEW.reversed_credits < OLD.reversed_credits THEN
    RAISE EXCEPTION 'purchase %: not a change it may have', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credit_purchases_change BEFORE UPDATE ON credit_purchases
  FOR EACH ROW EXECUTE FUNCTION check_purchase_change();
CREATE TRIGGER credit_purchases_no_delete BEFORE DELETE ON credit_purchases
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE payment_webhook_events (
  id uuid PRIMARY KEY,
  stripe_event_id text NOT NULL UNIQUE,
  event_type text NOT NULL,
  -- The intent, charge or dispute it is about, to be read again at Stripe.
  object_id text NOT NULL,
  payment_intent_id text,
  registration_id uuid,
  status text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'processed', 'failed')),
  error_message text,
  -- What was wrong with the event as it came, though signed; a replay looks at Stripe's own word alone.
  claim_fault text,
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  CHECK ((status = 'received') = (processed_at IS NULL))
);
CREATE INDEX payment_webhook_events_received_at_id_idx ON payment_webhook_events (received_at DESC, id DESC);
CREATE INDEX payment_webhook_events_status_received_at_idx ON payment_webhook_events (status, received_at DESC);
CREATE INDEX payment_webhook_events_due_idx ON payment_webhook_events (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX payment_webhook_events_declines_idx ON payment_webhook_events (occurred_at)
  WHERE event_type = 'payment_intent.payment_failed' AND status = 'processed';

-- How far Stripe's own list of events was read; one row, leased by the replica that reads on.
CREATE TABLE stripe_cursor (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  seen_until timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz NOT NULL DEFAULT now()
);
INSERT INTO stripe_cursor DEFAULT VALUES;
