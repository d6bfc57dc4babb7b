-- Letters that no accent makes, kinds of dashes and of apostrophes, and what Unicode has in several forms: typed one way,
-- found in the other. What is written from now on is kept so; the next migration sees to what was there.
CREATE OR REPLACE FUNCTION folded(t text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(translate(t, '´`‘’‛′', ''''''''''''''), NFKD), '[\u0300-\u036f]', '', 'g')),
      'łøđðħıŧ‐‑‒–—―−', 'loddhit-------'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
