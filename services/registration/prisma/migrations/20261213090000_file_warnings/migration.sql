-- What the look into a registration's present file warns of, one row a warning, and one of the code 'any' beside them:
-- what staff narrow their lists by. Apart from the registration's row, whose reads know nothing of it; with the dates that
-- the lists are ordered by, so that a page of any code is walked in order however few have it.
CREATE TABLE file_warnings (
  registration_id uuid NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  code text NOT NULL,
  registered_at timestamptz NOT NULL,
  status_updated_at timestamptz NOT NULL,
  PRIMARY KEY (registration_id, code)
);

CREATE FUNCTION warnings_in(found jsonb) RETURNS SETOF text LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  WITH told AS (SELECT code #>> '{}' AS code FROM jsonb_path_query(found, '$.contents.warnings[*]') AS it (code))
  SELECT code FROM told UNION SELECT 'any' FROM told
$$;

CREATE FUNCTION warn_of(registration uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM file_warnings WHERE registration_id = registration;
  INSERT INTO file_warnings (registration_id, code, registered_at, status_updated_at)
    SELECT r.id, code, r.created_at, r.status_updated_at
    FROM registrations r JOIN file_contents c ON c.object_key = r.file_storage_path, warnings_in(c.found) AS code
    WHERE r.id = registration;
END $$;

-- Another file, or none.
CREATE FUNCTION warn_of_file() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM warn_of(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER registrations_file_warned AFTER UPDATE OF file_storage_path ON registrations FOR EACH ROW
  WHEN (OLD.file_storage_path IS DISTINCT FROM NEW.file_storage_path) EXECUTE FUNCTION warn_of_file();

-- What is known of a file before it is attached is found when it is; under the registration's lock one of the two sees
-- the other.
CREATE FUNCTION warn_of_contents() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM 1 FROM registrations WHERE id = NEW.registration_id FOR NO KEY UPDATE;
  PERFORM warn_of(NEW.registration_id);
  RETURN NULL;
END $$;
CREATE TRIGGER file_contents_warned AFTER INSERT ON file_contents
  FOR EACH ROW EXECUTE FUNCTION warn_of_contents();

CREATE FUNCTION move_warnings() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE file_warnings SET status_updated_at = NEW.status_updated_at WHERE registration_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER registrations_warnings_moved AFTER UPDATE OF status_updated_at ON registrations FOR EACH ROW
  WHEN (OLD.status_updated_at IS DISTINCT FROM NEW.status_updated_at) EXECUTE FUNCTION move_warnings();

INSERT INTO file_warnings (registration_id, code, registered_at, status_updated_at)
  SELECT r.id, code, r.created_at, r.status_updated_at
  FROM registrations r JOIN file_contents c ON c.object_key = r.file_storage_path, warnings_in(c.found) AS code;
CREATE INDEX file_warnings_registered_idx ON file_warnings (code, registered_at DESC, registration_id DESC);
CREATE INDEX file_warnings_updated_idx ON file_warnings (code, status_updated_at, registration_id);
ANALYZE file_warnings;
