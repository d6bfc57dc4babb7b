-- The tables kit needs in every service's schema; each service's first migration begins with a copy of this.
CREATE TABLE outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  type text NOT NULL,
  aggregate_id text NOT NULL,
  version integer NOT NULL,
  data jsonb NOT NULL,
  traceparent text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_received_at_idx ON inbox (received_at);
CREATE TABLE idempotency_keys (
  scope text PRIMARY KEY,
  request_hash text NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
