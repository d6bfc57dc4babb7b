-- When the owner proved the address. Those there before were written to all along: they count as proven.
ALTER TABLE users ADD COLUMN email_verified_at timestamptz;
UPDATE users SET email_verified_at = created_at;

-- True while a password alone does not sign in: kept beside the factors, so that a session check stays one look-up.
ALTER TABLE users ADD COLUMN mfa_enabled boolean NOT NULL DEFAULT false;

-- From where a session was opened, and when it last saw the password, a code or a passkey.
ALTER TABLE sessions ADD COLUMN address text NOT NULL DEFAULT '' CHECK (length(address) <= 64);
ALTER TABLE sessions ADD COLUMN agent text NOT NULL DEFAULT '' CHECK (length(agent) <= 300);
ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT now();

-- The trail of acts. Rows are written in the transaction of the act; a loop chains them afterwards, in one order.
CREATE TABLE audit (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  action text NOT NULL CHECK (length(action) <= 60),
  -- No reference to users: what somebody did stays when the account goes.
  actor_id uuid,
  subject_type text NOT NULL CHECK (length(subject_type) <= 30),
  subject_id text NOT NULL CHECK (length(subject_id) <= 100),
  request_id text NOT NULL CHECK (length(request_id) <= 64),
  detail jsonb NOT NULL,
  -- Personal data, which goes after its time; its salted hash stays, so that the chain holds without it.
  address text CHECK (length(address) <= 64),
  address_salt bytea,
  address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 32),
  -- The chain: SHA-256 over the row before's and this one's content.
  position bigint UNIQUE CHECK (position > 0),
  hash bytea CHECK (octet_length(hash) = 32),
  CHECK ((position IS NULL) = (hash IS NULL)),
  CHECK ((address IS NULL) = (address_salt IS NULL))
);
CREATE INDEX audit_at_idx ON audit (at DESC, id DESC);
CREATE INDEX audit_actor_idx ON audit (actor_id, at DESC, id DESC);
CREATE INDEX audit_subject_idx ON audit (subject_id, at DESC, id DESC);
CREATE INDEX audit_action_idx ON audit (action, at DESC, id DESC);
CREATE INDEX audit_unchained_idx ON audit (at, id) WHERE position IS NULL;

-- Append-only: a row is chained once, and loses its address once; nothing else of it ever changes.
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.position IS NULL OR (NEW.position, NEW.hash) = (OLD.position, OLD.hash))
      AND (NEW.address IS NULL OR (NEW.address, NEW.address_salt) IS NOT DISTINCT FROM (OLD.address, OLD.address_salt))
      AND (NEW.id, NEW.at, NEW.action, NEW.subject_type, NEW.subject_id, NEW.request_id, NEW.detail, NEW.address_hash)
        = (OLD.id, OLD.at, OLD.action, OLD.subject_type, OLD.subject_id, OLD.request_id, OLD.detail, OLD.address_hash)
      AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id
    THEN RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the trail only grows';
END $$;
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();
