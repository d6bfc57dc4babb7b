-- Names and titles in the order of Portuguese, whatever the server's locale. A server built without ICU has no such
-- order: there it is that of the code points.
DO $$
BEGIN
  CREATE COLLATION pt_br (provider = icu, locale = 'pt-BR');
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value OR undefined_object THEN
  CREATE COLLATION pt_br FROM pg_catalog."C";
END $$;

-- The orders of store-order.ts, key by key.
CREATE INDEX registrations_status_updated_idx ON registrations (status_updated_at, id);
CREATE INDEX registrations_title_idx ON registrations (title COLLATE pt_br, id);
CREATE INDEX registrations_applicant_idx ON registrations (applicant_name COLLATE pt_br, id);
-- The same expression as in store-order.ts, or the planner does not know it; the column beside it spares the rows.
CREATE INDEX registrations_status_order_idx ON registrations ((array_position(ARRAY[
  'submitted', 'paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'], status)), id)
  INCLUDE (status);
-- The queue of one status by its last change, however old its rows are among all.
CREATE INDEX registrations_status_queue_idx ON registrations (status, status_updated_at, id);
