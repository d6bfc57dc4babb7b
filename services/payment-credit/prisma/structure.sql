-- What the migrations of payment-credit make, for reading. Generated: deploy/house/consistency/structure.int.test.ts

-- Tables

CREATE TABLE accounts (
  balance bigint NOT NULL DEFAULT 0,
  owed bigint NOT NULL DEFAULT 0,
  user_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  CONSTRAINT accounts_pkey PRIMARY KEY (user_id),
  CONSTRAINT accounts_balance_check CHECK ((balance >= 0)),
  CONSTRAINT accounts_owed_check CHECK ((owed >= 0))
);

CREATE TABLE consumer_positions (
  consumer text NOT NULL,
  published_us bigint NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT consumer_positions_pkey PRIMARY KEY (consumer)
);

CREATE TABLE credit_gifts (
  delta bigint NOT NULL,
  entry_id uuid NOT NULL,
  gifts_after bigint NOT NULL,
  seq bigint NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT credit_gifts_pkey PRIMARY KEY (entry_id),
  CONSTRAINT credit_gifts_delta_check CHECK ((delta <> 0)),
  CONSTRAINT credit_gifts_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES credit_transactions(id),
  CONSTRAINT credit_gifts_gifts_after_check CHECK ((gifts_after >= 0))
);

CREATE TABLE credit_purchases (
  checks integer NOT NULL DEFAULT 0,
  completed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  credits_amount bigint NOT NULL,
  decline_code text,
  decline_message text,
  dispute_due_by timestamp with time zone,
  dispute_state text,
  disputed_amount bigint NOT NULL DEFAULT 0,
  id uuid NOT NULL,
  next_check_at timestamp with time zone,
  package_type text NOT NULL,
  payment_intent_id text,
  payment_intent_status text,
  price_in_cents bigint NOT NULL,
  provider_method text,
  refund_state text,
  refunded_amount bigint NOT NULL DEFAULT 0,
  reversals integer NOT NULL DEFAULT 0,
  reversed_credits bigint NOT NULL DEFAULT 0,
  short_credits bigint NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'pending'::text,
  user_id uuid NOT NULL,
  voucher_expires_at timestamp with time zone,
  CONSTRAINT credit_purchases_pkey PRIMARY KEY (id),
  CONSTRAINT credit_purchases_check CHECK (((refunded_amount >= 0) AND (refunded_amount <= price_in_cents))),
  CONSTRAINT credit_purchases_check1 CHECK (((disputed_amount >= 0) AND (disputed_amount <= price_in_cents))),
  CONSTRAINT credit_purchases_check2 CHECK (((reversed_credits >= 0) AND (reversed_credits <= credits_amount))),
  CONSTRAINT credit_purchases_check3 CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  CONSTRAINT credit_purchases_check4 CHECK (((status = 'completed'::text) OR (reversed_credits = 0))),
  CONSTRAINT credit_purchases_credits_amount_check CHECK ((credits_amount > 0)),
  CONSTRAINT credit_purchases_dispute_state_check CHECK ((dispute_state = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text]))),
  CONSTRAINT credit_purchases_package_type_check CHECK ((package_type = ANY (ARRAY['registration'::text, 'update'::text, 'custom'::text]))),
  CONSTRAINT credit_purchases_payment_intent_id_key UNIQUE (payment_intent_id),
  CONSTRAINT credit_purchases_price_in_cents_check CHECK ((price_in_cents > 0)),
  CONSTRAINT credit_purchases_provider_method_check CHECK ((provider_method = ANY (ARRAY['card'::text, 'pix'::text, 'boleto'::text]))),
  CONSTRAINT credit_purchases_refund_state_check CHECK ((refund_state = ANY (ARRAY['pending'::text, 'failed'::text, 'done'::text]))),
  CONSTRAINT credit_purchases_short_credits CHECK (((short_credits >= 0) AND (short_credits <= reversed_credits))),
  CONSTRAINT credit_purchases_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE credit_transactions (
  balance_after bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by uuid,
  delta bigint NOT NULL,
  id uuid NOT NULL,
  operation_key text,
  reason text NOT NULL,
  reference_id text,
  reference_type text,
  seq bigint NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT credit_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT credit_transactions_balance_after_check CHECK ((balance_after >= 0)),
  CONSTRAINT credit_transactions_check CHECK (((operation_key IS NULL) = (created_by IS NOT NULL))),
  CONSTRAINT credit_transactions_delta_check CHECK ((delta <> 0)),
  CONSTRAINT credit_transactions_operation_key_key UNIQUE (operation_key),
  CONSTRAINT credit_transactions_reason_check CHECK ((reason <> ''::text)),
  CONSTRAINT credit_transactions_seq_key UNIQUE (seq),
  CONSTRAINT credit_transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(user_id)
);

CREATE TABLE due (
  due_at timestamp with time zone NOT NULL,
  id uuid NOT NULL,
  task text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  CONSTRAINT due_pkey PRIMARY KEY (id),
  CONSTRAINT due_task_check CHECK ((task = ANY (ARRAY['settle'::text, 'give_back'::text, 'ask_payment'::text, 'ask_purchase'::text, 'refund'::text, 'follow'::text])))
);

CREATE TABLE idempotency_keys (
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  request_hash text NOT NULL,
  response jsonb NOT NULL,
  scope text NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope)
);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
);

CREATE TABLE missed_events (
  consumer text NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  event_id uuid NOT NULL,
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  given_up boolean NOT NULL DEFAULT false,
  CONSTRAINT missed_events_pkey PRIMARY KEY (consumer, event_id)
);

CREATE TABLE money_days (
  card_payment_cents bigint NOT NULL DEFAULT 0,
  card_payments bigint NOT NULL DEFAULT 0,
  credits bigint NOT NULL DEFAULT 0,
  day date NOT NULL,
  declines bigint NOT NULL DEFAULT 0,
  dispute_cents bigint NOT NULL DEFAULT 0,
  dispute_lost_cents bigint NOT NULL DEFAULT 0,
  disputes bigint NOT NULL DEFAULT 0,
  disputes_lost bigint NOT NULL DEFAULT 0,
  gifts bigint NOT NULL DEFAULT 0,
  purchase_cents bigint NOT NULL DEFAULT 0,
  purchases bigint NOT NULL DEFAULT 0,
  refund_cents bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  settled_card bigint NOT NULL DEFAULT 0,
  settled_card_cents bigint NOT NULL DEFAULT 0,
  settled_credit_cents bigint NOT NULL DEFAULT 0,
  settled_credits bigint NOT NULL DEFAULT 0,
  settled_gift_cents bigint NOT NULL DEFAULT 0,
  settled_gifts bigint NOT NULL DEFAULT 0,
  settled_manual bigint NOT NULL DEFAULT 0,
  settled_manual_cents bigint NOT NULL DEFAULT 0,
  shard integer NOT NULL,
  CONSTRAINT money_days_pkey PRIMARY KEY (day, shard)
);

CREATE TABLE outbox (
  aggregate_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  data jsonb NOT NULL,
  id uuid NOT NULL,
  published_at timestamp with time zone,
  seq bigint NOT NULL,
  traceparent text,
  type text NOT NULL,
  version integer NOT NULL,
  CONSTRAINT outbox_pkey PRIMARY KEY (seq),
  CONSTRAINT outbox_id_key UNIQUE (id)
);

CREATE TABLE payers (
  address jsonb,
  email text,
  name text NOT NULL,
  payment_id uuid NOT NULL,
  tax_id text NOT NULL,
  told_at timestamp with time zone NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT payers_pkey PRIMARY KEY (payment_id)
);

CREATE TABLE payment_counters (
  kind text NOT NULL,
  shard integer NOT NULL,
  value bigint NOT NULL,
  CONSTRAINT payment_counters_pkey PRIMARY KEY (kind, shard)
);

CREATE TABLE payment_days (
  day date NOT NULL,
  kind text NOT NULL,
  method text NOT NULL,
  payments bigint NOT NULL,
  received bigint NOT NULL,
  refunded bigint NOT NULL,
  shard integer NOT NULL,
  status text NOT NULL,
  CONSTRAINT payment_days_pkey PRIMARY KEY (day, kind, method, status, shard)
);

CREATE TABLE payment_webhook_events (
  attempts integer NOT NULL DEFAULT 0,
  claim_fault text,
  decline_code text,
  decline_message text,
  error_message text,
  event_type text NOT NULL,
  id uuid NOT NULL,
  is_decline boolean NOT NULL DEFAULT false,
  next_try_at timestamp with time zone,
  object_id text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  payment_intent_id text,
  processed_at timestamp with time zone,
  received_at timestamp with time zone NOT NULL,
  registration_id uuid,
  status text NOT NULL DEFAULT 'received'::text,
  stripe_event_id text NOT NULL,
  verified boolean NOT NULL DEFAULT true,
  CONSTRAINT payment_webhook_events_pkey PRIMARY KEY (id),
  CONSTRAINT payment_webhook_events_check CHECK (((status = 'received'::text) = (processed_at IS NULL))),
  CONSTRAINT payment_webhook_events_status_check CHECK ((status = ANY (ARRAY['received'::text, 'processed'::text, 'failed'::text]))),
  CONSTRAINT payment_webhook_events_stripe_event_id_key UNIQUE (stripe_event_id),
  CONSTRAINT payment_webhook_events_unverified_failed CHECK ((verified OR ((status = 'failed'::text) AND (object_id = ''::text) AND (next_try_at IS NULL))))
);

CREATE TABLE purchase_flags (
  flag text NOT NULL,
  payment_id uuid NOT NULL,
  purchase_id uuid NOT NULL,
  CONSTRAINT purchase_flags_pkey PRIMARY KEY (purchase_id, payment_id),
  CONSTRAINT purchase_flags_flag_check CHECK ((flag = ANY (ARRAY['refunded'::text, 'disputed'::text]))),
  CONSTRAINT purchase_flags_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES registration_payments(id),
  CONSTRAINT purchase_flags_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES credit_purchases(id)
);

CREATE TABLE refund_orders (
  amount bigint NOT NULL,
  id uuid NOT NULL,
  note text NOT NULL,
  ordered_at timestamp with time zone NOT NULL,
  ordered_by uuid NOT NULL,
  payment_id uuid NOT NULL,
  payment_intent_id text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'asked'::text,
  stripe_refund_id text,
  CONSTRAINT refund_orders_pkey PRIMARY KEY (id),
  CONSTRAINT refund_orders_amount_check CHECK ((amount > 0)),
  CONSTRAINT refund_orders_check CHECK (((state = 'sent'::text) = (stripe_refund_id IS NOT NULL))),
  CONSTRAINT refund_orders_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'sent'::text, 'refused'::text])))
);

CREATE TABLE registration_payments (
  amount bigint NOT NULL,
  captured_at timestamp with time zone,
  checks integer NOT NULL DEFAULT 0,
  closed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  decline_code text,
  decline_message text,
  dispute_due_by timestamp with time zone,
  dispute_state text,
  flag text,
  id uuid NOT NULL,
  method text NOT NULL,
  next_check_at timestamp with time zone,
  provider_method text,
  reason text,
  refund_attempt integer NOT NULL DEFAULT 0,
  refund_state text,
  refunded_amount bigint NOT NULL DEFAULT 0,
  registration_id uuid NOT NULL,
  settled_at timestamp with time zone,
  status text NOT NULL,
  stripe_payment_intent_id text,
  stripe_status text,
  title text NOT NULL DEFAULT ''::text,
  user_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  voucher_expires_at timestamp with time zone,
  CONSTRAINT registration_payments_pkey PRIMARY KEY (id),
  CONSTRAINT registration_payments_check CHECK (((amount >= 0) AND ((method = 'manual'::text) OR (amount > 0)))),
  CONSTRAINT registration_payments_check1 CHECK (((refunded_amount >= 0) AND (refunded_amount <= amount))),
  CONSTRAINT registration_payments_check2 CHECK (((method = 'card'::text) OR (stripe_payment_intent_id IS NULL))),
  CONSTRAINT registration_payments_check3 CHECK (((method = 'card'::text) OR (status <> ALL (ARRAY['open'::text, 'giving_back'::text])))),
  CONSTRAINT registration_payments_check4 CHECK (((status <> ALL (ARRAY['captured'::text, 'settled'::text, 'giving_back'::text, 'given_back'::text])) OR (captured_at IS NOT NULL))),
  CONSTRAINT registration_payments_check5 CHECK (((status = 'settled'::text) = (settled_at IS NOT NULL))),
  CONSTRAINT registration_payments_dispute_state_check CHECK ((dispute_state = ANY (ARRAY['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text]))),
  CONSTRAINT registration_payments_flag_check CHECK ((flag = ANY (ARRAY['refunded'::text, 'disputed'::text]))),
  CONSTRAINT registration_payments_method_check CHECK ((method = ANY (ARRAY['card'::text, 'credits'::text, 'manual'::text]))),
  CONSTRAINT registration_payments_provider_method_check CHECK ((provider_method = ANY (ARRAY['card'::text, 'pix'::text, 'boleto'::text]))),
  CONSTRAINT registration_payments_refund_state_check CHECK ((refund_state = ANY (ARRAY['pending'::text, 'failed'::text, 'done'::text]))),
  CONSTRAINT registration_payments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'captured'::text, 'settled'::text, 'cancelled'::text, 'failed'::text, 'giving_back'::text, 'given_back'::text]))),
  CONSTRAINT registration_payments_stripe_payment_intent_id_key UNIQUE (stripe_payment_intent_id)
);

CREATE TABLE stripe_cursor (
  id integer NOT NULL DEFAULT 1,
  leased_until timestamp with time zone NOT NULL DEFAULT now(),
  seen_until timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT stripe_cursor_pkey PRIMARY KEY (id),
  CONSTRAINT stripe_cursor_id_check CHECK ((id = 1))
);

CREATE TABLE stripe_disputes (
  amount bigint NOT NULL,
  created_at timestamp with time zone,
  due_by timestamp with time zone,
  id text NOT NULL,
  payment_intent_id text NOT NULL,
  status text NOT NULL,
  told_at timestamp with time zone NOT NULL,
  CONSTRAINT stripe_disputes_pkey PRIMARY KEY (id),
  CONSTRAINT stripe_disputes_amount_check CHECK ((amount >= 0))
);

CREATE TABLE stripe_refunds (
  amount bigint NOT NULL,
  created_at timestamp with time zone,
  id text NOT NULL,
  payment_intent_id text NOT NULL,
  status text NOT NULL,
  CONSTRAINT stripe_refunds_pkey PRIMARY KEY (id),
  CONSTRAINT stripe_refunds_amount_check CHECK ((amount >= 0)),
  CONSTRAINT stripe_refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);

CREATE TABLE transfers (
  amount bigint NOT NULL,
  note text NOT NULL,
  payment_id uuid NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  recorded_by uuid NOT NULL,
  reference text NOT NULL,
  transferred_on date NOT NULL,
  CONSTRAINT transfers_pkey PRIMARY KEY (payment_id),
  CONSTRAINT transfers_amount_check CHECK ((amount > 0)),
  CONSTRAINT transfers_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES registration_payments(id)
);

-- Indexes

CREATE UNIQUE INDEX credit_gifts_user_id_seq_key ON payment.credit_gifts USING btree (user_id, seq);

CREATE INDEX credit_purchases_completed_at_idx ON payment.credit_purchases USING btree (completed_at);

CREATE INDEX credit_purchases_created_at_id_idx ON payment.credit_purchases USING btree (created_at DESC, id DESC);

CREATE INDEX credit_purchases_disputes_idx ON payment.credit_purchases USING btree (dispute_state, created_at DESC, id DESC) WHERE (dispute_state IS NOT NULL);

CREATE INDEX credit_purchases_due_idx ON payment.credit_purchases USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE INDEX credit_purchases_refunds_idx ON payment.credit_purchases USING btree (refund_state, created_at DESC, id DESC) WHERE (refund_state = ANY (ARRAY['pending'::text, 'failed'::text]));

CREATE INDEX credit_purchases_shown_idx ON payment.credit_purchases USING btree (shown_purchase_status(status, decline_code), created_at DESC, id DESC);

CREATE INDEX credit_purchases_user_id_created_at_id_idx ON payment.credit_purchases USING btree (user_id, created_at DESC, id DESC);

CREATE INDEX credit_transactions_user_id_seq_idx ON payment.credit_transactions USING btree (user_id, seq DESC);

CREATE INDEX due_task_due_at_idx ON payment.due USING btree (task, due_at);

CREATE INDEX idempotency_keys_created_at_idx ON payment.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON payment.inbox USING btree (received_at);

CREATE INDEX outbox_published_at_idx ON payment.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished_idx ON payment.outbox USING btree (seq) WHERE (published_at IS NULL);

CREATE INDEX payers_user_id_told_at_payment_id_idx ON payment.payers USING btree (user_id, told_at DESC, payment_id DESC);

CREATE INDEX payment_webhook_events_declines_idx ON payment.payment_webhook_events USING btree (occurred_at) WHERE ((event_type = 'payment_intent.payment_failed'::text) AND (status = 'processed'::text));

CREATE INDEX payment_webhook_events_due_idx ON payment.payment_webhook_events USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE INDEX payment_webhook_events_intent_idx ON payment.payment_webhook_events USING btree (payment_intent_id, occurred_at) WHERE (payment_intent_id IS NOT NULL);

CREATE INDEX payment_webhook_events_received_at_id_idx ON payment.payment_webhook_events USING btree (received_at DESC, id DESC);

CREATE INDEX payment_webhook_events_status_received_at_idx ON payment.payment_webhook_events USING btree (status, received_at DESC);

CREATE INDEX payment_webhook_events_unverified_idx ON payment.payment_webhook_events USING btree (received_at DESC, id DESC) WHERE (NOT verified);

CREATE INDEX purchase_flags_payment_id_idx ON payment.purchase_flags USING btree (payment_id);

CREATE UNIQUE INDEX refund_orders_one_asked_idx ON payment.refund_orders USING btree (payment_id) WHERE (state = 'asked'::text);

CREATE INDEX refund_orders_payment_id_ordered_at_idx ON payment.refund_orders USING btree (payment_id, ordered_at DESC);

CREATE INDEX registration_payments_captured_at_idx ON payment.registration_payments USING btree (captured_at) WHERE (method = 'card'::text);

CREATE INDEX registration_payments_created_at_id_idx ON payment.registration_payments USING btree (created_at DESC, id DESC);

CREATE INDEX registration_payments_disputes_idx ON payment.registration_payments USING btree (dispute_state, created_at DESC, id DESC) WHERE (dispute_state IS NOT NULL);

CREATE INDEX registration_payments_due_idx ON payment.registration_payments USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE INDEX registration_payments_moved_idx ON payment.registration_payments USING btree (status, next_check_at) WHERE (status = ANY (ARRAY['captured'::text, 'giving_back'::text]));

CREATE UNIQUE INDEX registration_payments_one_live_idx ON payment.registration_payments USING btree (registration_id) WHERE (status = ANY (ARRAY['open'::text, 'captured'::text, 'settled'::text]));

CREATE INDEX registration_payments_refunds_idx ON payment.registration_payments USING btree (refund_state, created_at DESC, id DESC) WHERE (refund_state = ANY (ARRAY['pending'::text, 'failed'::text]));

CREATE INDEX registration_payments_registration_id_idx ON payment.registration_payments USING btree (registration_id);

CREATE INDEX registration_payments_shown_idx ON payment.registration_payments USING btree (shown_status(status, decline_code), created_at DESC, id DESC);

CREATE INDEX registration_payments_spent_idx ON payment.registration_payments USING btree (user_id, captured_at DESC, id DESC) WHERE ((method = 'credits'::text) AND (status = ANY (ARRAY['captured'::text, 'settled'::text])));

CREATE INDEX registration_payments_to_return_idx ON payment.registration_payments USING btree (created_at DESC, id DESC) WHERE (status = 'giving_back'::text);

CREATE INDEX registration_payments_unended_idx ON payment.registration_payments USING btree (user_id) WHERE (status = ANY (ARRAY['open'::text, 'captured'::text, 'giving_back'::text]));

CREATE INDEX registration_payments_user_id_created_at_id_idx ON payment.registration_payments USING btree (user_id, created_at DESC, id DESC);

CREATE INDEX stripe_disputes_payment_intent_id_idx ON payment.stripe_disputes USING btree (payment_intent_id);

CREATE INDEX stripe_refunds_payment_intent_id_idx ON payment.stripe_refunds USING btree (payment_intent_id);

-- Functions

CREATE OR REPLACE FUNCTION payment.add_to_counters(kinds text[], deltas bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
BEGIN
  INSERT INTO payment_counters AS c (kind, shard, value)
    SELECT kind, pg_backend_pid() % 64, sum(delta)
    FROM unnest(kinds, deltas) AS k (kind, delta)
    GROUP BY kind HAVING sum(delta) <> 0 ORDER BY kind
  ON CONFLICT (kind, shard) DO UPDATE SET value = c.value + excluded.value;
END $function$;

CREATE OR REPLACE FUNCTION payment.began_at(said timestamp with time zone, intent text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'payment'
AS $function$
  SELECT coalesce(said, (SELECT captured_at FROM registration_payments WHERE stripe_payment_intent_id = intent),
    (SELECT completed_at FROM credit_purchases WHERE payment_intent_id = intent), 'epoch')
$function$;

CREATE OR REPLACE FUNCTION payment.book_credits()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
DECLARE
  part bigint := keep_gift(NEW);
BEGIN
  PERFORM book_money(NEW.created_at, credits => NEW.delta, gifts => part);
  PERFORM add_to_counters(ARRAY['credits', 'credits:gifts'], ARRAY[NEW.delta, part]);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION payment.book_decline()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.book_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.book_money(happened_at timestamp with time zone, card_payments bigint DEFAULT 0, card_payment_cents bigint DEFAULT 0, purchases bigint DEFAULT 0, purchase_cents bigint DEFAULT 0, settled_card bigint DEFAULT 0, settled_card_cents bigint DEFAULT 0, settled_credits bigint DEFAULT 0, settled_credit_cents bigint DEFAULT 0, settled_gifts bigint DEFAULT 0, settled_gift_cents bigint DEFAULT 0, settled_manual bigint DEFAULT 0, settled_manual_cents bigint DEFAULT 0, refunds bigint DEFAULT 0, refund_cents bigint DEFAULT 0, disputes bigint DEFAULT 0, dispute_cents bigint DEFAULT 0, disputes_lost bigint DEFAULT 0, dispute_lost_cents bigint DEFAULT 0, credits bigint DEFAULT 0, gifts bigint DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.book_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.book_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
BEGIN
  PERFORM book_money(NEW.completed_at, purchases => 1, purchase_cents => NEW.price_in_cents);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION payment.book_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
DECLARE
  refunded bigint := (NEW.status <> 'failed')::int - (TG_OP = 'UPDATE' AND OLD.status <> 'failed')::int;
BEGIN
  IF refunded <> 0 THEN
    PERFORM book_money(began_at(NEW.created_at, NEW.payment_intent_id), refunds => refunded,
      refund_cents => refunded * NEW.amount);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION payment.book_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
BEGIN
  PERFORM book_money(transfer_time(NEW.transferred_on), refunds => 1, refund_cents => NEW.amount);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION payment.check_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.check_ledger_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.check_payment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.check_purchase_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.civil_day(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT (at AT TIME ZONE 'America/Sao_Paulo')::date
$function$;

CREATE OR REPLACE FUNCTION payment.count_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_counters(ARRAY['events:' || NEW.status], ARRAY[1::bigint]);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_counters(ARRAY['events:' || OLD.status], ARRAY[-1::bigint]);
  ELSE
    PERFORM add_to_counters(ARRAY['events:' || OLD.status, 'events:' || NEW.status], ARRAY[-1::bigint, 1]);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION payment.count_owed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_counters(ARRAY['owed'], ARRAY[NEW.owed]);
  ELSE
    PERFORM add_to_counters(ARRAY['owed'], ARRAY[NEW.owed - OLD.owed]);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION payment.count_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.count_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.gift_in_payment(payment uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'payment'
AS $function$
  SELECT coalesce((SELECT -g.delta FROM credit_transactions t JOIN credit_gifts g ON g.entry_id = t.id
    WHERE t.operation_key = 'pay:' || payment), 0)
$function$;

CREATE OR REPLACE FUNCTION payment.is_dispute(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT status NOT LIKE 'warning\_%'
$function$;

CREATE OR REPLACE FUNCTION payment.is_lost(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT status = 'lost' OR status LIKE 'appeal\_%'
$function$;

CREATE OR REPLACE FUNCTION payment.is_own_decline(event_type text, status text, intent text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'payment'
AS $function$
  SELECT event_type = 'payment_intent.payment_failed' AND status = 'processed'
    AND (EXISTS (SELECT FROM registration_payments p WHERE p.stripe_payment_intent_id = intent
        AND coalesce(p.provider_method, 'card') = 'card')
      OR EXISTS (SELECT FROM credit_purchases p WHERE p.payment_intent_id = intent
        AND coalesce(p.provider_method, 'card') = 'card'))
$function$;

CREATE OR REPLACE FUNCTION payment.keep_gift(entry credit_transactions)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.move_in_day(began timestamp with time zone, of_kind text, by_method text, old_status text, old_received bigint, old_refunded bigint, new_status text, new_received bigint, new_refunded bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.moved_cents(moved_at timestamp with time zone, cents bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT CASE WHEN moved_at IS NULL THEN 0 ELSE cents END $function$;

CREATE OR REPLACE FUNCTION payment.note_decline()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
BEGIN
  NEW.is_decline := is_own_decline(NEW.event_type, NEW.status, NEW.payment_intent_id);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION payment.payment_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION payment.payment_in_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
BEGIN
  PERFORM move_in_day(NEW.created_at, 'registration', NEW.method,
    CASE WHEN TG_OP = 'UPDATE' THEN shown_status(OLD.status, OLD.decline_code) END,
    CASE WHEN TG_OP = 'UPDATE' THEN moved_cents(OLD.captured_at, OLD.amount) END,
    CASE WHEN TG_OP = 'UPDATE' THEN moved_cents(OLD.captured_at, OLD.refunded_amount) END,
    shown_status(NEW.status, NEW.decline_code), moved_cents(NEW.captured_at, NEW.amount),
    moved_cents(NEW.captured_at, NEW.refunded_amount));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION payment.payment_task(status text, refund_attempt integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE status WHEN 'open' THEN 'ask_payment' WHEN 'cancelled' THEN 'ask_payment' WHEN 'captured' THEN 'settle'
    -- After three failed refunds an admin must look.
    WHEN 'giving_back' THEN CASE WHEN refund_attempt < 3 THEN 'give_back' END END
$function$;

CREATE OR REPLACE FUNCTION payment.purchase_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
BEGIN
  IF NEW.status <> 'pending' OR NEW.next_check_at IS NULL THEN
    DELETE FROM due WHERE id = NEW.id;
  ELSE
    INSERT INTO due (id, task, due_at, tries) VALUES (NEW.id, 'ask_purchase', NEW.next_check_at, NEW.checks)
    ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, tries = excluded.tries;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION payment.purchase_in_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'payment'
AS $function$
BEGIN
  PERFORM move_in_day(NEW.created_at, 'credit_purchase', 'card',
    CASE WHEN TG_OP = 'UPDATE' THEN shown_purchase_status(OLD.status, OLD.decline_code) END,
    CASE WHEN TG_OP = 'UPDATE' THEN moved_cents(OLD.completed_at, OLD.price_in_cents) END,
    CASE WHEN TG_OP = 'UPDATE' THEN moved_cents(OLD.completed_at, OLD.refunded_amount) END,
    shown_purchase_status(NEW.status, NEW.decline_code), moved_cents(NEW.completed_at, NEW.price_in_cents),
    moved_cents(NEW.completed_at, NEW.refunded_amount));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION payment.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $function$;

CREATE OR REPLACE FUNCTION payment.shown_purchase_status(status text, decline_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'payment'
AS $function$
  SELECT CASE shown_status(status, decline_code) WHEN 'pending' THEN 'open' WHEN 'completed' THEN 'settled'
    ELSE shown_status(status, decline_code) END
$function$;

CREATE OR REPLACE FUNCTION payment.shown_status(status text, decline_code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN status IN ('open', 'pending') AND decline_code IS NOT NULL THEN 'declined' ELSE status END
$function$;

CREATE OR REPLACE FUNCTION payment.transfer_time(transferred_on date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (transferred_on + time '12:00') AT TIME ZONE 'America/Sao_Paulo'
$function$;

-- Triggers

CREATE CONSTRAINT TRIGGER accounts_balance_is_ledger AFTER INSERT OR UPDATE OF balance ON payment.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_balance();

CREATE TRIGGER accounts_no_delete BEFORE DELETE ON payment.accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER accounts_owed_counted AFTER INSERT ON payment.accounts FOR EACH ROW WHEN ((new.owed <> 0)) EXECUTE FUNCTION count_owed();

CREATE TRIGGER accounts_owed_recounted AFTER UPDATE ON payment.accounts FOR EACH ROW WHEN ((old.owed <> new.owed)) EXECUTE FUNCTION count_owed();

CREATE TRIGGER credit_purchases_booked_later AFTER UPDATE ON payment.credit_purchases FOR EACH ROW WHEN (((old.completed_at IS NULL) AND (new.completed_at IS NOT NULL))) EXECUTE FUNCTION book_purchase();

CREATE TRIGGER credit_purchases_booked AFTER INSERT ON payment.credit_purchases FOR EACH ROW WHEN ((new.completed_at IS NOT NULL)) EXECUTE FUNCTION book_purchase();

CREATE TRIGGER credit_purchases_change BEFORE UPDATE ON payment.credit_purchases FOR EACH ROW EXECUTE FUNCTION check_purchase_change();

CREATE TRIGGER credit_purchases_counted AFTER INSERT ON payment.credit_purchases FOR EACH ROW EXECUTE FUNCTION count_purchase();

CREATE TRIGGER credit_purchases_due_first AFTER INSERT ON payment.credit_purchases FOR EACH ROW WHEN ((new.next_check_at IS NOT NULL)) EXECUTE FUNCTION purchase_due();

CREATE TRIGGER credit_purchases_due AFTER UPDATE OF next_check_at ON payment.credit_purchases FOR EACH ROW WHEN (((old.next_check_at IS DISTINCT FROM new.next_check_at) OR (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION purchase_due();

CREATE TRIGGER credit_purchases_in_day AFTER INSERT ON payment.credit_purchases FOR EACH ROW EXECUTE FUNCTION purchase_in_day();

CREATE TRIGGER credit_purchases_moved_in_day AFTER UPDATE ON payment.credit_purchases FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.completed_at IS DISTINCT FROM new.completed_at)) OR (old.refunded_amount IS DISTINCT FROM new.refunded_amount)) OR (old.decline_code IS DISTINCT FROM new.decline_code))) EXECUTE FUNCTION purchase_in_day();

CREATE TRIGGER credit_purchases_no_delete BEFORE DELETE ON payment.credit_purchases FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER credit_purchases_recounted AFTER UPDATE ON payment.credit_purchases FOR EACH ROW WHEN ((((((old.status IS DISTINCT FROM new.status) OR (old.completed_at IS DISTINCT FROM new.completed_at)) OR (old.refunded_amount IS DISTINCT FROM new.refunded_amount)) OR (old.disputed_amount IS DISTINCT FROM new.disputed_amount)) OR (old.decline_code IS DISTINCT FROM new.decline_code))) EXECUTE FUNCTION count_purchase();

CREATE TRIGGER credit_transactions_append_only BEFORE DELETE OR UPDATE ON payment.credit_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER credit_transactions_booked AFTER INSERT ON payment.credit_transactions FOR EACH ROW EXECUTE FUNCTION book_credits();

CREATE TRIGGER credit_transactions_continue AFTER INSERT ON payment.credit_transactions FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();

CREATE CONSTRAINT TRIGGER credit_transactions_in_balance AFTER INSERT ON payment.credit_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_balance();

CREATE TRIGGER credit_transactions_no_truncate BEFORE TRUNCATE ON payment.credit_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payment_webhook_events_counted AFTER INSERT OR DELETE ON payment.payment_webhook_events FOR EACH ROW EXECUTE FUNCTION count_event();

CREATE TRIGGER payment_webhook_events_declined AFTER INSERT OR DELETE OR UPDATE ON payment.payment_webhook_events FOR EACH ROW EXECUTE FUNCTION book_decline();

CREATE TRIGGER payment_webhook_events_noted BEFORE INSERT OR UPDATE ON payment.payment_webhook_events FOR EACH ROW WHEN ((new.event_type = 'payment_intent.payment_failed'::text)) EXECUTE FUNCTION note_decline();

CREATE TRIGGER payment_webhook_events_recounted AFTER UPDATE ON payment.payment_webhook_events FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION count_event();

CREATE TRIGGER registration_payments_booked_later AFTER UPDATE ON payment.registration_payments FOR EACH ROW WHEN ((((old.captured_at IS NULL) AND (new.captured_at IS NOT NULL)) OR ((old.settled_at IS NULL) AND (new.settled_at IS NOT NULL)))) EXECUTE FUNCTION book_payment();

CREATE TRIGGER registration_payments_booked AFTER INSERT ON payment.registration_payments FOR EACH ROW WHEN ((new.captured_at IS NOT NULL)) EXECUTE FUNCTION book_payment();

CREATE TRIGGER registration_payments_change BEFORE UPDATE ON payment.registration_payments FOR EACH ROW EXECUTE FUNCTION check_payment_change();

CREATE TRIGGER registration_payments_counted AFTER INSERT ON payment.registration_payments FOR EACH ROW EXECUTE FUNCTION count_payment();

CREATE TRIGGER registration_payments_due_first AFTER INSERT ON payment.registration_payments FOR EACH ROW WHEN ((new.next_check_at IS NOT NULL)) EXECUTE FUNCTION payment_due();

CREATE TRIGGER registration_payments_due AFTER UPDATE OF next_check_at ON payment.registration_payments FOR EACH ROW WHEN ((((old.next_check_at IS DISTINCT FROM new.next_check_at) OR (old.status IS DISTINCT FROM new.status)) OR (old.refund_attempt IS DISTINCT FROM new.refund_attempt))) EXECUTE FUNCTION payment_due();

CREATE TRIGGER registration_payments_in_day AFTER INSERT ON payment.registration_payments FOR EACH ROW EXECUTE FUNCTION payment_in_day();

CREATE TRIGGER registration_payments_moved_in_day AFTER UPDATE ON payment.registration_payments FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.captured_at IS DISTINCT FROM new.captured_at)) OR (old.refunded_amount IS DISTINCT FROM new.refunded_amount)) OR (old.decline_code IS DISTINCT FROM new.decline_code))) EXECUTE FUNCTION payment_in_day();

CREATE TRIGGER registration_payments_no_delete BEFORE DELETE ON payment.registration_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER registration_payments_recounted AFTER UPDATE ON payment.registration_payments FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.captured_at IS DISTINCT FROM new.captured_at)) OR (old.refunded_amount IS DISTINCT FROM new.refunded_amount)) OR (old.decline_code IS DISTINCT FROM new.decline_code))) EXECUTE FUNCTION count_payment();

CREATE TRIGGER stripe_disputes_booked_again AFTER UPDATE ON payment.stripe_disputes FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION book_dispute();

CREATE TRIGGER stripe_disputes_booked AFTER INSERT ON payment.stripe_disputes FOR EACH ROW EXECUTE FUNCTION book_dispute();

CREATE TRIGGER stripe_refunds_booked AFTER INSERT OR UPDATE ON payment.stripe_refunds FOR EACH ROW EXECUTE FUNCTION book_refund();

CREATE TRIGGER transfers_booked AFTER INSERT ON payment.transfers FOR EACH ROW EXECUTE FUNCTION book_transfer();
