-- An upload may come in several requests: how far it came, and what it must come to.
ALTER TABLE uploads
  ADD COLUMN size bigint CHECK (size > 0),
  ADD COLUMN declared_sha256 text CHECK (declared_sha256 ~ '^[0-9a-f]{64}$'),
  ADD COLUMN "offset" bigint NOT NULL DEFAULT 0 CHECK ("offset" >= 0 AND "offset" <= size),
  ADD COLUMN parts jsonb,
  ADD COLUMN tail bytea,
  ADD COLUMN writer uuid,
  ADD COLUMN refusal text;
