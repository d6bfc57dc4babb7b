-- What staff search in, apart from the row: a change of status leaves the trigram index alone.
CREATE TABLE registration_search (
  registration_id uuid PRIMARY KEY REFERENCES registrations (id) ON DELETE CASCADE,
  -- lower case, one field a line
  searched text NOT NULL,
  hash text
);
CREATE INDEX registration_search_searched_idx ON registration_search USING gin (searched public.gin_trgm_ops);
CREATE INDEX registration_search_hash_idx ON registration_search (hash text_pattern_ops) WHERE hash IS NOT NULL;

CREATE FUNCTION searched_text(r registrations) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT lower(r.title || E'\n' || r.holder_name || E'\n' || r.description || E'\n' ||
    r.applicant_name || E'\n' || r.applicant_email || E'\n' || r.applicant_tax_id)
$$;
CREATE FUNCTION keep_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO registration_search (registration_id, searched, hash)
    VALUES (NEW.id, searched_text(NEW), NEW.sha256)
  ON CONFLICT (registration_id) DO UPDATE SET searched = excluded.searched, hash = excluded.hash;
  RETURN NULL;
END $$;
CREATE TRIGGER registrations_searched AFTER INSERT ON registrations
  FOR EACH ROW EXECUTE FUNCTION keep_searched();
CREATE TRIGGER registrations_searched_anew AFTER UPDATE ON registrations FOR EACH ROW
  WHEN ((OLD.title, OLD.holder_name, OLD.description, OLD.applicant_name, OLD.applicant_email, OLD.applicant_tax_id,
      OLD.sha256)
    IS DISTINCT FROM (NEW.title, NEW.holder_name, NEW.description, NEW.applicant_name, NEW.applicant_email,
      NEW.applicant_tax_id, NEW.sha256))
  EXECUTE FUNCTION keep_searched();
