-- Whoever wrote a contact with an account writes on in it; who looks after it; what of the answers has not been seen.
ALTER TABLE contact_answers ADD COLUMN from_staff boolean NOT NULL DEFAULT true;
ALTER TABLE contacts
  ADD COLUMN is_answered boolean NOT NULL DEFAULT false,
  ADD COLUMN is_unread boolean NOT NULL DEFAULT false,
  ADD COLUMN assignee_id uuid;
UPDATE contacts SET
  is_answered = EXISTS (SELECT FROM contact_answers a WHERE a.number = contacts.number),
  searched = folded(number || ' ' || name || ' ' || email || ' ' || subject || ' ' || message || ' ' ||
    coalesce((SELECT string_agg(a.text, ' ' ORDER BY a.created_at, a.id) FROM contact_answers a WHERE a.number = contacts.number), ''));
CREATE INDEX contacts_waiting_idx ON contacts (created_at, number) WHERE is_open AND NOT is_answered;
CREATE INDEX contacts_answered_idx ON contacts (created_at, number) WHERE is_open AND is_answered;
CREATE INDEX contacts_closed_idx ON contacts (closed_at DESC, number DESC) WHERE NOT is_open;
CREATE INDEX contacts_assignee_idx ON contacts (assignee_id, is_open DESC, created_at, number) WHERE assignee_id IS NOT NULL;
CREATE INDEX contacts_unread_idx ON contacts (user_id) WHERE is_unread;
