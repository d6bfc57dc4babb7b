-- When the owner of a file that nobody paid for was last reminded by hand, and by whom.
CREATE TABLE payment_reminders (
  registration_id uuid PRIMARY KEY REFERENCES registrations (id) ON DELETE CASCADE,
  reminded_at timestamptz NOT NULL,
  reminded_by uuid NOT NULL
);
