-- The secret of an authenticator app, one per account; it counts once a code of it was given.
CREATE TABLE totp (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret bytea NOT NULL CHECK (octet_length(secret) = 20),
  created_at timestamptz NOT NULL,
  enabled_at timestamptz,
  -- The step of the last code that was taken: none of it or before is taken again.
  last_step bigint NOT NULL DEFAULT 0
);

-- What lets somebody in who lost the factor, once each; kept as SHA-256, hexadecimal.
CREATE TABLE recovery_codes (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  used_at timestamptz
);
CREATE INDEX recovery_codes_user_id_idx ON recovery_codes (user_id);

-- WebAuthn credentials, by their id (base64url).
CREATE TABLE passkeys (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]+$' AND length(id) <= 1400),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- COSE_Key (RFC 9052).
  public_key bytea NOT NULL CHECK (octet_length(public_key) <= 4096),
  -- Signatures made with it, as the authenticator counts them; many count none and say 0.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports jsonb NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user_id_created_at_idx ON passkeys (user_id, created_at);

-- Challenges that were answered, until nobody can answer them any more: each is good once.
CREATE TABLE used_challenges (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  expire timestamptz NOT NULL
);
CREATE INDEX used_challenges_expire_idx ON used_challenges (expire);
