-- Up to where each consumer has compared what was published with what it handled.
CREATE TABLE consumer_positions (
  consumer text PRIMARY KEY,
  published_us bigint NOT NULL,
  seq bigint NOT NULL
);
-- Events that were published and did not arrive; and those that were given up, which are not tried again by themselves.
CREATE TABLE missed_events (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now(),
  given_up boolean NOT NULL DEFAULT false,
  PRIMARY KEY (consumer, event_id)
);
