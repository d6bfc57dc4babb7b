-- No writes meanwhile: a change would be counted twice, or not at all.
LOCK TABLE registrations, registration_status_history, file_claims, file_contents, uncounted_steps IN SHARE MODE;

-- What staff search in.
INSERT INTO registration_search AS s (registration_id, searched, hash, user_id, registered_at)
  SELECT r.id, searched_text(r), r.sha256, r.user_id, r.created_at FROM registrations r
ON CONFLICT (registration_id) DO UPDATE SET searched = excluded.searched, hash = excluded.hash,
    user_id = excluded.user_id, registered_at = excluded.registered_at
  WHERE (s.searched, s.hash, s.user_id, s.registered_at)
    IS DISTINCT FROM (excluded.searched, excluded.hash, excluded.user_id, excluded.registered_at);

-- What files warn of.
DELETE FROM file_warnings;
INSERT INTO file_warnings (registration_id, code, registered_at, status_updated_at)
  SELECT r.id, code, r.created_at, r.status_updated_at
  FROM registrations r JOIN file_contents c ON c.object_key = r.file_storage_path, warnings_in(c.found) AS code;

-- Urgency of assigned cases.
UPDATE registration_assignments a SET urgency = urgency_of(open_status(r.status, r.closed_at), r.status_updated_at)
  FROM registrations r WHERE r.id = a.registration_id
    AND a.urgency <> urgency_of(open_status(r.status, r.closed_at), r.status_updated_at);

-- Counters by status.
DELETE FROM registration_counters;
INSERT INTO registration_counters (kind, shard, value)
  SELECT open_status(status, closed_at), 0, count(*) FROM registrations GROUP BY 1
  UNION ALL SELECT 'ever_paid', 0, count(*) FROM registrations WHERE payment_paid_at IS NOT NULL;

-- Unpaid files.
DELETE FROM unpaid_files;
INSERT INTO unpaid_files (shard, files, cents)
  SELECT 0, count(*), coalesce(sum(payment_amount), 0) FROM registrations WHERE is_unpaid(sha256, payment_paid_at);

-- How far each came. Its own triggers would count this into the days, which are written whole below.
DELETE FROM registration_progress;
INSERT INTO registration_progress (registration_id, created_on, furthest)
  SELECT r.id, civil_day(r.created_at), greatest(stage_of(r.status, r.payment_paid_at, r.sha256), h.furthest, c.furthest)
  FROM registrations r
    LEFT JOIN (SELECT registration_id, max(stage_of(to_status, created_at, NULL)) AS furthest
      FROM registration_status_history WHERE to_status <> 'submitted' GROUP BY registration_id) h
      ON h.registration_id = r.id
    LEFT JOIN (SELECT DISTINCT registration_id, 1 AS furthest FROM file_claims) c ON c.registration_id = r.id;

-- The days.
DELETE FROM flow_days;
INSERT INTO flow_days (day, shard, created, reached_file, reached_paid, reached_review, reached_government,
    reached_completed, reached_certificate)
  SELECT created_on, 0, count(*), count(*) FILTER (WHERE furthest >= 1), count(*) FILTER (WHERE furthest >= 2),
    count(*) FILTER (WHERE furthest >= 3), count(*) FILTER (WHERE furthest >= 4), count(*) FILTER (WHERE furthest >= 5),
    count(*) FILTER (WHERE furthest >= 6)
  FROM registration_progress GROUP BY created_on;
INSERT INTO flow_days (day, shard, paid)
  SELECT civil_day(payment_paid_at), 0, count(*) FROM registrations WHERE payment_paid_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET paid = excluded.paid;
INSERT INTO flow_days (day, shard, issued, processing_ms)
  SELECT civil_day(certificate_issued_at), 0, count(*), sum(ms_between(payment_paid_at, certificate_issued_at))
  FROM registrations WHERE certificate_issued_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET issued = excluded.issued, processing_ms = excluded.processing_ms;
INSERT INTO flow_days (day, shard, grew_submitted, grew_paid, grew_reviewing, grew_government, grew_completed,
    grew_certificate)
  SELECT day, 0, coalesce(sum(n) FILTER (WHERE status = 'submitted'), 0),
    coalesce(sum(n) FILTER (WHERE status = 'paid'), 0), coalesce(sum(n) FILTER (WHERE status = 'reviewing'), 0),
    coalesce(sum(n) FILTER (WHERE status = 'government_processing'), 0),
    coalesce(sum(n) FILTER (WHERE status = 'completed'), 0),
    coalesce(sum(n) FILTER (WHERE status = 'certificate_issued'), 0)
  FROM (SELECT civil_day(created_at) AS day, to_status AS status, count(*) AS n
      FROM registration_status_history GROUP BY 1, 2
    UNION ALL SELECT civil_day(created_at), from_status, -count(*) FROM registration_status_history
      WHERE from_status IS NOT NULL GROUP BY 1, 2
    UNION ALL SELECT closed_on(closed_at, status_updated_at), status, -count(*) FROM registrations
      WHERE closed_at IS NOT NULL GROUP BY 1, 2) moves
  GROUP BY day
ON CONFLICT (day, shard) DO UPDATE SET grew_submitted = excluded.grew_submitted, grew_paid = excluded.grew_paid,
  grew_reviewing = excluded.grew_reviewing, grew_government = excluded.grew_government,
  grew_completed = excluded.grew_completed, grew_certificate = excluded.grew_certificate;

-- The two figures below are written whole, with the steps that wait to be counted.
DELETE FROM uncounted_steps;

-- How long stages took.
DELETE FROM stage_times;
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
  SELECT span, span_begins(span, day), stage, stage_bucket(seconds), 0, count(*)
  FROM times, (VALUES ('day'), ('pentad'), ('month'), ('quarter')) AS spans (span) GROUP BY 1, 2, 3, 4;

-- What each of the staff did.
DELETE FROM operator_days;
INSERT INTO operator_days (day, operator_id, steps, reviewed, corrections)
  SELECT civil_day(h.created_at), h.changed_by, count(*), count(*) FILTER (WHERE h.from_status = 'reviewing'),
    count(*) FILTER (WHERE h.from_status = 'reviewing' AND h.to_status = 'submitted')
  FROM registration_status_history h JOIN registrations r ON r.id = h.registration_id
  WHERE h.from_status IS NOT NULL AND h.changed_by <> r.user_id GROUP BY 1, 2;
DELETE FROM operator_spans;
INSERT INTO operator_spans (span, begins, operator_id, steps, reviewed, corrections)
  SELECT span, span_begins(span, day), operator_id, sum(steps), sum(reviewed), sum(corrections)
  FROM operator_days, (VALUES ('pentad'), ('month'), ('quarter')) AS spans (span) GROUP BY 1, 2, 3;
