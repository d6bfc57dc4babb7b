-- One hash belongs to one paid registration, until its case is closed; unpaid ones may have the same bytes.
-- The same condition as in store-rows.ts.
CREATE UNIQUE INDEX registrations_taken_sha256_key ON registrations (sha256)
  WHERE payment_paid_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX registrations_sha256_user_idx ON registrations (sha256, user_id);
DROP INDEX registrations_sha256_key;
