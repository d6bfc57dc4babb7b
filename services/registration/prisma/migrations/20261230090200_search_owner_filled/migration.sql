-- Every row changes. The indexes are built once afterwards, which takes a fraction of entering a million rows one by one;
-- meanwhile searches and new registrations wait.
SET LOCAL maintenance_work_mem = '256MB';
DROP INDEX registration_search_searched_idx, registration_search_hash_idx, registration_search_email_idx,
  registration_search_tax_id_idx;
UPDATE registration_search s SET user_id = r.user_id, registered_at = r.created_at
  FROM registrations r WHERE r.id = s.registration_id;
ALTER TABLE registration_search ALTER user_id SET NOT NULL, ALTER registered_at SET NOT NULL;

-- One index for all texts and for those of one owner: GIN reads only the columns that are asked for. The array makes the
-- id a key of GIN without another extension.
CREATE INDEX registration_search_searched_idx ON registration_search
  USING gin ((ARRAY[user_id]), searched public.gin_trgm_ops);
-- A word of many rows is soon found among the newest.
CREATE INDEX registration_search_registered_idx ON registration_search (registered_at DESC, registration_id DESC);
CREATE INDEX registration_search_hash_idx ON registration_search (hash text_pattern_ops) WHERE hash IS NOT NULL;
CREATE INDEX registration_search_email_idx ON registration_search ((split_part(searched, E'\n', -3)));
CREATE INDEX registration_search_tax_id_idx ON registration_search ((split_part(searched, E'\n', -1)));
