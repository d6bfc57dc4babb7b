-- When a session was opened bounds it, however much it is used; when it was last used says which goes first.
ALTER TABLE sessions
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
-- Until now every use put the end off by seven days.
UPDATE sessions SET
  created_at = coalesce((sess ->> 'createdAt')::timestamptz, expire - interval '7 days'),
  used_at = expire - interval '7 days';
-- An account's sessions, the last used first.
CREATE INDEX sessions_user_id_used_at_idx ON sessions (user_id, used_at DESC);
DROP INDEX sessions_user_id_idx;
