-- Browsers are remembered beside networks: an account in use from neither is told of a sign-in.
ALTER TABLE known_addresses
  ADD COLUMN kind text NOT NULL DEFAULT 'address' CHECK (kind IN ('address', 'device'));
