-- Which of the staff has which registration open now. Worth nothing a minute later: it is not logged, and empty after a
-- crash.
CREATE UNLOGGED TABLE registration_viewers (
  registration_id uuid NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  since timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (registration_id, user_id)
);
