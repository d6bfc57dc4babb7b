-- What was last heard of accounts that changed, and what is still to be done about it.
ALTER TABLE staff_changes RENAME TO account_changes;
ALTER TABLE account_changes RENAME CONSTRAINT staff_changes_pkey TO account_changes_pkey;
ALTER TABLE account_changes
  -- of the account; an older word has no effect
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  -- its open assignments are being taken back
  ADD COLUMN releasing boolean NOT NULL DEFAULT false,
  -- it was deleted then, and what it never paid for is going
  ADD COLUMN erasing_since timestamptz;
CREATE INDEX account_changes_releasing_idx ON account_changes (user_id) WHERE releasing;
CREATE INDEX account_changes_erasing_idx ON account_changes (erasing_since) WHERE erasing_since IS NOT NULL;
