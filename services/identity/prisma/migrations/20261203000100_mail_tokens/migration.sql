-- What the links of mails carry: good once, for a time.
CREATE TABLE mail_tokens (
  -- SHA-256 of the token, hexadecimal: what is stored here opens nothing.
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'verify', 'change', 'undo')),
  -- The address it was sent to, or of a change the one that it would bring.
  email text NOT NULL CHECK (length(email) <= 254),
  expire timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
-- A later one takes the place of the one before; but each former address keeps its own way back.
CREATE UNIQUE INDEX mail_tokens_one_key ON mail_tokens (user_id, purpose) WHERE purpose <> 'undo';
CREATE INDEX mail_tokens_user_id_idx ON mail_tokens (user_id);
CREATE INDEX mail_tokens_former_idx ON mail_tokens (lower(email)) WHERE purpose = 'undo';
CREATE INDEX mail_tokens_expire_idx ON mail_tokens (expire);

-- Forgotten passwords that nobody looked at yet: whether there is such an account, the loop finds out.
CREATE TABLE reset_requests (
  -- Lower-cased.
  email text PRIMARY KEY CHECK (email = lower(email) AND length(email) <= 1000),
  asked_at timestamptz NOT NULL,
  -- From where it was asked, for the trail.
  request_id text NOT NULL CHECK (length(request_id) <= 64),
  address text NOT NULL CHECK (length(address) <= 64)
);
CREATE INDEX reset_requests_asked_at_idx ON reset_requests (asked_at);

-- A mail to an address that nobody proved yet waits for the proof.
ALTER TABLE outgoing_emails ADD COLUMN held boolean NOT NULL DEFAULT false;
DROP INDEX outgoing_emails_due_idx;
CREATE INDEX outgoing_emails_due_idx ON outgoing_emails (next_at)
  WHERE sent_at IS NULL AND given_up_at IS NULL AND NOT held;
CREATE INDEX outgoing_emails_held_idx ON outgoing_emails (created_at) WHERE held;
