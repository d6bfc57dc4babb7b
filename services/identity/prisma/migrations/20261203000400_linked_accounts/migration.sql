-- Accounts at external identity providers that sign in to one of ours.
CREATE TABLE linked_accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Which of the configured ones it is, by its id; who it is there, by issuer and subject.
  provider text NOT NULL CHECK (provider ~ '^[a-z][a-z0-9-]{0,30}$'),
  issuer text NOT NULL CHECK (length(issuer) <= 2048),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  -- As the provider last told it; null of those from before this table, until they are used.
  email text CHECK (length(email) <= 255),
  linked_at timestamptz NOT NULL,
  last_used_at timestamptz,
  UNIQUE (issuer, subject),
  UNIQUE (user_id, provider)
);

-- There was one provider, whose id is "oidc" from now on. When an account was linked is not known: since it was made at most.
INSERT INTO linked_accounts (id, user_id, provider, issuer, subject, linked_at)
SELECT gen_random_uuid(), id, 'oidc', oidc_issuer, oidc_subject, created_at
FROM users WHERE oidc_issuer IS NOT NULL;
ALTER TABLE users DROP COLUMN oidc_issuer, DROP COLUMN oidc_subject;
