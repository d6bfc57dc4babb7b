-- What a registration's owner and the staff write to each other about it.
CREATE TABLE registration_messages (
  id uuid PRIMARY KEY,
  registration_id uuid NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number BETWEEN 1 AND 500),
  author_id uuid NOT NULL,
  author_side text NOT NULL CHECK (author_side IN ('client', 'staff')),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL,
  CONSTRAINT registration_messages_number_key UNIQUE (registration_id, number)
);

-- One row a thread, so that lists need count nothing. What a side has read are the first so many of the other's.
CREATE TABLE registration_threads (
  registration_id uuid PRIMARY KEY REFERENCES registrations (id) ON DELETE CASCADE,
  by_client integer NOT NULL DEFAULT 0,
  by_staff integer NOT NULL DEFAULT 0,
  client_read integer NOT NULL DEFAULT 0 CHECK (client_read BETWEEN 0 AND by_staff),
  staff_read integer NOT NULL DEFAULT 0 CHECK (staff_read BETWEEN 0 AND by_client),
  client_read_at timestamptz,
  staff_read_at timestamptz,
  mailed_at timestamptz
);
