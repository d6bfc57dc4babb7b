-- The government step: what staff note of it, who wrote what, and its papers.
CREATE TABLE government_steps (
  registration_id uuid PRIMARY KEY REFERENCES registrations (id) ON DELETE CASCADE,
  version int NOT NULL,
  data jsonb NOT NULL,
  -- letters and digits of the protocol alone
  protocol_folded text,
  updated_by uuid NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX government_steps_protocol_idx ON government_steps (protocol_folded);

CREATE TABLE government_changes (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  fields jsonb NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX government_changes_registration_idx ON government_changes (registration_id, changed_at, id);

-- At most 20 of 3 MiB each; no list reads their bytes.
CREATE TABLE government_files (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  kind text NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL,
  size int NOT NULL CHECK (size BETWEEN 1 AND 3145728),
  sha256 text NOT NULL,
  content bytea NOT NULL,
  added_by uuid NOT NULL,
  added_at timestamptz NOT NULL,
  CONSTRAINT government_files_kind CHECK (kind IN ('attachment', 'certificate'))
);
-- The same bytes again are no other paper; also how those of a registration are found.
CREATE UNIQUE INDEX government_files_once ON government_files (registration_id, sha256);
