-- What the provider takes the money by: each attempt by one, so that its intent can be paid in no other way. `method` card
-- stands for the provider as before; null is an attempt of the version before, by card.
ALTER TABLE registration_payments
  ADD COLUMN provider_method text CHECK (provider_method IN ('card', 'pix', 'boleto')),
  -- When the code that the payer was shown can be paid no more; null without one.
  ADD COLUMN voucher_expires_at timestamptz;
ALTER TABLE credit_purchases
  ADD COLUMN provider_method text CHECK (provider_method IN ('card', 'pix', 'boleto')),
  ADD COLUMN voucher_expires_at timestamptz;

-- Who pays, as told for the receipt and for a boleto. Personal data, and so in a table of its own: it can go.
CREATE TABLE payers (
  -- A payment's or a purchase's.
  payment_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL,
  tax_id text NOT NULL,
  email text,
  address jsonb,
  told_at timestamptz NOT NULL
);
CREATE INDEX payers_user_id_told_at_payment_id_idx ON payers (user_id, told_at DESC, payment_id DESC);

-- A code whose time is over is no declined card.
CREATE OR REPLACE FUNCTION is_own_decline(event_type text, status text, intent text) RETURNS boolean
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT event_type = 'payment_intent.payment_failed' AND status = 'processed'
    AND (EXISTS (SELECT FROM registration_payments p WHERE p.stripe_payment_intent_id = intent
        AND coalesce(p.provider_method, 'card') = 'card')
      OR EXISTS (SELECT FROM credit_purchases p WHERE p.payment_intent_id = intent
        AND coalesce(p.provider_method, 'card') = 'card'))
$$;
