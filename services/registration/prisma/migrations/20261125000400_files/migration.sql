-- When each registration first held which bytes: sent again they hold nobody off for longer.
CREATE TABLE file_claims (
  registration_id uuid NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  sha256 text NOT NULL,
  held_since timestamptz NOT NULL,
  PRIMARY KEY (registration_id, sha256)
);
INSERT INTO file_claims (registration_id, sha256, held_since)
  SELECT id, sha256, file_attached_at FROM registrations
  WHERE sha256 IS NOT NULL AND payment_paid_at IS NULL;

-- Whose owner was told that an unpaid file goes, and when it does. Of one file: another begins anew.
CREATE TABLE unpaid_file_warnings (
  registration_id uuid PRIMARY KEY REFERENCES registrations (id) ON DELETE CASCADE,
  attached_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX unpaid_file_warnings_expires_idx ON unpaid_file_warnings (expires_at);

-- The unpaid ones with a file: a user's, counted; and all, by age.
CREATE INDEX registrations_unpaid_files_idx ON registrations (user_id)
  WHERE payment_paid_at IS NULL AND sha256 IS NOT NULL;
CREATE INDEX registrations_unpaid_file_age_idx ON registrations (file_attached_at, id)
  WHERE payment_paid_at IS NULL AND sha256 IS NOT NULL;
-- storage-hashing asks who has an object before it removes it.
CREATE INDEX registrations_object_key_idx ON registrations (file_storage_path)
  WHERE file_storage_path IS NOT NULL;
