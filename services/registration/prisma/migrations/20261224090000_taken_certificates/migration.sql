-- When its owner first took a certificate: from then on it is no longer shown as waiting to be downloaded.
CREATE TABLE taken_certificates (
  registration_id uuid PRIMARY KEY REFERENCES registrations (id) ON DELETE CASCADE,
  taken_at timestamptz NOT NULL
);
