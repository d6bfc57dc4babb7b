-- From the first payment to the certificate, of those whose certificate was issued on the day, ms all together: with their
-- number beside it the mean is exact, and read from days.
LOCK TABLE registrations IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE flow_days ADD COLUMN processing_ms bigint NOT NULL DEFAULT 0;

CREATE FUNCTION ms_between(since timestamptz, until timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT coalesce(round(extract(epoch FROM until - since) * 1000), 0)::bigint $$;

CREATE FUNCTION book_processing(on_day date, ms bigint) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  INSERT INTO flow_days AS d (day, shard, processing_ms) VALUES (on_day, pg_backend_pid() % 16, ms)
  ON CONFLICT (day, shard) DO UPDATE SET processing_ms = d.processing_ms + excluded.processing_ms
$$;

CREATE OR REPLACE FUNCTION begin_progress() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO registration_progress (registration_id, created_on, furthest)
    SELECT id, civil_day(created_at), stage_of(status, payment_paid_at, sha256) FROM changed;
  PERFORM book_dates(civil_day(payment_paid_at), civil_day(certificate_issued_at), count(*))
    FROM changed WHERE payment_paid_at IS NOT NULL
    GROUP BY civil_day(payment_paid_at), civil_day(certificate_issued_at)
    ORDER BY civil_day(payment_paid_at), civil_day(certificate_issued_at);
  PERFORM book_processing(civil_day(certificate_issued_at),
      sum(ms_between(payment_paid_at, certificate_issued_at))::bigint)
    FROM changed WHERE certificate_issued_at IS NOT NULL
    GROUP BY civil_day(certificate_issued_at) ORDER BY civil_day(certificate_issued_at);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION follow_progress() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  reached integer := stage_of(NEW.status, NEW.payment_paid_at, NEW.sha256);
BEGIN
  UPDATE registration_progress SET furthest = reached WHERE registration_id = NEW.id AND furthest < reached;
  PERFORM book_dates(CASE WHEN OLD.payment_paid_at IS NULL THEN civil_day(NEW.payment_paid_at) END,
    CASE WHEN OLD.certificate_issued_at IS NULL THEN civil_day(NEW.certificate_issued_at) END, 1);
  IF OLD.certificate_issued_at IS NULL AND NEW.certificate_issued_at IS NOT NULL THEN
    PERFORM book_processing(civil_day(NEW.certificate_issued_at),
      ms_between(NEW.payment_paid_at, NEW.certificate_issued_at));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION end_progress() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM book_dates(civil_day(OLD.payment_paid_at), civil_day(OLD.certificate_issued_at), -1);
  IF OLD.certificate_issued_at IS NOT NULL THEN
    PERFORM book_processing(civil_day(OLD.certificate_issued_at),
      -ms_between(OLD.payment_paid_at, OLD.certificate_issued_at));
  END IF;
  RETURN NULL;
END $$;

INSERT INTO flow_days AS d (day, shard, processing_ms)
  SELECT civil_day(certificate_issued_at), 0, sum(ms_between(payment_paid_at, certificate_issued_at))
  FROM registrations WHERE certificate_issued_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET processing_ms = excluded.processing_ms;
