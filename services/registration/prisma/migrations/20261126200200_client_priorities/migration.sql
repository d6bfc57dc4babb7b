-- Whether details, file or holders changed since corrections were asked. Of what waits already nobody knows: false asks.
ALTER TABLE registrations ADD COLUMN IF NOT EXISTS changed_since_correction boolean NOT NULL DEFAULT false;

-- What waits for its owner, most urgent first: corrections, payment, certificate, file; then what waits for nobody.
-- The same expression as in store-order.ts, or the planner does not know it.
CREATE INDEX IF NOT EXISTS registrations_priority_idx ON registrations (user_id, (CASE
  WHEN status = 'certificate_issued' THEN 3 WHEN status <> 'submitted' THEN 5
  WHEN payment_paid_at IS NOT NULL THEN 1 WHEN sha256 IS NOT NULL THEN 2 ELSE 4 END),
  status_updated_at DESC, id DESC);
