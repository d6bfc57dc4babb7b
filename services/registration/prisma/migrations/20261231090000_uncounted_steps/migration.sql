-- Status changes that the sums of stage times and of the staff's work do not contain yet. count_steps() adds them in
-- batches, so that the transaction of a status change writes one row here instead of eight sums.
CREATE TABLE uncounted_steps (history_id uuid PRIMARY KEY);
-- Rows live for seconds: without frequent vacuums the table grows with the dead ones.
ALTER TABLE uncounted_steps SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);

CREATE OR REPLACE FUNCTION book_step() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_growth(civil_day(NEW.created_at), NEW.from_status, NEW.to_status, 1);
  IF NEW.from_status IS NOT NULL THEN
    INSERT INTO uncounted_steps (history_id) VALUES (NEW.id);
  END IF;
  RETURN NULL;
END $$;

-- Adds up to `at_most` uncounted steps to stage_times, operator_days and operator_spans. Returns their number.
CREATE FUNCTION count_steps(at_most integer) RETURNS bigint LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  counted bigint;
BEGIN
  -- One at a time: two would lock the sums in different orders.
  PERFORM pg_advisory_xact_lock(hashtextextended('registration.count_steps', 0));
  WITH taken AS (
    DELETE FROM uncounted_steps
      WHERE history_id = ANY (ARRAY(SELECT history_id FROM uncounted_steps LIMIT at_most)) RETURNING history_id),
  steps AS MATERIALIZED (
    SELECT h.registration_id, h.from_status, h.to_status, h.changed_by, h.created_at, r.user_id,
      civil_day(h.created_at) AS day, previous.from_status AS previous_from, previous.created_at AS since
    FROM taken JOIN registration_status_history h ON h.id = taken.history_id
      JOIN registrations r ON r.id = h.registration_id
      LEFT JOIN LATERAL (SELECT p.from_status, p.created_at FROM registration_status_history p
        WHERE p.registration_id = h.registration_id AND (p.created_at, p.id) < (h.created_at, h.id)
        ORDER BY p.created_at DESC, p.id DESC LIMIT 1) previous ON true),
  times AS (
    SELECT day, CASE WHEN from_status = 'submitted' AND previous_from IS NOT NULL THEN 'correction'
      ELSE from_status END AS stage, created_at - since AS took FROM steps
    UNION ALL
    SELECT day, 'total', created_at - (SELECT min(p.created_at) FROM registration_status_history p
      WHERE p.registration_id = steps.registration_id AND p.to_status = 'paid')
    FROM steps WHERE to_status = 'certificate_issued'),
  stages AS (
    INSERT INTO stage_times AS s (span, begins, stage, bucket, shard, registrations)
      SELECT span, span_begins(span, day), stage, stage_bucket(extract(epoch FROM took)), 0, count(*)
      FROM times, (VALUES ('day'), ('pentad'), ('month'), ('quarter')) AS spans (span)
      WHERE took IS NOT NULL GROUP BY 1, 2, 3, 4
    ON CONFLICT (span, begins, stage, bucket, shard)
      DO UPDATE SET registrations = s.registrations + excluded.registrations),
  -- The owner pays and sends again; staff never act on their own registrations.
  work AS MATERIALIZED (
    SELECT day, changed_by AS operator_id, count(*) AS steps, count(*) FILTER (WHERE from_status = 'reviewing') AS reviewed,
      count(*) FILTER (WHERE from_status = 'reviewing' AND to_status = 'submitted') AS corrections
    FROM steps WHERE changed_by <> user_id GROUP BY 1, 2),
  days AS (
    INSERT INTO operator_days AS o (day, operator_id, steps, reviewed, corrections)
      SELECT day, operator_id, steps, reviewed, corrections FROM work
    ON CONFLICT (day, operator_id) DO UPDATE SET steps = o.steps + excluded.steps,
      reviewed = o.reviewed + excluded.reviewed, corrections = o.corrections + excluded.corrections),
  spans AS (
    INSERT INTO operator_spans AS o (span, begins, operator_id, steps, reviewed, corrections)
      SELECT span, span_begins(span, day), operator_id, sum(steps), sum(reviewed), sum(corrections)
      FROM work, (VALUES ('pentad'), ('month'), ('quarter')) AS spans (span) GROUP BY 1, 2, 3
    ON CONFLICT (span, begins, operator_id) DO UPDATE SET steps = o.steps + excluded.steps,
      reviewed = o.reviewed + excluded.reviewed, corrections = o.corrections + excluded.corrections)
  SELECT count(*) INTO counted FROM taken;
  RETURN counted;
END $$;

DROP FUNCTION book_stage(text, timestamptz, timestamptz), book_work(date, uuid, integer, integer);

-- Books dates only where one was set: most status changes set none.
CREATE OR REPLACE FUNCTION follow_progress() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  reached integer := stage_of(NEW.status, NEW.payment_paid_at, NEW.sha256);
  paid_on date := CASE WHEN OLD.payment_paid_at IS NULL THEN civil_day(NEW.payment_paid_at) END;
  issued_on date := CASE WHEN OLD.certificate_issued_at IS NULL THEN civil_day(NEW.certificate_issued_at) END;
BEGIN
  UPDATE registration_progress SET furthest = reached WHERE registration_id = NEW.id AND furthest < reached;
  IF paid_on IS NOT NULL OR issued_on IS NOT NULL THEN
    PERFORM book_dates(paid_on, issued_on, 1);
  END IF;
  IF issued_on IS NOT NULL THEN
    PERFORM book_processing(issued_on, ms_between(NEW.payment_paid_at, NEW.certificate_issued_at));
  END IF;
  RETURN NULL;
END $$;
