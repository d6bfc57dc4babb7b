-- What the migrations of storage-hashing make, for reading. Generated: deploy/house/consistency/structure.int.test.ts

-- Tables

CREATE TABLE consumer_positions (
  consumer text NOT NULL,
  published_us bigint NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT consumer_positions_pkey PRIMARY KEY (consumer)
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

CREATE TABLE inspections (
  bytes bigint,
  due_at timestamp with time zone,
  files integer,
  inspected_at timestamp with time zone,
  languages jsonb,
  object_key text NOT NULL,
  problem text,
  registration_id uuid NOT NULL,
  root text,
  tries integer NOT NULL DEFAULT 0,
  warnings jsonb,
  CONSTRAINT inspections_pkey PRIMARY KEY (object_key),
  CONSTRAINT inspections_whole CHECK (((root IS NULL) OR ((files IS NOT NULL) AND (bytes IS NOT NULL) AND (languages IS NOT NULL) AND (warnings IS NOT NULL))))
);

CREATE TABLE leases (
  holder uuid NOT NULL,
  name text NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT leases_pkey PRIMARY KEY (name)
);

CREATE TABLE manifest_files (
  index integer NOT NULL,
  is_text boolean NOT NULL,
  language text,
  object_key text NOT NULL,
  path text NOT NULL,
  place jsonb NOT NULL,
  sha256 text,
  size bigint NOT NULL,
  warning text,
  CONSTRAINT manifest_files_pkey PRIMARY KEY (object_key, index)
);

CREATE TABLE missed_events (
  consumer text NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  event_id uuid NOT NULL,
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  given_up boolean NOT NULL DEFAULT false,
  CONSTRAINT missed_events_pkey PRIMARY KEY (consumer, event_id)
);

CREATE TABLE objects (
  created_at timestamp with time zone NOT NULL,
  entries integer,
  jti text,
  key text NOT NULL,
  registration_id uuid,
  released_at timestamp with time zone,
  sha256 text,
  sha512 text,
  size bigint,
  state text NOT NULL,
  unpacked bigint,
  CONSTRAINT objects_pkey PRIMARY KEY (key),
  CONSTRAINT objects_check CHECK (((state = ANY (ARRAY['releasing'::text, 'released'::text])) OR (num_nulls(jti, registration_id, sha256, size, entries, unpacked) = 0))),
  CONSTRAINT objects_check1 CHECK (((state = 'released'::text) = (released_at IS NOT NULL))),
  CONSTRAINT objects_entries_check CHECK ((entries > 0)),
  CONSTRAINT objects_jti_fkey FOREIGN KEY (jti) REFERENCES uploads(jti),
  CONSTRAINT objects_jti_key UNIQUE (jti),
  CONSTRAINT objects_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT objects_sha512_check CHECK ((sha512 ~ '^[0-9a-f]{128}$'::text)),
  CONSTRAINT objects_size_check CHECK ((size > 0)),
  CONSTRAINT objects_state_check CHECK ((state = ANY (ARRAY['stored'::text, 'attached'::text, 'releasing'::text, 'released'::text]))),
  CONSTRAINT objects_unpacked_check CHECK ((unpacked >= 0))
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

CREATE TABLE removals (
  due_at timestamp with time zone NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  key text NOT NULL,
  said integer NOT NULL DEFAULT 1,
  CONSTRAINT removals_pkey PRIMARY KEY (key),
  CONSTRAINT removals_failures_check CHECK ((failures >= 0)),
  CONSTRAINT removals_said_check CHECK ((said > 0))
);

CREATE TABLE scrubs (
  due_at timestamp with time zone NOT NULL,
  object_key text NOT NULL,
  outcome text,
  scrubbed_at timestamp with time zone NOT NULL,
  CONSTRAINT scrubs_pkey PRIMARY KEY (object_key),
  CONSTRAINT scrubs_outcome_check CHECK ((outcome = ANY (ARRAY['intact'::text, 'different'::text, 'missing'::text])))
);

CREATE TABLE uploads (
  declared_sha256 text,
  ended_at timestamp with time zone,
  jti text NOT NULL,
  object_key text NOT NULL,
  "offset" bigint NOT NULL DEFAULT 0,
  parts jsonb,
  refusal text,
  registration_id uuid NOT NULL,
  size bigint,
  started_at timestamp with time zone NOT NULL,
  state text NOT NULL DEFAULT 'receiving'::text,
  tail bytea,
  user_id uuid NOT NULL,
  writer uuid,
  CONSTRAINT uploads_pkey PRIMARY KEY (jti),
  CONSTRAINT uploads_check CHECK (((state = 'receiving'::text) = (ended_at IS NULL))),
  CONSTRAINT uploads_check1 CHECK ((("offset" >= 0) AND ("offset" <= size))),
  CONSTRAINT uploads_declared_sha256_check CHECK ((declared_sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT uploads_object_key_key UNIQUE (object_key),
  CONSTRAINT uploads_size_check CHECK ((size > 0)),
  CONSTRAINT uploads_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'stored'::text, 'refused'::text, 'expired'::text])))
);

-- Indexes

CREATE INDEX idempotency_keys_created_at_idx ON storage.idempotency_keys USING btree (created_at);

CREATE INDEX inbox_received_at_idx ON storage.inbox USING btree (received_at);

CREATE INDEX inspections_due_idx ON storage.inspections USING btree (due_at);

CREATE INDEX objects_releasing_idx ON storage.objects USING btree (created_at) WHERE (state = 'releasing'::text);

CREATE INDEX outbox_published_at_idx ON storage.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished_idx ON storage.outbox USING btree (seq) WHERE (published_at IS NULL);

CREATE INDEX removals_due_at_idx ON storage.removals USING btree (due_at);

CREATE INDEX scrubs_due_at_idx ON storage.scrubs USING btree (due_at);

CREATE INDEX scrubs_outcome_idx ON storage.scrubs USING btree (outcome);

CREATE INDEX scrubs_scrubbed_at_idx ON storage.scrubs USING btree (scrubbed_at);

-- Functions

CREATE OR REPLACE FUNCTION storage.objects_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
    (('stored', 'attached'), ('stored', 'releasing'), ('attached', 'releasing'), ('releasing', 'attached'),
     ('releasing', 'released'))
  THEN
    RAISE EXCEPTION 'object % cannot go from % to %', OLD.key, OLD.state, NEW.state;
  END IF;
  IF (OLD.key, OLD.sha256, OLD.size) IS DISTINCT FROM (NEW.key, NEW.sha256, NEW.size) THEN
    RAISE EXCEPTION 'object % is immutable', OLD.key;
  END IF;
  RETURN NEW;
END $function$;

-- Triggers

CREATE TRIGGER objects_guard BEFORE UPDATE ON storage.objects FOR EACH ROW EXECUTE FUNCTION objects_guard();
