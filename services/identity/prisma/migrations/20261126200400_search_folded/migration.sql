-- A text without accents and in lower case: names and what is typed are compared as this.
CREATE FUNCTION folded(t text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(t, NFD), '[\u0300-\u036f]', '', 'g'))
$$;
CREATE INDEX users_folded_idx ON users
  USING gin (folded(first_name || ' ' || last_name || ' ' || email) public.gin_trgm_ops);
DROP INDEX users_search_idx;
ANALYZE users;
