-- The last mail to somebody whose account is gone belongs to no account: it is sent, and goes soon after.
ALTER TABLE outgoing_emails ALTER COLUMN user_id DROP NOT NULL;
CREATE INDEX outgoing_emails_last_idx ON outgoing_emails (created_at) WHERE user_id IS NULL;
