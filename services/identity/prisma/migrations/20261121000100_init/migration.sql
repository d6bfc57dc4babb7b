CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = btrim(email) AND length(email) BETWEEN 3 AND 254),
  -- argon2id in PHC form; absent for accounts that only an identity provider signs in.
  password_hash text CHECK (password_hash LIKE '$argon2id$%'),
  first_name text NOT NULL CHECK (length(first_name) <= 200),
  last_name text NOT NULL CHECK (length(last_name) <= 200),
  role text NOT NULL DEFAULT 'client' CHECK (role IN ('client', 'operator', 'admin')),
  is_active boolean NOT NULL DEFAULT true,
  profile_image_url text CHECK (length(profile_image_url) <= 2048),
  oidc_issuer text,
  oidc_subject text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((oidc_issuer IS NULL) = (oidc_subject IS NULL))
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
CREATE UNIQUE INDEX users_oidc_key ON users (oidc_issuer, oidc_subject) WHERE oidc_issuer IS NOT NULL;
CREATE INDEX users_newest_idx ON users (created_at DESC, id DESC);
CREATE INDEX users_role_newest_idx ON users (role, created_at DESC, id DESC);
CREATE INDEX users_search_idx ON users
  USING gin ((first_name || ' ' || last_name || ' ' || email) public.gin_trgm_ops);

-- Accounts per role, kept by trigger: lists and statistics never count the users.
CREATE TABLE user_counts (
  role text PRIMARY KEY CHECK (role IN ('client', 'operator', 'admin')),
  total bigint NOT NULL DEFAULT 0 CHECK (total >= 0)
);
INSERT INTO user_counts (role) VALUES ('admin'), ('client'), ('operator');

CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.role = NEW.role THEN RETURN NULL; END IF;
    -- Always in the same order, so that two changes cannot wait for each other.
    PERFORM 1 FROM user_counts WHERE role IN (OLD.role, NEW.role) ORDER BY role FOR UPDATE;
  END IF;
  IF TG_OP <> 'INSERT' THEN UPDATE user_counts SET total = total - 1 WHERE role = OLD.role; END IF;
  IF TG_OP <> 'DELETE' THEN UPDATE user_counts SET total = total + 1 WHERE role = NEW.role; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_counted AFTER INSERT OR UPDATE OF role OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION count_users();

CREATE TABLE sessions (
  -- SHA-256 of the token, hexadecimal: what is stored here signs nobody in.
  sid text PRIMARY KEY CHECK (sid ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sess jsonb NOT NULL,
  expire timestamptz NOT NULL
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expire_idx ON sessions (expire);

CREATE TABLE outgoing_emails (
  id uuid PRIMARY KEY,
  -- The queued mails of an account go with it.
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  dedupe_key text NOT NULL UNIQUE,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  sent_at timestamptz,
  given_up_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (sent_at IS NULL OR given_up_at IS NULL)
);
CREATE INDEX outgoing_emails_due_idx ON outgoing_emails (next_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
CREATE INDEX outgoing_emails_sent_idx ON outgoing_emails (sent_at DESC) WHERE sent_at IS NOT NULL;
CREATE INDEX outgoing_emails_user_id_idx ON outgoing_emails (user_id);

-- As rate-limiter-flexible reads and writes it; keys are hashes.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);
