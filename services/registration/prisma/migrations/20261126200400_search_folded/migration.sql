-- A text without accents and in lower case: what is stored and what is typed are compared as this.
CREATE FUNCTION folded(t text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(t, NFD), '[\u0300-\u036f]', '', 'g'))
$$;
-- The tax id twice: as it was written, and without its punctuation.
CREATE OR REPLACE FUNCTION searched_text(r registrations) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT folded(r.title || E'\n' || r.holder_name || E'\n' || r.description || E'\n' ||
    r.applicant_name || E'\n' || r.applicant_email || E'\n' || r.applicant_tax_id || E'\n' ||
    regexp_replace(r.applicant_tax_id, '[^0-9A-Za-z]', '', 'g'))
$$;
