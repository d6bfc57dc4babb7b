-- What came to the webhook without Stripe's signature leaves a row that says why, and never has an effect.
ALTER TABLE payment_webhook_events ADD COLUMN verified boolean NOT NULL DEFAULT true;
ALTER TABLE payment_webhook_events ADD CONSTRAINT payment_webhook_events_unverified_failed
  CHECK (verified OR (status = 'failed' AND object_id = '' AND next_try_at IS NULL));
CREATE INDEX payment_webhook_events_unverified_idx ON payment_webhook_events (received_at DESC, id DESC)
  WHERE NOT verified;
