-- Stages and operators are summed up by larger spans too, so that a year is read from some fourteen spans and not from
-- thirty days and eleven months: five days of a month (the last five are what is left of it) and quarters.
CREATE FUNCTION span_begins(span text, day date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE span WHEN 'pentad' THEN date_trunc('month', day)::date + 5 * least(5, (extract(day FROM day)::int - 1) / 5)
    ELSE date_trunc(span, day)::date END
$$;

-- Nothing is booked until this commits.
LOCK TABLE registration_status_history IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE stage_times DROP CONSTRAINT stage_times_span_check;
ALTER TABLE stage_times ADD CONSTRAINT stage_times_span_check CHECK (span IN ('day', 'pentad', 'month', 'quarter'));
INSERT INTO stage_times (span, begins, stage, bucket, shard, registrations)
  SELECT s.span, span_begins(s.span, begins), stage, bucket, 0, sum(registrations)
  FROM stage_times t, (VALUES ('pentad'), ('quarter')) AS s (span) WHERE t.span = 'day' GROUP BY 1, 2, 3, 4;

-- What operator_days has, by those spans.
CREATE TABLE operator_spans (
  span text NOT NULL CHECK (span IN ('pentad', 'month', 'quarter')),
  begins date NOT NULL,
  operator_id uuid NOT NULL,
  steps bigint NOT NULL,
  reviewed bigint NOT NULL,
  corrections bigint NOT NULL,
  PRIMARY KEY (span, begins, operator_id)
) WITH (fillfactor = 50);
INSERT INTO operator_spans (span, begins, operator_id, steps, reviewed, corrections)
  SELECT s.span, span_begins(s.span, day), operator_id, sum(steps), sum(reviewed), sum(corrections)
  FROM operator_days, (VALUES ('pentad'), ('month'), ('quarter')) AS s (span) GROUP BY 1, 2, 3;

-- A few thousand rows: to start workers takes longer than to read them.
ALTER TABLE stage_times SET (parallel_workers = 0);
ALTER TABLE operator_days SET (parallel_workers = 0);
ALTER TABLE operator_spans SET (parallel_workers = 0);
ALTER TABLE flow_days SET (parallel_workers = 0);

CREATE OR REPLACE FUNCTION book_stage(of_stage text, since timestamptz, until timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO stage_times AS s (span, begins, stage, bucket, shard, registrations)
    SELECT span, span_begins(span, civil_day(until)), of_stage, stage_bucket(extract(epoch FROM until - since)),
      pg_backend_pid() % 2, 1
    FROM (VALUES ('day'), ('pentad'), ('month'), ('quarter')) AS spans (span) WHERE since IS NOT NULL
  ON CONFLICT (span, begins, stage, bucket, shard) DO UPDATE SET registrations = s.registrations + 1;
END $$;

CREATE FUNCTION book_work(on_day date, operator uuid, ended integer, corrected integer) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO operator_days AS o (day, operator_id, steps, reviewed, corrections)
    VALUES (on_day, operator, 1, ended, corrected)
  ON CONFLICT (day, operator_id) DO UPDATE SET steps = o.steps + 1, reviewed = o.reviewed + excluded.reviewed,
    corrections = o.corrections + excluded.corrections;
  INSERT INTO operator_spans AS o (span, begins, operator_id, steps, reviewed, corrections)
    SELECT span, span_begins(span, on_day), operator, 1, ended, corrected
    FROM (VALUES ('pentad'), ('month'), ('quarter')) AS spans (span)
  ON CONFLICT (span, begins, operator_id) DO UPDATE SET steps = o.steps + 1,
    reviewed = o.reviewed + excluded.reviewed, corrections = o.corrections + excluded.corrections;
END $$;

CREATE OR REPLACE FUNCTION book_step() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  before record;
  owner uuid;
BEGIN
  PERFORM book_growth(civil_day(NEW.created_at), NEW.from_status, NEW.to_status, 1);
  IF NEW.from_status IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT from_status, created_at INTO before FROM registration_status_history
    WHERE registration_id = NEW.registration_id AND (created_at, id) < (NEW.created_at, NEW.id)
    ORDER BY created_at DESC, id DESC LIMIT 1;
  PERFORM book_stage(CASE WHEN NEW.from_status = 'submitted' AND before.from_status IS NOT NULL THEN 'correction'
    ELSE NEW.from_status END, before.created_at, NEW.created_at);
  IF NEW.to_status = 'certificate_issued' THEN
    PERFORM book_stage('total', min(created_at), NEW.created_at) FROM registration_status_history
      WHERE registration_id = NEW.registration_id AND to_status = 'paid';
  END IF;
  SELECT user_id INTO owner FROM registrations WHERE id = NEW.registration_id;
  -- The owner pays and sends again; nobody of the staff acts on their own.
  IF NEW.changed_by <> owner THEN
    PERFORM book_work(civil_day(NEW.created_at), NEW.changed_by, (NEW.from_status = 'reviewing')::int,
      (NEW.from_status = 'reviewing' AND NEW.to_status = 'submitted')::int);
  END IF;
  RETURN NULL;
END $$;
