-- The few who may not sign in, among all: by the day they came, and by their role. The other orders of the list are walked,
-- or these few are sorted.
CREATE INDEX users_inactive_newest_idx ON users (created_at DESC, id DESC) WHERE NOT is_active;
CREATE INDEX users_inactive_role_idx ON users (role, created_at DESC, id DESC) WHERE NOT is_active;
