-- Whose text it is, and since when: a search finds the matches of one owner, or the newest ones, without the registrations.
ALTER TABLE registration_search ADD COLUMN user_id uuid, ADD COLUMN registered_at timestamptz;

CREATE OR REPLACE FUNCTION keep_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO registration_search (registration_id, searched, hash, user_id, registered_at)
    VALUES (NEW.id, searched_text(NEW), NEW.sha256, NEW.user_id, NEW.created_at)
  ON CONFLICT (registration_id) DO UPDATE SET searched = excluded.searched, hash = excluded.hash;
  RETURN NULL;
END $$;

-- What owners search: title, holder name and description, which are all lines but the last four (searched_text).
CREATE FUNCTION own_part(searched text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT left(searched, -(4 + length(split_part(searched, E'\n', -1)) + length(split_part(searched, E'\n', -2))
    + length(split_part(searched, E'\n', -3)) + length(split_part(searched, E'\n', -4))))
$$;
