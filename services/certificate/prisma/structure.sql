-- What the migrations of certificate make, for reading. Generated: deploy/house/consistency/structure.int.test.ts

-- Tables

CREATE TABLE certificates (
  due_at timestamp with time zone,
  facts jsonb NOT NULL,
  file_sha256 text GENERATED ALWAYS AS ((facts ->> 'sha256'::text)) STORED,
  id uuid NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  level text NOT NULL DEFAULT 'none'::text,
  number text NOT NULL,
  pdf bytea NOT NULL,
  reason text,
  registration_id uuid NOT NULL,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  sha256 text NOT NULL,
  signed_bytes integer,
  superseded_by text,
  supersedes text,
  tries integer NOT NULL DEFAULT 0,
  user_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT certificates_pkey PRIMARY KEY (id),
  CONSTRAINT certificates_check CHECK ((sha256 = encode(sha256(pdf), 'hex'::text))),
  CONSTRAINT certificates_check1 CHECK (((revoked_at IS NULL) = (reason IS NULL))),
  CONSTRAINT certificates_level_check CHECK ((level = ANY (ARRAY['none'::text, 'B-B'::text, 'B-T'::text, 'B-LT'::text, 'B-LTA'::text]))),
  CONSTRAINT certificates_number_check CHECK ((number ~ '^G2-[0-9]{4}-[0-9]{6,}-[0-9A-F]{4}(-[0-9A-Z])?$'::text)),
  CONSTRAINT certificates_number_key UNIQUE (number),
  CONSTRAINT certificates_version_key UNIQUE (registration_id, version)
);

CREATE TABLE consumer_positions (
  consumer text NOT NULL,
  published_us bigint NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT consumer_positions_pkey PRIMARY KEY (consumer)
);

CREATE TABLE contents (
  file_sha256 text NOT NULL,
  files integer NOT NULL,
  registration_id uuid NOT NULL,
  root text NOT NULL,
  CONSTRAINT contents_pkey PRIMARY KEY (registration_id, file_sha256),
  CONSTRAINT contents_files CHECK ((files >= 0)),
  CONSTRAINT contents_hashes CHECK (((file_sha256 ~ '^[0-9a-f]{64}$'::text) AND (root ~ '^[0-9a-f]{64}$'::text)))
);

CREATE TABLE doubts (
  flag text,
  kept_at timestamp with time zone,
  kept_by uuid,
  payment_id uuid NOT NULL,
  reason text,
  registration_id uuid NOT NULL,
  told_at timestamp with time zone NOT NULL,
  version integer NOT NULL,
  CONSTRAINT doubts_pkey PRIMARY KEY (payment_id)
);

CREATE TABLE evidence (
  commitment bytea NOT NULL,
  kind text NOT NULL,
  log_index bigint,
  manifest bytea,
  recorded_at timestamp with time zone NOT NULL,
  registration_id uuid NOT NULL,
  salt bytea,
  seq bigint NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT evidence_pkey PRIMARY KEY (seq),
  CONSTRAINT evidence_check CHECK (((salt IS NULL) = (manifest IS NULL))),
  CONSTRAINT evidence_check1 CHECK (((salt IS NULL) OR (commitment = sha256((salt || manifest))))),
  CONSTRAINT evidence_commitment_check CHECK ((octet_length(commitment) = 32)),
  CONSTRAINT evidence_commitment_key UNIQUE (commitment),
  CONSTRAINT evidence_kind_check CHECK ((kind = ANY (ARRAY['deposited'::text, 'paid'::text, 'resubmitted'::text, 'certified'::text, 'revoked'::text, 'inspected'::text]))),
  CONSTRAINT evidence_log_index_fkey FOREIGN KEY (log_index) REFERENCES log_entries(index),
  CONSTRAINT evidence_log_index_key UNIQUE (log_index),
  CONSTRAINT evidence_salt_check CHECK ((octet_length(salt) = 32))
);

CREATE TABLE idempotency_keys (
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  request_hash text NOT NULL,
  response jsonb NOT NULL,
  scope text NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope)
);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
);

CREATE TABLE log_checkpoints (
  cosignatures text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  note text NOT NULL,
  root bytea NOT NULL,
  size bigint NOT NULL,
  CONSTRAINT log_checkpoints_pkey PRIMARY KEY (size),
  CONSTRAINT log_checkpoints_root_check CHECK ((octet_length(root) = 32)),
  CONSTRAINT log_checkpoints_size_check CHECK ((size > 0))
);

CREATE TABLE log_entries (
  entry bytea NOT NULL,
  index bigint NOT NULL,
  CONSTRAINT log_entries_pkey PRIMARY KEY (index),
  CONSTRAINT log_entries_entry_check CHECK ((octet_length(entry) = 32)),
  CONSTRAINT log_entries_index_check CHECK ((index >= 0))
);

CREATE TABLE log_tiles (
  hashes bytea NOT NULL,
  index bigint NOT NULL,
  level integer NOT NULL,
  CONSTRAINT log_tiles_pkey PRIMARY KEY (level, index),
  CONSTRAINT log_tiles_hashes_check CHECK ((((octet_length(hashes) >= 32) AND (octet_length(hashes) <= 8192)) AND ((octet_length(hashes) % 32) = 0)))
);

CREATE TABLE log_witnesses (
  name text NOT NULL,
  size bigint NOT NULL,
  CONSTRAINT log_witnesses_pkey PRIMARY KEY (name),
  CONSTRAINT log_witnesses_size_check CHECK ((size >= 0))
);

CREATE TABLE missed_events (
  consumer text NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  event_id uuid NOT NULL,
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  given_up boolean NOT NULL DEFAULT false,
  CONSTRAINT missed_events_pkey PRIMARY KEY (consumer, event_id)
);

CREATE TABLE outbox (
  aggregate_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  data jsonb NOT NULL,
  id uuid NOT NULL,
  published_at timestamp with time zone,
  seq bigint NOT NULL,
  traceparent text,
  type text NOT NULL,
  version integer NOT NULL,
  CONSTRAINT outbox_pkey PRIMARY KEY (seq),
  CONSTRAINT outbox_id_key UNIQUE (id)
);

CREATE TABLE publicity (
  holders boolean NOT NULL,
  registration_id uuid NOT NULL,
  title boolean NOT NULL,
  CONSTRAINT publicity_pkey PRIMARY KEY (registration_id)
);

CREATE TABLE stamps (
  algorithm text NOT NULL,
  answer bytea,
  asked_at timestamp with time zone NOT NULL,
  authority text,
  authority_url text NOT NULL,
  checkpoint_size bigint,
  due_at timestamp with time zone NOT NULL,
  hash bytea NOT NULL,
  id uuid NOT NULL,
  of text NOT NULL,
  registration_id uuid,
  "time" timestamp with time zone,
  tries integer NOT NULL DEFAULT 0,
  CONSTRAINT stamps_pkey PRIMARY KEY (id),
  CONSTRAINT stamps_algorithm_check CHECK ((algorithm = ANY (ARRAY['sha256'::text, 'sha512'::text]))),
  CONSTRAINT stamps_check CHECK ((((answer IS NULL) = ("time" IS NULL)) AND ((answer IS NULL) = (authority IS NULL)))),
  CONSTRAINT stamps_checkpoint_size_fkey FOREIGN KEY (checkpoint_size) REFERENCES log_checkpoints(size),
  CONSTRAINT stamps_of_check CHECK (
CASE of
    WHEN 'checkpoint'::text THEN ((checkpoint_size IS NOT NULL) AND (registration_id IS NULL))
    ELSE ((of = ANY (ARRAY['file'::text, 'certificate'::text])) AND (checkpoint_size IS NULL) AND (registration_id IS NOT NULL))
END)
);

CREATE TABLE version_changes (
  added integer,
  changed integer,
  registration_id uuid NOT NULL,
  removed integer,
  unchanged integer,
  CONSTRAINT version_changes_pkey PRIMARY KEY (registration_id),
  CONSTRAINT version_changes_whole CHECK ((num_nulls(added, removed, changed, unchanged) = ANY (ARRAY[0, 4])))
);

-- Indexes

CREATE INDEX certificates_due_idx ON certificate.certificates USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX certificates_file_idx ON certificate.certificates USING btree (file_sha256);

CREATE INDEX certificates_number_idx ON certificate.certificates USING btree (number text_pattern_ops);

CREATE INDEX certificates_pdf_idx ON certificate.certificates USING btree (sha256);

CREATE INDEX certificates_previous_idx ON certificate.certificates USING btree (((facts ->> 'previousId'::text))) WHERE ((facts ->> 'previousId'::text) IS NOT NULL);

CREATE INDEX doubts_registration_idx ON certificate.doubts USING btree (registration_id);

CREATE UNIQUE INDEX evidence_paid_key ON certificate.evidence USING btree (registration_id) WHERE (kind = 'paid'::text);

CREATE INDEX evidence_pending_idx ON certificate.evidence USING btree (seq) WHERE (log_index IS NULL);

CREATE INDEX evidence_registration_idx ON certificate.evidence USING btree (registration_id, seq);

CREATE INDEX idempotency_keys_created_at_idx ON certificate.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON certificate.inbox USING btree (received_at);

CREATE INDEX log_checkpoints_witnessed_idx ON certificate.log_checkpoints USING btree (cardinality(cosignatures), size);

CREATE INDEX outbox_published_at_idx ON certificate.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished_idx ON certificate.outbox USING btree (seq) WHERE (published_at IS NULL);

CREATE UNIQUE INDEX stamps_checkpoint_size_authority_url_key ON certificate.stamps USING btree (checkpoint_size, authority_url);

CREATE INDEX stamps_due_idx ON certificate.stamps USING btree (authority_url, due_at) WHERE (answer IS NULL);

CREATE UNIQUE INDEX stamps_registration_id_hash_authority_url_key ON certificate.stamps USING btree (registration_id, hash, authority_url);

CREATE INDEX stamps_registration_idx ON certificate.stamps USING btree (registration_id);

-- Functions

CREATE OR REPLACE FUNCTION certificate.certificates_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION certificate.evidence_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.seq, NEW.registration_id, NEW.user_id, NEW.kind, NEW.commitment, NEW.recorded_at)
       = (OLD.seq, OLD.registration_id, OLD.user_id, OLD.kind, OLD.commitment, OLD.recorded_at)
     AND (OLD.log_index IS NULL OR NEW.log_index = OLD.log_index)
     AND (NEW.salt IS NULL OR (NEW.salt = OLD.salt AND NEW.manifest = OLD.manifest)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'evidence % is final', OLD.seq;
END $function$;

CREATE OR REPLACE FUNCTION certificate.log_checkpoints_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.size = OLD.size AND NEW.root = OLD.root AND NEW.note = OLD.note
     AND NEW.cosignatures @> OLD.cosignatures THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the log is append-only';
END $function$;

CREATE OR REPLACE FUNCTION certificate.log_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the log is append-only';
END $function$;

CREATE OR REPLACE FUNCTION certificate.log_tiles_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.level = OLD.level AND NEW.index = OLD.index
     AND substring(NEW.hashes FOR octet_length(OLD.hashes)) = OLD.hashes THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the log is append-only';
END $function$;

-- Triggers

CREATE TRIGGER certificates_guard BEFORE DELETE OR UPDATE ON certificate.certificates FOR EACH ROW EXECUTE FUNCTION certificates_guard();

CREATE TRIGGER evidence_guard BEFORE DELETE OR UPDATE ON certificate.evidence FOR EACH ROW EXECUTE FUNCTION evidence_guard();

CREATE TRIGGER log_checkpoints_guard BEFORE DELETE OR UPDATE ON certificate.log_checkpoints FOR EACH ROW EXECUTE FUNCTION log_checkpoints_guard();

CREATE TRIGGER log_entries_guard BEFORE DELETE OR UPDATE ON certificate.log_entries FOR EACH ROW EXECUTE FUNCTION log_guard();

CREATE TRIGGER log_tiles_guard BEFORE DELETE OR UPDATE ON certificate.log_tiles FOR EACH ROW EXECUTE FUNCTION log_tiles_guard();
