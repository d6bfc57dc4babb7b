-- Registrations that follow one another as versions of one program. A first has no root but itself, and says none.
ALTER TABLE registrations
  ADD COLUMN previous_id uuid REFERENCES registrations (id) ON UPDATE NO ACTION ON DELETE NO ACTION,
  ADD COLUMN root_id uuid REFERENCES registrations (id) ON UPDATE NO ACTION ON DELETE NO ACTION,
  ADD COLUMN version_number integer NOT NULL DEFAULT 1,
  ADD COLUMN what_is_new text,
  ADD COLUMN certificate_revoked_at timestamptz,
  ADD CONSTRAINT registrations_version_whole CHECK (
    num_nulls(previous_id, root_id, what_is_new) IN (0, 3) AND (previous_id IS NULL) = (version_number = 1)),
  ADD CONSTRAINT registrations_version_follows CHECK (version_number >= 1 AND previous_id <> id AND root_id <> id);

-- One follows, and no more; and of a chain each number is there once.
CREATE UNIQUE INDEX registrations_previous_key ON registrations (previous_id) WHERE previous_id IS NOT NULL;
CREATE UNIQUE INDEX registrations_chain_key ON registrations (root_id, version_number) WHERE root_id IS NOT NULL;
