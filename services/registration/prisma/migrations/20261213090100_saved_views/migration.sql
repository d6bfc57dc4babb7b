-- Views of the queue that one of the staff keeps under a name: filters, search and order, as the list's address says them.
CREATE TABLE queue_views (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- what one of its owner's other views may not be called
  name_folded text NOT NULL,
  query text NOT NULL CHECK (char_length(query) <= 500),
  created_at timestamptz NOT NULL,
  CONSTRAINT queue_views_name_key UNIQUE (user_id, name_folded)
);
