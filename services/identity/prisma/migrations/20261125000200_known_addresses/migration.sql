-- From where an account signed in of late: what others guess does not lock it out there.
CREATE TABLE known_addresses (
  -- SHA-256 of e-mail and address, hexadecimal: both are personal data.
  key text PRIMARY KEY CHECK (key ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expire timestamptz NOT NULL
);
CREATE INDEX known_addresses_user_id_expire_idx ON known_addresses (user_id, expire DESC);
CREATE INDEX known_addresses_expire_idx ON known_addresses (expire);
