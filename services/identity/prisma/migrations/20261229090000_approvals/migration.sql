-- Acts that an admin asked for and another one must approve: the gateway's route with its parts, and the call that they make.
CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  -- Operation id of the route.
  operation text NOT NULL CHECK (length(operation) <= 100),
  rpc text NOT NULL CHECK (length(rpc) <= 200),
  -- SHA-256 of the call's request, hexadecimal.
  request_hash text NOT NULL CHECK (request_hash ~ '^[0-9a-f]{64}$'),
  -- JSON objects, as the gateway gave them.
  params text NOT NULL CHECK (length(params) <= 10000),
  body text NOT NULL CHECK (length(body) <= 100000),
  -- One that is open or approved ends by itself at expires_at; one that is approved is not finished yet.
  state text NOT NULL CHECK (state IN ('open', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
  requested_by uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_by uuid REFERENCES users (id) ON DELETE SET NULL,
  decided_at timestamptz,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 2000),
  failure text NOT NULL DEFAULT '',
  CHECK ((state = 'open') = (decided_at IS NULL))
);
CREATE INDEX approvals_requested_at_id_idx ON approvals (requested_at, id);
CREATE INDEX approvals_requested_by_idx ON approvals (requested_by);
CREATE INDEX approvals_decided_by_idx ON approvals (decided_by);
CREATE INDEX approvals_expires_at_idx ON approvals (expires_at);
