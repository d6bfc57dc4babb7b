-- Profile pictures, re-encoded and kept here: pages load them from our own origin alone.
CREATE TABLE IF NOT EXISTS avatars (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Where the identity provider says it is.
  source_url text NOT NULL,
  -- WebP of 128 × 128; null until it could be had.
  image bytea CHECK (octet_length(image) <= 65536),
  -- Of the image; part of its address.
  version text CHECK ((version IS NULL) = (image IS NULL)),
  attempts integer NOT NULL DEFAULT 0,
  fetched_at timestamptz,
  -- When it is to be fetched; null: not now.
  next_at timestamptz
);
CREATE INDEX IF NOT EXISTS avatars_next_at_idx ON avatars (next_at) WHERE next_at IS NOT NULL;

-- Addresses of other sites, kept until now, which no page could show.
INSERT INTO avatars (user_id, source_url, next_at)
  SELECT id, profile_image_url, now() FROM users WHERE profile_image_url LIKE 'https://%'
  ON CONFLICT DO NOTHING;
UPDATE users SET profile_image_url = NULL WHERE profile_image_url LIKE 'https://%';
