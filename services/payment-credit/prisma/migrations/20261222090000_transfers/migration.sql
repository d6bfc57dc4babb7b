-- What admins gave back by transfer, since Stripe refunds no boleto: a payment once, and whole.
CREATE TABLE transfers (
  payment_id uuid PRIMARY KEY REFERENCES registration_payments (id),
  amount bigint NOT NULL CHECK (amount > 0),
  -- The civil day in America/Sao_Paulo that the bank did it on.
  transferred_on date NOT NULL,
  reference text NOT NULL,
  note text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_at timestamptz NOT NULL
);

-- It is money given back as a refund is, on its own day.
CREATE FUNCTION transfer_time(transferred_on date) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (transferred_on + time '12:00') AT TIME ZONE 'America/Sao_Paulo'
$$;
CREATE FUNCTION book_transfer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_money(transfer_time(NEW.transferred_on), refunds => 1, refund_cents => NEW.amount);
  RETURN NULL;
END $$;
CREATE TRIGGER transfers_booked AFTER INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION book_transfer();
