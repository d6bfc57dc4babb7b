-- When the staff were last told by mail of what an owner wrote.
ALTER TABLE registration_threads ADD COLUMN staff_mailed_at timestamptz;

-- What the staff have not read yet: few, however many threads there are.
CREATE INDEX registration_threads_unread_idx ON registration_threads (registration_id) WHERE staff_read < by_client;
