-- Beside the first; null for what came before there were two.
ALTER TABLE objects ADD COLUMN sha512 text CHECK (sha512 ~ '^[0-9a-f]{128}$');
