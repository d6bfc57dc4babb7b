-- One file may go with a mail; its bytes are kept no longer than the mail waits.
ALTER TABLE outgoing_emails ADD COLUMN attachment_name text, ADD COLUMN attachment bytea;
ALTER TABLE outgoing_emails ADD CONSTRAINT outgoing_emails_attachment_named
  CHECK (attachment IS NULL OR attachment_name IS NOT NULL);
