-- One operator's work by how long it waits for the staff, longest first, and behind it what does not wait: a column of the
-- assignment and an index, so that a page is walked however much somebody ever had. The larger, the longer it waits; 0
-- where it does not. The statuses are those of domain/narrowing.ts.
CREATE FUNCTION urgency_of(status text, since timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status IN ('paid', 'reviewing', 'government_processing', 'completed')
    THEN 100000000000000 - floor(extract(epoch FROM since) * 1000)::bigint ELSE 0 END
$$;
ALTER TABLE registration_assignments ADD COLUMN urgency bigint NOT NULL DEFAULT 0;

-- Under the registration's lock, as its own changes are: one of the two sees the other.
CREATE FUNCTION begin_urgency() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  SELECT urgency_of(status, status_updated_at) INTO NEW.urgency FROM registrations
    WHERE id = NEW.registration_id FOR SHARE;
  NEW.urgency := coalesce(NEW.urgency, 0);
  RETURN NEW;
END $$;
CREATE TRIGGER registration_assignments_urgency BEFORE INSERT ON registration_assignments
  FOR EACH ROW EXECUTE FUNCTION begin_urgency();

CREATE FUNCTION follow_urgency() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE registration_assignments SET urgency = urgency_of(NEW.status, NEW.status_updated_at)
    WHERE registration_id = NEW.id AND urgency <> urgency_of(NEW.status, NEW.status_updated_at);
  RETURN NULL;
END $$;
CREATE TRIGGER registrations_urgency_followed AFTER UPDATE OF status, status_updated_at ON registrations FOR EACH ROW
  WHEN ((OLD.status, OLD.status_updated_at) IS DISTINCT FROM (NEW.status, NEW.status_updated_at))
  EXECUTE FUNCTION follow_urgency();

-- What waits is few beside what is done.
UPDATE registration_assignments a SET urgency = urgency_of(r.status, r.status_updated_at) FROM registrations r
  WHERE r.id = a.registration_id AND r.status IN ('paid', 'reviewing', 'government_processing', 'completed');
CREATE INDEX registration_assignments_urgency_idx ON registration_assignments (operator_id, urgency, registration_id);
