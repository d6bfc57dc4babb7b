-- An account's own payments, newest first, for its owner and for admins.
CREATE INDEX registration_payments_user_id_created_at_id_idx ON registration_payments (user_id, created_at DESC, id DESC);
