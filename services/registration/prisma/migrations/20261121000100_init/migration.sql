CREATE TABLE registrations (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  user_id uuid NOT NULL,
  title text NOT NULL CHECK (title <> ''),
  applicant_name text NOT NULL CHECK (applicant_name <> ''),
  applicant_email text NOT NULL CHECK (applicant_email <> ''),
  applicant_tax_id text NOT NULL CHECK (char_length(applicant_tax_id) BETWEEN 11 AND 18),
  holder_name text NOT NULL CHECK (holder_name <> ''),
  description text NOT NULL CHECK (description <> ''),
  jurisdiction text NOT NULL DEFAULT 'global',
  notes text,
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  file_name text,
  file_size bigint CHECK (file_size >= 0),
  file_storage_path text,
  file_attached_at timestamptz,
  status text NOT NULL DEFAULT 'submitted' CHECK (status IN
    ('submitted', 'paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued')),
  status_updated_at timestamptz NOT NULL,
  status_updated_by uuid,
  assigned_operator_id uuid,
  -- cents
  payment_amount bigint NOT NULL DEFAULT 349900 CHECK (payment_amount > 0),
  -- absent when an admin set it paid by hand
  payment_id uuid,
  payment_paid_at timestamptz,
  government_submitted_at timestamptz,
  certificate_issued_at timestamptz,
  correction_reason text,
  -- kept by a trigger: the database's own defence of the 100 %
  holders_total integer NOT NULL DEFAULT 0 CHECK (holders_total BETWEEN 0 AND 100),
  created_at timestamptz NOT NULL,
  CONSTRAINT registrations_file_whole CHECK (
    num_nulls(sha256, file_name, file_size, file_storage_path, file_attached_at) IN (0, 5)),
  CONSTRAINT registrations_paid_has_file CHECK (payment_paid_at IS NULL OR sha256 IS NOT NULL),
  CONSTRAINT registrations_beyond_submitted_is_paid CHECK (status = 'submitted' OR payment_paid_at IS NOT NULL),
  CONSTRAINT registrations_payment_is_paid CHECK (payment_id IS NULL OR payment_paid_at IS NOT NULL),
  CONSTRAINT registrations_government_date CHECK (
    status NOT IN ('government_processing', 'completed', 'certificate_issued') OR government_submitted_at IS NOT NULL),
  CONSTRAINT registrations_certificate_date CHECK (
    (status = 'certificate_issued') = (certificate_issued_at IS NOT NULL))
);
-- One file, one registration.
CREATE UNIQUE INDEX registrations_sha256_key ON registrations (sha256);
CREATE UNIQUE INDEX registrations_payment_id_key ON registrations (payment_id);
CREATE INDEX registrations_user_id_idx ON registrations (user_id, created_at DESC, id DESC);
CREATE INDEX registrations_created_at_idx ON registrations (created_at DESC, id DESC);
CREATE INDEX registrations_status_idx ON registrations (status, created_at DESC, id DESC);
CREATE INDEX registrations_assigned_idx ON registrations (assigned_operator_id, created_at DESC, id DESC)
  WHERE assigned_operator_id IS NOT NULL;
CREATE INDEX registrations_paid_at_idx ON registrations (payment_paid_at) INCLUDE (payment_amount)
  WHERE payment_paid_at IS NOT NULL;
CREATE INDEX registrations_certificate_idx ON registrations (certificate_issued_at) INCLUDE (payment_paid_at)
  WHERE certificate_issued_at IS NOT NULL;
CREATE INDEX registrations_sha256_prefix_idx ON registrations (sha256 text_pattern_ops);
-- The same expression as in store-lists.ts, or the planner does not know it.
CREATE INDEX registrations_search_idx ON registrations USING gin ((lower(
  title || E'\n' || holder_name || E'\n' || description || E'\n' ||
  applicant_name || E'\n' || applicant_email || E'\n' || applicant_tax_id)) public.gin_trgm_ops);

CREATE TABLE registration_holders (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  holder_name text NOT NULL CHECK (holder_name <> ''),
  holder_tax_id text NOT NULL CHECK (char_length(holder_tax_id) BETWEEN 11 AND 18),
  ownership_percentage integer NOT NULL CHECK (ownership_percentage BETWEEN 0 AND 100),
  created_at timestamptz NOT NULL
);
CREATE INDEX registration_holders_registration_id_idx ON registration_holders (registration_id, created_at);

CREATE FUNCTION keep_holders_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE registrations SET holders_total = holders_total - OLD.ownership_percentage
    WHERE id = OLD.registration_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE registrations SET holders_total = holders_total + NEW.ownership_percentage
    WHERE id = NEW.registration_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER registration_holders_total AFTER INSERT OR UPDATE OR DELETE ON registration_holders
  FOR EACH ROW EXECUTE FUNCTION keep_holders_total();

CREATE TABLE registration_status_history (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  from_status text,
  to_status text NOT NULL,
  changed_by uuid,
  reason text,
  notes text,
  created_at timestamptz NOT NULL,
  CHECK (from_status IS DISTINCT FROM to_status)
);
CREATE INDEX registration_status_history_registration_id_idx
  ON registration_status_history (registration_id, created_at, id);

CREATE TABLE internal_notes (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  text text NOT NULL CHECK (text <> ''),
  author_id uuid NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX internal_notes_registration_id_idx ON internal_notes (registration_id, created_at);

-- No foreign key: a ticket outlives its registration, since what it left in storage must still be told off.
CREATE TABLE upload_tickets (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL,
  user_id uuid NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'committed', 'refused', 'expired')),
  object_key text,
  sha256 text,
  file_size bigint,
  refusal jsonb,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK ((state = 'open') = (settled_at IS NULL)),
  CHECK (state <> 'committed' OR num_nulls(object_key, sha256, file_size) = 0),
  CHECK (state <> 'refused' OR refusal IS NOT NULL)
);
CREATE INDEX upload_tickets_open_idx ON upload_tickets (created_at) WHERE state = 'open';
CREATE INDEX upload_tickets_settled_idx ON upload_tickets (settled_at) WHERE state <> 'open';

CREATE TABLE payment_decisions (
  payment_id uuid PRIMARY KEY,
  registration_id uuid NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('paid', 'refused')),
  reason text,
  decided_at timestamptz NOT NULL,
  CHECK ((outcome = 'refused') = (reason IS NOT NULL))
);

CREATE TABLE payment_flags (
  payment_id uuid PRIMARY KEY,
  registration_id uuid NOT NULL,
  flag text,
  version integer NOT NULL,
  told_at timestamptz NOT NULL
);

CREATE TABLE staff_changes (
  user_id uuid PRIMARY KEY,
  changes integer NOT NULL
);

-- Counts by status, and of what was ever paid, as they change: no request counts the table. A writer touches the
-- shard of its own backend; shards may be negative, their sum is the count. Rows of a statement are taken in the
-- order of their names, so that two writers cannot wait for each other.
CREATE TABLE registration_counters (
  kind text NOT NULL,
  shard integer NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (kind, shard)
) WITH (fillfactor = 50);

CREATE FUNCTION count_registrations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO registration_counters AS c (kind, shard, value)
    SELECT kind, pg_backend_pid() % 16, sign * count(*)
    FROM (SELECT status AS kind FROM changed
          UNION ALL SELECT 'ever_paid' FROM changed WHERE payment_paid_at IS NOT NULL) AS k
    GROUP BY kind ORDER BY kind
  ON CONFLICT (kind, shard) DO UPDATE SET value = c.value + excluded.value;
  RETURN NULL;
END $$;
CREATE TRIGGER registrations_counted_in AFTER INSERT ON registrations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_registrations();
CREATE TRIGGER registrations_counted_out AFTER DELETE ON registrations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_registrations();

CREATE FUNCTION recount_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO registration_counters AS c (kind, shard, value)
    SELECT kind, pg_backend_pid() % 16, sum(delta)
    FROM (VALUES (OLD.status, -1), (NEW.status, 1),
                 ('ever_paid', (NEW.payment_paid_at IS NOT NULL)::int - (OLD.payment_paid_at IS NOT NULL)::int)
         ) AS k (kind, delta)
    GROUP BY kind HAVING sum(delta) <> 0 ORDER BY kind
  ON CONFLICT (kind, shard) DO UPDATE SET value = c.value + excluded.value;
  RETURN NULL;
END $$;
CREATE TRIGGER registrations_recounted AFTER UPDATE ON registrations FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status
    OR (OLD.payment_paid_at IS NULL) IS DISTINCT FROM (NEW.payment_paid_at IS NULL))
  EXECUTE FUNCTION recount_registration();
