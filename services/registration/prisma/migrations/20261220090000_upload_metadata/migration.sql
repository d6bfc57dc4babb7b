-- Whoever asks about an upload in parts is told what its sender said of it when it began.
ALTER TABLE upload_tickets ADD COLUMN metadata text;
