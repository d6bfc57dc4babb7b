-- Few owners have many rows, and few words many matches: with the default, the planner knows of a hundred.
ALTER TABLE registrations ALTER user_id SET STATISTICS 500;
ALTER TABLE registration_search ALTER searched SET STATISTICS 500;

-- By default a table of a million rows is analyzed after 100,000 changes, and its new pages are marked as visible, which
-- scans of an index alone need, after 200,000 new rows.
ALTER TABLE registrations SET (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE registration_search SET (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE registration_assignments SET (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.02);
ANALYZE registrations, registration_search, registration_assignments;
