-- A number now ends in a check character; those of before stay as they are printed.
ALTER TABLE certificates DROP CONSTRAINT certificates_number_check;
ALTER TABLE certificates ADD CONSTRAINT certificates_number_check
  CHECK (number ~ '^G2-[0-9]{4}-[0-9]{6,}-[0-9A-F]{4}(-[0-9A-Z])?$');
