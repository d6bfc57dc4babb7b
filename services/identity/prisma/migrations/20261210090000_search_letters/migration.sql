-- Letters that no accent makes, kinds of dashes and of apostrophes, and what Unicode has in several forms: typed one way,
-- found in the other. The index holds what the function said, and is made anew.
CREATE OR REPLACE FUNCTION folded(t text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(translate(t, '´`‘’‛′', ''''''''''''''), NFKD), '[\u0300-\u036f]', '', 'g')),
      'łøđðħıŧ‐‑‒–—―−', 'loddhit-------'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
REINDEX INDEX users_folded_idx;
