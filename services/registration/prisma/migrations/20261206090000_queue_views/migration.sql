-- The views of the staff's queue, oldest first. The same conditions as in store-views.ts, or the planner does not know
-- them. What waits for the staff is few beside what is done; what is late is at its front.
CREATE INDEX IF NOT EXISTS registrations_waiting_idx ON registrations (status_updated_at, id) INCLUDE (status)
  WHERE status IN ('paid', 'reviewing', 'government_processing', 'completed');
CREATE INDEX IF NOT EXISTS registrations_resubmitted_idx ON registrations (status_updated_at, id)
  WHERE status = 'paid' AND payment_paid_at < status_updated_at;
CREATE INDEX IF NOT EXISTS registrations_awaiting_client_idx ON registrations (status_updated_at, id)
  WHERE status = 'submitted' AND payment_paid_at IS NOT NULL;
-- Of a jurisdiction, newest first, however few they are among all.
CREATE INDEX IF NOT EXISTS registrations_jurisdiction_idx ON registrations (jurisdiction, created_at DESC, id DESC);
