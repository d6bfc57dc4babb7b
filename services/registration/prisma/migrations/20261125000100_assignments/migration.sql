-- Who works on a registration is no part of its row: taking 100,000 assignments back touches none of its indexes.
CREATE TABLE registration_assignments (
  registration_id uuid PRIMARY KEY REFERENCES registrations (id) ON DELETE CASCADE,
  operator_id uuid NOT NULL,
  -- when the registration was made: an operator's list in that order is this table's index
  registered_at timestamptz NOT NULL,
  -- work still to be done; false once the certificate is issued, when the name alone stays
  is_open boolean NOT NULL
);
LOCK TABLE registrations IN ACCESS EXCLUSIVE MODE;
INSERT INTO registration_assignments (registration_id, operator_id, registered_at, is_open)
  SELECT id, assigned_operator_id, created_at, status <> 'certificate_issued' FROM registrations
  WHERE assigned_operator_id IS NOT NULL;
CREATE INDEX registration_assignments_operator_idx
  ON registration_assignments (operator_id, registered_at DESC, registration_id DESC);
CREATE INDEX registration_assignments_open_idx ON registration_assignments (operator_id, registration_id)
  WHERE is_open;
-- Its index goes with it.
ALTER TABLE registrations DROP COLUMN assigned_operator_id;
