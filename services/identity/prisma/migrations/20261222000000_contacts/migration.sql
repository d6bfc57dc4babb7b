-- What people write to the staff ('atendimentos'), and what they are answered. It goes with the account that wrote it.
CREATE TABLE contact_years (
  year integer PRIMARY KEY,
  last integer NOT NULL
);
CREATE TABLE contacts (
  number text PRIMARY KEY,
  -- null of somebody who was not signed in
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  registration_id uuid,
  is_open boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by uuid,
  -- number, name and e-mail as they are compared
  searched text NOT NULL,
  CHECK (is_open = (closed_at IS NULL))
);
CREATE INDEX contacts_order_idx ON contacts (is_open DESC, created_at, number);
CREATE INDEX contacts_user_idx ON contacts (user_id, created_at DESC, number DESC) WHERE user_id IS NOT NULL;
CREATE INDEX contacts_changed_idx ON contacts (changed_at);
CREATE INDEX contacts_searched_idx ON contacts USING gin (searched public.gin_trgm_ops);
CREATE TABLE contact_answers (
  id uuid PRIMARY KEY,
  number text NOT NULL REFERENCES contacts (number) ON DELETE CASCADE,
  author_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX contact_answers_number_idx ON contact_answers (number, created_at, id);
