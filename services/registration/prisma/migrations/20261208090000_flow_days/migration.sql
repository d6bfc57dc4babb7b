-- What registrations went through, by the civil day: read at the same cost however many there are. Kept as
-- registration_counters are: a writer touches the shard of its own backend. One row has all figures of a day, so that a
-- year is few rows.
CREATE FUNCTION civil_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'America/Sao_Paulo')::date
$$;

CREATE TABLE flow_days (
  -- In America/Sao_Paulo.
  day date NOT NULL,
  shard integer NOT NULL,
  -- Created, first paid and issued on this day.
  created bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  issued bigint NOT NULL DEFAULT 0,
  -- Of those created on this day, how many came so far, whenever that was.
  reached_file bigint NOT NULL DEFAULT 0,
  reached_paid bigint NOT NULL DEFAULT 0,
  reached_review bigint NOT NULL DEFAULT 0,
  reached_government bigint NOT NULL DEFAULT 0,
  reached_completed bigint NOT NULL DEFAULT 0,
  reached_certificate bigint NOT NULL DEFAULT 0,
  -- By how much each status grew on this day.
  grew_submitted bigint NOT NULL DEFAULT 0,
  grew_paid bigint NOT NULL DEFAULT 0,
  grew_reviewing bigint NOT NULL DEFAULT 0,
  grew_government bigint NOT NULL DEFAULT 0,
  grew_completed bigint NOT NULL DEFAULT 0,
  grew_certificate bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (day, shard)
) WITH (fillfactor = 50);

-- How far each registration ever came: 0 created, 1 file sent, 2 paid, 3 review begun, 4 government, 5 completed,
-- 6 certificate. Who came so far has been everywhere before. It goes with its registration, and out of the days too.
CREATE TABLE registration_progress (
  registration_id uuid PRIMARY KEY REFERENCES registrations ON DELETE CASCADE ON UPDATE NO ACTION,
  created_on date NOT NULL,
  furthest integer NOT NULL
);

-- How long a stage took, of what left it on a day or in a month: how many by buckets that grow by a tenth, so that a
-- percentile is right by 5 %. Many buckets: writers seldom meet in one.
CREATE TABLE stage_times (
  span text NOT NULL CHECK (span IN ('day', 'month')),
  begins date NOT NULL,
  -- A status; 'correction' while the client corrects; 'total' from the first payment to the certificate.
  stage text NOT NULL,
  bucket integer NOT NULL,
  shard integer NOT NULL,
  registrations bigint NOT NULL,
  PRIMARY KEY (span, begins, stage, bucket, shard)
) WITH (fillfactor = 50);

-- What each of the staff did on a day: nobody else writes their row.
CREATE TABLE operator_days (
  day date NOT NULL,
  operator_id uuid NOT NULL,
  steps bigint NOT NULL,
  -- Reviews ended, and those of them that asked for corrections.
  reviewed bigint NOT NULL,
  corrections bigint NOT NULL,
  PRIMARY KEY (day, operator_id)
) WITH (fillfactor = 50);

-- How far -------------------------------------------------------------------------------------------------------------

CREATE FUNCTION stage_of(status text, paid_at timestamptz, sha256 text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE status WHEN 'certificate_issued' THEN 6 WHEN 'completed' THEN 5 WHEN 'government_processing' THEN 4
    WHEN 'reviewing' THEN 3 ELSE CASE WHEN paid_at IS NOT NULL THEN 2 WHEN sha256 IS NOT NULL THEN 1 ELSE 0 END
    END)::integer
$$;

CREATE FUNCTION book_progress(on_day date, so_many bigint, before integer, after integer) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO flow_days AS d (day, shard, created, reached_file, reached_paid, reached_review, reached_government,
      reached_completed, reached_certificate)
    VALUES (on_day, pg_backend_pid() % 16, CASE WHEN before < 0 THEN so_many ELSE 0 END,
      CASE WHEN before < 1 AND after >= 1 THEN so_many ELSE 0 END,
      CASE WHEN before < 2 AND after >= 2 THEN so_many ELSE 0 END,
      CASE WHEN before < 3 AND after >= 3 THEN so_many ELSE 0 END,
      CASE WHEN before < 4 AND after >= 4 THEN so_many ELSE 0 END,
      CASE WHEN before < 5 AND after >= 5 THEN so_many ELSE 0 END,
      CASE WHEN before < 6 AND after >= 6 THEN so_many ELSE 0 END)
  ON CONFLICT (day, shard) DO UPDATE SET created = d.created + excluded.created,
    reached_file = d.reached_file + excluded.reached_file, reached_paid = d.reached_paid + excluded.reached_paid,
    reached_review = d.reached_review + excluded.reached_review,
    reached_government = d.reached_government + excluded.reached_government,
    reached_completed = d.reached_completed + excluded.reached_completed,
    reached_certificate = d.reached_certificate + excluded.reached_certificate;
END $$;

CREATE FUNCTION count_progress() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_progress(created_on, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END, -1::integer, furthest)
    FROM changed GROUP BY created_on, furthest ORDER BY created_on, furthest;
  RETURN NULL;
END $$;
CREATE FUNCTION move_progress() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_progress(NEW.created_on, 1, OLD.furthest, NEW.furthest);
  RETURN NULL;
END $$;

-- What is paid is not deleted but by hand, and then goes out of the days.
CREATE FUNCTION book_dates(paid_on date, issued_on date, so_many bigint) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO flow_days AS d (day, shard, paid, issued)
    SELECT day, pg_backend_pid() % 16, sum(paid), sum(issued)
    FROM (VALUES (paid_on, so_many, 0::bigint), (issued_on, 0, so_many)) AS it (day, paid, issued)
    WHERE day IS NOT NULL GROUP BY day ORDER BY day
  ON CONFLICT (day, shard) DO UPDATE SET paid = d.paid + excluded.paid, issued = d.issued + excluded.issued;
END $$;

CREATE FUNCTION begin_progress() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO registration_progress (registration_id, created_on, furthest)
    SELECT id, civil_day(created_at), stage_of(status, payment_paid_at, sha256) FROM changed;
  PERFORM book_dates(civil_day(payment_paid_at), civil_day(certificate_issued_at), count(*))
    FROM changed WHERE payment_paid_at IS NOT NULL
    GROUP BY civil_day(payment_paid_at), civil_day(certificate_issued_at)
    ORDER BY civil_day(payment_paid_at), civil_day(certificate_issued_at);
  RETURN NULL;
END $$;
CREATE FUNCTION follow_progress() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  reached integer := stage_of(NEW.status, NEW.payment_paid_at, NEW.sha256);
BEGIN
  UPDATE registration_progress SET furthest = reached WHERE registration_id = NEW.id AND furthest < reached;
  PERFORM book_dates(CASE WHEN OLD.payment_paid_at IS NULL THEN civil_day(NEW.payment_paid_at) END,
    CASE WHEN OLD.certificate_issued_at IS NULL THEN civil_day(NEW.certificate_issued_at) END, 1);
  RETURN NULL;
END $$;
CREATE FUNCTION end_progress() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_dates(civil_day(OLD.payment_paid_at), civil_day(OLD.certificate_issued_at), -1);
  RETURN NULL;
END $$;

-- Each step ------------------------------------------------------------------------------------------------------------

CREATE FUNCTION stage_bucket(seconds float8) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN seconds < 1 THEN 0 ELSE 1 + floor(ln(seconds) / ln(1.1::float8))::int END
$$;

CREATE FUNCTION book_stage(of_stage text, since timestamptz, until timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO stage_times AS s (span, begins, stage, bucket, shard, registrations)
    SELECT span, date_trunc(span, civil_day(until))::date, of_stage, stage_bucket(extract(epoch FROM until - since)),
      pg_backend_pid() % 2, 1
    FROM (VALUES ('day'), ('month')) AS spans (span) WHERE since IS NOT NULL
  ON CONFLICT (span, begins, stage, bucket, shard) DO UPDATE SET registrations = s.registrations + 1;
END $$;

CREATE FUNCTION book_growth(on_day date, from_status text, to_status text, sign integer) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  left_it text := coalesce(from_status, '');
BEGIN
  INSERT INTO flow_days AS d (day, shard, grew_submitted, grew_paid, grew_reviewing, grew_government, grew_completed,
      grew_certificate)
    VALUES (on_day, pg_backend_pid() % 16,
      sign * ((to_status = 'submitted')::int - (left_it = 'submitted')::int),
      sign * ((to_status = 'paid')::int - (left_it = 'paid')::int),
      sign * ((to_status = 'reviewing')::int - (left_it = 'reviewing')::int),
      sign * ((to_status = 'government_processing')::int - (left_it = 'government_processing')::int),
      sign * ((to_status = 'completed')::int - (left_it = 'completed')::int),
      sign * ((to_status = 'certificate_issued')::int - (left_it = 'certificate_issued')::int))
  ON CONFLICT (day, shard) DO UPDATE SET grew_submitted = d.grew_submitted + excluded.grew_submitted,
    grew_paid = d.grew_paid + excluded.grew_paid, grew_reviewing = d.grew_reviewing + excluded.grew_reviewing,
    grew_government = d.grew_government + excluded.grew_government,
    grew_completed = d.grew_completed + excluded.grew_completed,
    grew_certificate = d.grew_certificate + excluded.grew_certificate;
END $$;

CREATE FUNCTION book_step() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
    INSERT INTO operator_days AS o (day, operator_id, steps, reviewed, corrections)
      VALUES (civil_day(NEW.created_at), NEW.changed_by, 1, (NEW.from_status = 'reviewing')::int,
        (NEW.from_status = 'reviewing' AND NEW.to_status = 'submitted')::int)
    ON CONFLICT (day, operator_id) DO UPDATE SET steps = o.steps + 1, reviewed = o.reviewed + excluded.reviewed,
      corrections = o.corrections + excluded.corrections;
  END IF;
  RETURN NULL;
END $$;

-- Goes with its registration, which is of those that only were submitted: as if it had never been.
CREATE FUNCTION unbook_step() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_growth(civil_day(OLD.created_at), OLD.from_status, OLD.to_status, -1);
  RETURN NULL;
END $$;

CREATE TRIGGER registrations_progress_begun AFTER INSERT ON registrations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION begin_progress();
CREATE TRIGGER registrations_progress_followed AFTER UPDATE ON registrations FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR (OLD.sha256 IS NULL AND NEW.sha256 IS NOT NULL)
    OR (OLD.payment_paid_at IS NULL AND NEW.payment_paid_at IS NOT NULL))
  EXECUTE FUNCTION follow_progress();
CREATE TRIGGER registrations_progress_ended AFTER DELETE ON registrations FOR EACH ROW
  WHEN (OLD.payment_paid_at IS NOT NULL) EXECUTE FUNCTION end_progress();
CREATE TRIGGER registration_status_history_booked AFTER INSERT ON registration_status_history
  FOR EACH ROW EXECUTE FUNCTION book_step();
CREATE TRIGGER registration_status_history_unbooked AFTER DELETE ON registration_status_history
  FOR EACH ROW EXECUTE FUNCTION unbook_step();

-- What there is already; the triggers' locks keep writers away until this commits.
INSERT INTO registration_progress (registration_id, created_on, furthest)
  SELECT r.id, civil_day(r.created_at), greatest(stage_of(r.status, r.payment_paid_at, r.sha256), h.furthest, c.furthest)
  FROM registrations r
    LEFT JOIN (SELECT registration_id, max(stage_of(to_status, created_at, NULL)) AS furthest
      FROM registration_status_history WHERE to_status <> 'submitted' GROUP BY registration_id) h
      ON h.registration_id = r.id
    LEFT JOIN (SELECT DISTINCT registration_id, 1::integer AS furthest FROM file_claims) c ON c.registration_id = r.id;
INSERT INTO flow_days (day, shard, created, reached_file, reached_paid, reached_review, reached_government,
    reached_completed, reached_certificate)
  SELECT created_on, 0, count(*), count(*) FILTER (WHERE furthest >= 1), count(*) FILTER (WHERE furthest >= 2),
    count(*) FILTER (WHERE furthest >= 3), count(*) FILTER (WHERE furthest >= 4), count(*) FILTER (WHERE furthest >= 5),
    count(*) FILTER (WHERE furthest >= 6)
  FROM registration_progress GROUP BY created_on;
INSERT INTO flow_days (day, shard, paid)
  SELECT civil_day(payment_paid_at), 0, count(*) FROM registrations WHERE payment_paid_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET paid = excluded.paid;
INSERT INTO flow_days (day, shard, issued)
  SELECT civil_day(certificate_issued_at), 0, count(*) FROM registrations
  WHERE certificate_issued_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET issued = excluded.issued;
INSERT INTO flow_days (day, shard, grew_submitted, grew_paid, grew_reviewing, grew_government, grew_completed,
    grew_certificate)
  SELECT day, 0, coalesce(sum(n) FILTER (WHERE status = 'submitted'), 0), coalesce(sum(n) FILTER (WHERE status = 'paid'), 0),
    coalesce(sum(n) FILTER (WHERE status = 'reviewing'), 0),
    coalesce(sum(n) FILTER (WHERE status = 'government_processing'), 0),
    coalesce(sum(n) FILTER (WHERE status = 'completed'), 0),
    coalesce(sum(n) FILTER (WHERE status = 'certificate_issued'), 0)
  FROM (SELECT civil_day(created_at) AS day, to_status AS status, count(*) AS n
      FROM registration_status_history GROUP BY 1, 2
    UNION ALL SELECT civil_day(created_at), from_status, -count(*) FROM registration_status_history
      WHERE from_status IS NOT NULL GROUP BY 1, 2) moves
  GROUP BY day
ON CONFLICT (day, shard) DO UPDATE SET grew_submitted = excluded.grew_submitted, grew_paid = excluded.grew_paid,
  grew_reviewing = excluded.grew_reviewing, grew_government = excluded.grew_government,
  grew_completed = excluded.grew_completed, grew_certificate = excluded.grew_certificate;

WITH lines AS (
  SELECT *, lag(created_at) OVER own AS since, lag(from_status) OVER own AS status_before,
    min(created_at) FILTER (WHERE to_status = 'paid') OVER (PARTITION BY registration_id) AS first_paid
  FROM registration_status_history WINDOW own AS (PARTITION BY registration_id ORDER BY created_at, id)),
times AS (
  SELECT civil_day(created_at) AS day, CASE WHEN from_status = 'submitted' AND status_before IS NOT NULL
      THEN 'correction' ELSE from_status END AS stage, extract(epoch FROM created_at - since) AS seconds
  FROM lines WHERE from_status IS NOT NULL AND since IS NOT NULL
  UNION ALL
  SELECT civil_day(created_at), 'total', extract(epoch FROM created_at - first_paid)
  FROM lines WHERE to_status = 'certificate_issued' AND first_paid IS NOT NULL)
INSERT INTO stage_times (span, begins, stage, bucket, shard, registrations)
  SELECT span, date_trunc(span, day)::date, stage, stage_bucket(seconds), 0, count(*)
  FROM times, (VALUES ('day'), ('month')) AS spans (span) GROUP BY 1, 2, 3, 4;
INSERT INTO operator_days (day, operator_id, steps, reviewed, corrections)
  SELECT civil_day(h.created_at), h.changed_by, count(*), count(*) FILTER (WHERE h.from_status = 'reviewing'),
    count(*) FILTER (WHERE h.from_status = 'reviewing' AND h.to_status = 'submitted')
  FROM registration_status_history h JOIN registrations r ON r.id = h.registration_id
  WHERE h.from_status IS NOT NULL AND h.changed_by <> r.user_id GROUP BY 1, 2;

CREATE TRIGGER registration_progress_counted_in AFTER INSERT ON registration_progress
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_progress();
CREATE TRIGGER registration_progress_counted_out AFTER DELETE ON registration_progress
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_progress();
CREATE TRIGGER registration_progress_moved AFTER UPDATE ON registration_progress
  FOR EACH ROW EXECUTE FUNCTION move_progress();
