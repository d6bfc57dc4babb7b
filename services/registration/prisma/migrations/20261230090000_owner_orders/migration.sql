-- Each order of one owner's list, also of an owner with many thousands. The columns beside the keys spare the rows.
CREATE INDEX registrations_owner_status_idx ON registrations (user_id, status, created_at DESC, id DESC)
  INCLUDE (closed_at);
CREATE INDEX registrations_owner_updated_idx ON registrations (user_id, status_updated_at, id)
  INCLUDE (status, closed_at);
CREATE INDEX registrations_owner_title_idx ON registrations (user_id, title COLLATE pt_br, id)
  INCLUDE (status, closed_at);
-- The same expression as in store/sort-keys.ts, or the planner does not know it.
CREATE INDEX registrations_owner_place_idx ON registrations (user_id, (array_position(ARRAY[
  'submitted', 'paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'], status)), id)
  INCLUDE (status, closed_at);
CREATE INDEX registrations_owner_paid_idx ON registrations (user_id, created_at DESC, id DESC)
  WHERE payment_paid_at IS NOT NULL;

-- The same expression as in store/sort-keys.ts. With all columns of the expression the index alone answers; a file has
-- both its hash and the time it was attached, of which the time is the shorter.
DROP INDEX registrations_owner_priority_idx;
CREATE INDEX registrations_owner_priority_idx ON registrations (user_id, (CASE WHEN closed_at IS NOT NULL THEN 5
  WHEN status = 'certificate_issued' THEN 3 WHEN status <> 'submitted' THEN 5
  WHEN payment_paid_at IS NOT NULL THEN 1 WHEN file_attached_at IS NOT NULL THEN 2 ELSE 4 END),
  status_updated_at DESC, id DESC) INCLUDE (closed_at, status, payment_paid_at, file_attached_at);
