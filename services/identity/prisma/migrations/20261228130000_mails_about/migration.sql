-- Mails to some with names or words of others: they go when the account of those does.
ALTER TABLE outgoing_emails ADD COLUMN about_users uuid[] NOT NULL DEFAULT '{}';
CREATE INDEX outgoing_emails_about_idx ON outgoing_emails USING gin (about_users) WHERE about_users <> '{}';
ALTER TABLE assignment_notices ADD COLUMN user_id uuid;
CREATE INDEX assignment_notices_user_id_idx ON assignment_notices (user_id);
