-- The log: append-only, as RFC 9162 hashes it and c2sp.org/tlog-tiles cuts it.
CREATE FUNCTION log_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log is append-only';
END $$;

CREATE TABLE log_entries (
  index bigint PRIMARY KEY CHECK (index >= 0),
  entry bytea NOT NULL CHECK (octet_length(entry) = 32)
);
CREATE TRIGGER log_entries_guard BEFORE UPDATE OR DELETE ON log_entries
  FOR EACH ROW EXECUTE FUNCTION log_guard();

-- A tile only ever grows at its end.
CREATE TABLE log_tiles (
  level int NOT NULL,
  index bigint NOT NULL,
  hashes bytea NOT NULL CHECK (octet_length(hashes) BETWEEN 32 AND 8192 AND octet_length(hashes) % 32 = 0),
  PRIMARY KEY (level, index)
);
CREATE FUNCTION log_tiles_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.level = OLD.level AND NEW.index = OLD.index
     AND substring(NEW.hashes FOR octet_length(OLD.hashes)) = OLD.hashes THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the log is append-only';
END $$;
CREATE TRIGGER log_tiles_guard BEFORE UPDATE OR DELETE ON log_tiles
  FOR EACH ROW EXECUTE FUNCTION log_tiles_guard();

-- One for each size that was ever signed. Cosignatures come later.
CREATE TABLE log_checkpoints (
  size bigint PRIMARY KEY CHECK (size > 0),
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  note text NOT NULL,
  cosignatures text[] NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE FUNCTION log_checkpoints_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.size = OLD.size AND NEW.root = OLD.root AND NEW.note = OLD.note
     AND NEW.cosignatures @> OLD.cosignatures THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the log is append-only';
END $$;
CREATE TRIGGER log_checkpoints_guard BEFORE UPDATE OR DELETE ON log_checkpoints
  FOR EACH ROW EXECUTE FUNCTION log_checkpoints_guard();

-- How far each witness has followed.
CREATE TABLE log_witnesses (
  name text PRIMARY KEY,
  size bigint NOT NULL CHECK (size >= 0)
);

-- What was known of a registration at a moment. The log holds its commitment alone: without salt and manifest nothing
-- can be learned from that, so that erasing them erases what is personal and leaves the log whole.
CREATE TABLE evidence (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  registration_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('deposited', 'resubmitted', 'certified', 'revoked')),
  salt bytea CHECK (octet_length(salt) = 32),
  manifest bytea,
  commitment bytea NOT NULL UNIQUE CHECK (octet_length(commitment) = 32),
  recorded_at timestamptz NOT NULL,
  log_index bigint UNIQUE REFERENCES log_entries (index),
  CHECK ((salt IS NULL) = (manifest IS NULL)),
  CHECK (salt IS NULL OR commitment = sha256(salt || manifest))
);
CREATE INDEX evidence_registration_idx ON evidence (registration_id, seq);
CREATE UNIQUE INDEX evidence_deposited_key ON evidence (registration_id) WHERE kind = 'deposited';
CREATE INDEX evidence_pending_idx ON evidence (seq) WHERE log_index IS NULL;

CREATE FUNCTION evidence_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.seq, NEW.registration_id, NEW.user_id, NEW.kind, NEW.commitment, NEW.recorded_at)
       = (OLD.seq, OLD.registration_id, OLD.user_id, OLD.kind, OLD.commitment, OLD.recorded_at)
     AND (OLD.log_index IS NULL OR NEW.log_index = OLD.log_index)
     AND (NEW.salt IS NULL OR (NEW.salt = OLD.salt AND NEW.manifest = OLD.manifest)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'evidence % is final', OLD.seq;
END $$;
CREATE TRIGGER evidence_guard BEFORE UPDATE OR DELETE ON evidence
  FOR EACH ROW EXECUTE FUNCTION evidence_guard();

-- One for each authority and hash: asked for until it is there.
CREATE TABLE stamps (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL,
  of text NOT NULL CHECK (of IN ('file', 'certificate')),
  algorithm text NOT NULL CHECK (algorithm IN ('sha256', 'sha512')),
  hash bytea NOT NULL,
  authority_url text NOT NULL,
  asked_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0,
  answer bytea,
  authority text,
  time timestamptz,
  UNIQUE (hash, authority_url),
  CHECK ((answer IS NULL) = (time IS NULL) AND (answer IS NULL) = (authority IS NULL))
);
CREATE INDEX stamps_registration_idx ON stamps (registration_id);
CREATE INDEX stamps_due_idx ON stamps (authority_url, due_at) WHERE answer IS NULL;

-- What strangers may read besides hash and dates; without a row nothing.
CREATE TABLE publicity (
  registration_id uuid PRIMARY KEY,
  title boolean NOT NULL,
  holders boolean NOT NULL
);

-- Versions, one after the other, of which one is revoked and the rest are final.
ALTER TABLE certificates
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN supersedes text,
  ADD COLUMN superseded_by text,
  ADD COLUMN level text NOT NULL DEFAULT 'none' CHECK (level IN ('none', 'B-B', 'B-T', 'B-LT', 'B-LTA')),
  ADD COLUMN signed_bytes int,
  ADD COLUMN due_at timestamptz,
  ADD COLUMN tries int NOT NULL DEFAULT 0,
  ADD COLUMN revoked_at timestamptz,
  ADD COLUMN revoked_by uuid,
  ADD COLUMN reason text,
  ADD COLUMN file_sha256 text GENERATED ALWAYS AS (facts ->> 'sha256') STORED,
  DROP CONSTRAINT certificates_registration_id_key,
  DROP CONSTRAINT certificates_number_check,
  ADD CONSTRAINT certificates_number_check CHECK (number ~ '^G2-[0-9]{4}-[0-9]{6,}-[0-9A-F]{4}(-[0-9A-Z])?$'),
  ADD CONSTRAINT certificates_version_key UNIQUE (registration_id, version),
  ADD CHECK ((revoked_at IS NULL) = (reason IS NULL));
-- Those of before: a guard stood before them.
DROP TRIGGER certificates_guard ON certificates;
UPDATE certificates SET signed_bytes = octet_length(pdf);
CREATE TRIGGER certificates_guard BEFORE UPDATE OR DELETE ON certificates
  FOR EACH ROW EXECUTE FUNCTION certificates_guard();
CREATE INDEX certificates_file_idx ON certificates (file_sha256);
CREATE INDEX certificates_pdf_idx ON certificates (sha256);
CREATE INDEX certificates_due_idx ON certificates (due_at) WHERE due_at IS NOT NULL;

-- A document grows by stamps at its end; it is revoked once, and superseded once.
CREATE OR REPLACE FUNCTION certificates_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
     AND (NEW.id, NEW.registration_id, NEW.user_id, NEW.number, NEW.facts, NEW.issued_at, NEW.version)
       = (OLD.id, OLD.registration_id, OLD.user_id, OLD.number, OLD.facts, OLD.issued_at, OLD.version)
     AND NEW.supersedes IS NOT DISTINCT FROM OLD.supersedes
     AND substring(NEW.pdf FOR octet_length(OLD.pdf)) = OLD.pdf
     AND (OLD.superseded_by IS NULL OR NEW.superseded_by = OLD.superseded_by)
     AND (OLD.revoked_at IS NULL OR (NEW.revoked_at, NEW.reason) = (OLD.revoked_at, OLD.reason)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'certificate % is final', OLD.number;
END $$;
