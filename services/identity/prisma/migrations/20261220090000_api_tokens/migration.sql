-- What programs of an account's owner call the API by; kept as SHA-256, hexadecimal.
CREATE TABLE api_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- The first letters, to tell it by.
  prefix text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL,
  -- Absent: it lives until it is revoked.
  expires_at timestamptz,
  last_used_at timestamptz
);
CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens (hash);
CREATE INDEX api_tokens_user_id_created_at_idx ON api_tokens (user_id, created_at);
CREATE INDEX api_tokens_expires_at_idx ON api_tokens (expires_at);
