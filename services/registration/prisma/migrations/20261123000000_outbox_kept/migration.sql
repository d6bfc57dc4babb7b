-- What was published stays for a week, so that it can be published again when NATS has lost it.
ALTER TABLE outbox ADD COLUMN published_at timestamptz;
-- The relay's own, however many rows are kept; and the clean-up's.
CREATE INDEX outbox_unpublished_idx ON outbox (seq) WHERE published_at IS NULL;
CREATE INDEX outbox_published_at_idx ON outbox (published_at) WHERE published_at IS NOT NULL;
