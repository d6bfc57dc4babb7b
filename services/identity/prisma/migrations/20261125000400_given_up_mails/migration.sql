-- The clean-up's, beside that of the sent ones.
CREATE INDEX outgoing_emails_given_up_idx ON outgoing_emails (given_up_at) WHERE given_up_at IS NOT NULL;
