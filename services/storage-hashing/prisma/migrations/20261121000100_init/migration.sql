-- One row per upload ticket: its jti can be claimed once. The key is written before the first byte is, so that a
-- crash between bytes and row leaves nothing that cannot be found again.
CREATE TABLE uploads (
  jti text PRIMARY KEY,
  registration_id uuid NOT NULL,
  user_id uuid NOT NULL,
  object_key text NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'receiving' CHECK (state IN ('receiving', 'stored', 'refused', 'expired')),
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'receiving') = (ended_at IS NULL))
);

-- What is stored, and the tombstones of what was.
CREATE TABLE objects (
  key text PRIMARY KEY,
  jti text UNIQUE REFERENCES uploads (jti),
  registration_id uuid,
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint CHECK (size > 0),
  entries integer CHECK (entries > 0),
  unpacked bigint CHECK (unpacked >= 0),
  state text NOT NULL CHECK (state IN ('stored', 'attached', 'releasing', 'released')),
  created_at timestamptz NOT NULL,
  released_at timestamptz,
  -- A tombstone may stand for bytes nothing else is known of; a live object is known completely.
  CHECK (
    state IN ('releasing', 'released')
    OR num_nulls(jti, registration_id, sha256, size, entries, unpacked) = 0
  ),
  CHECK ((state = 'released') = (released_at IS NOT NULL))
);
CREATE INDEX objects_releasing_idx ON objects (created_at) WHERE state = 'releasing';

-- Released is for ever, and the proof of a stored object never changes.
CREATE FUNCTION objects_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
    (('stored', 'attached'), ('stored', 'releasing'), ('attached', 'releasing'), ('releasing', 'released'))
  THEN
    RAISE EXCEPTION 'object % cannot go from % to %', OLD.key, OLD.state, NEW.state;
  END IF;
  IF (OLD.key, OLD.sha256, OLD.size) IS DISTINCT FROM (NEW.key, NEW.sha256, NEW.size) THEN
    RAISE EXCEPTION 'object % is immutable', OLD.key;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER objects_guard BEFORE UPDATE ON objects FOR EACH ROW EXECUTE FUNCTION objects_guard();
