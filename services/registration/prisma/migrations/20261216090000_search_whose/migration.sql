-- A whole e-mail address or tax id is looked up. Every address there is shares most of its trigrams with all the others:
-- of a million, they cost more than anything else that is searched for. The lines of searched_text from its end, which
-- no other field can be: the e-mail, the tax id as it was written, the tax id without its punctuation.
CREATE INDEX IF NOT EXISTS registration_search_email_idx ON registration_search ((split_part(searched, E'\n', -3)));
CREATE INDEX IF NOT EXISTS registration_search_tax_id_idx ON registration_search ((split_part(searched, E'\n', -1)));
ANALYZE registration_search;
