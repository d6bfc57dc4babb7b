-- Admins see purchases of credits among the payments, newest first.
CREATE INDEX credit_purchases_created_at_id_idx ON credit_purchases (created_at DESC, id DESC);
