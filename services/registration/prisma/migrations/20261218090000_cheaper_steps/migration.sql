-- By the calendar alone: of a date `date_trunc` asks what the session's time zone is, and a function that says it does not
-- is called anew for each row instead of being put in its place.
CREATE OR REPLACE FUNCTION span_begins(span text, day date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE span
    WHEN 'pentad' THEN date_trunc('month', day::timestamp)::date + 5 * least(5, (extract(day FROM day)::int - 1) / 5)
    ELSE date_trunc(span, day::timestamp)::date END
$$;

-- Told once, for the same reason.
CREATE OR REPLACE FUNCTION follow_urgency() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  urgent bigint := urgency_of(NEW.status, NEW.status_updated_at);
BEGIN
  UPDATE registration_assignments SET urgency = urgent WHERE registration_id = NEW.id AND urgency <> urgent;
  RETURN NULL;
END $$;
