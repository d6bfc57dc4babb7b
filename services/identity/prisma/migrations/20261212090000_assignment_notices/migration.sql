-- What staff are to be told of the registrations that others gave them or took from them: one row each, until the mail
-- that tells of several together, and for a day beyond, so that no late word is told again.
CREATE TABLE assignment_notices (
  operator_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  registration_id uuid NOT NULL,
  title text NOT NULL,
  -- as far as the operator knows
  was_theirs boolean NOT NULL,
  is_theirs boolean NOT NULL,
  -- the events of the first and of the last word; ids of events sort by the time they were made
  first_event uuid NOT NULL,
  last_event uuid NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (operator_id, registration_id)
);
CREATE INDEX assignment_notices_since_idx ON assignment_notices (since);
CREATE INDEX assignment_notices_due_idx ON assignment_notices (since) WHERE was_theirs <> is_theirs;
