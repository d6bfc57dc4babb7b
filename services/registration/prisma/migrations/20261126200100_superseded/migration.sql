-- An upload begun later takes the place of those before it: what of them is still on its way is refused at its commit.
ALTER TABLE upload_tickets ADD COLUMN IF NOT EXISTS superseded_at timestamptz;
CREATE INDEX IF NOT EXISTS upload_tickets_registration_open_idx ON upload_tickets (registration_id) WHERE state = 'open';
