-- What was there before the triggers; what they wrote meanwhile is newer.
INSERT INTO registration_search (registration_id, searched, hash)
  SELECT r.id, searched_text(r), r.sha256 FROM registrations r
ON CONFLICT (registration_id) DO NOTHING;
ANALYZE registration_search;
DROP INDEX registrations_search_idx;
DROP INDEX registrations_sha256_prefix_idx;
