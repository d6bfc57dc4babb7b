-- Runs on through the years; a number that was drawn and not used leaves a gap.
CREATE SEQUENCE certificate_numbers;

-- One certificate per registration, for ever as it was issued.
CREATE TABLE certificates (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL UNIQUE,
  user_id uuid NOT NULL,
  number text NOT NULL UNIQUE CHECK (number ~ '^G2-[0-9]{4}-[0-9]{6,}-[0-9A-F]{4}$'),
  sha256 text NOT NULL,
  pdf bytea NOT NULL,
  facts jsonb NOT NULL,
  issued_at timestamptz NOT NULL,
  CHECK (sha256 = encode(sha256(pdf), 'hex'))
);

CREATE FUNCTION certificates_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'certificate % is final', OLD.number;
END $$;
CREATE TRIGGER certificates_guard BEFORE UPDATE OR DELETE ON certificates
  FOR EACH ROW EXECUTE FUNCTION certificates_guard();
