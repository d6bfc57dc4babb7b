-- A mail's link may also let its owner sign in from a new place, while wrong passwords keep others waiting.
ALTER TABLE mail_tokens
  DROP CONSTRAINT mail_tokens_purpose_check,
  ADD CONSTRAINT mail_tokens_purpose_check CHECK (purpose IN ('reset', 'verify', 'change', 'undo', 'enter'));

-- E-mails whose owner is to have such a link: whether there is such an account, the loop finds out.
CREATE TABLE sign_in_requests (
  -- Lower-cased.
  email text PRIMARY KEY CHECK (email = lower(email) AND length(email) <= 1000),
  asked_at timestamptz NOT NULL
);
CREATE INDEX sign_in_requests_asked_at_idx ON sign_in_requests (asked_at);
