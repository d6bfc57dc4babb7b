-- Beside the first hash of a file; null for what came before there were two.
ALTER TABLE registrations
  ADD COLUMN sha512 text CHECK (sha512 ~ '^[0-9a-f]{128}$'),
  ADD CONSTRAINT registrations_sha512_of_file CHECK (sha512 IS NULL OR sha256 IS NOT NULL);

-- An earlier release, while it still runs beside this one, sets the first hash alone.
CREATE FUNCTION registrations_sha512() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sha256 IS DISTINCT FROM OLD.sha256 AND NEW.sha512 IS NOT DISTINCT FROM OLD.sha512 THEN
    NEW.sha512 := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER registrations_sha512 BEFORE UPDATE OF sha256 ON registrations
  FOR EACH ROW EXECUTE FUNCTION registrations_sha512();
