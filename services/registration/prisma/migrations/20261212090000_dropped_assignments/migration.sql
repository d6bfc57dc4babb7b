-- What was taken from whoever was staff no longer, so that it can be given back: until it is, until the registration is
-- done, or for 180 days. Without a foreign key: to take 100,000 back touches no row of registrations.
CREATE TABLE dropped_assignments (
  operator_id uuid NOT NULL,
  registration_id uuid NOT NULL,
  dropped_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, registration_id)
);
CREATE INDEX dropped_assignments_newest_idx
  ON dropped_assignments (operator_id, dropped_at DESC, registration_id DESC);
CREATE INDEX dropped_assignments_registration_idx ON dropped_assignments (registration_id);
CREATE INDEX dropped_assignments_dropped_at_idx ON dropped_assignments (dropped_at);
