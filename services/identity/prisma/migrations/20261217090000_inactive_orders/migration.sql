-- Whoever may not sign in is found in each order of the list by an index of its own: where these few share a name or
-- stand at one end, an index of everybody would be walked through for a page of them.
CREATE INDEX users_inactive_name_idx ON users (first_name COLLATE pt_br, last_name COLLATE pt_br, id) WHERE NOT is_active;
CREATE INDEX users_inactive_email_idx ON users (lower(email) COLLATE "C", id) WHERE NOT is_active;
