-- Staff find a certificate by its number, also without the last four characters.
CREATE INDEX certificates_number_idx ON certificates (number text_pattern_ops);
