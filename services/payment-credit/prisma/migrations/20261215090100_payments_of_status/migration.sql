-- Payments in a state, as the list shows it, newest first: one that few are in is found without reading the others.
CREATE INDEX registration_payments_shown_idx
  ON registration_payments (shown_status(status, decline_code), created_at DESC, id DESC);
CREATE INDEX credit_purchases_shown_idx
  ON credit_purchases (shown_purchase_status(status, decline_code), created_at DESC, id DESC);
