-- A case whose payment was returned in full, or lost in a dispute, is closed. The status stays what it was.
ALTER TABLE registrations
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_reason text CHECK (closed_reason IN ('refunded', 'dispute_lost')),
  -- Cents that went back.
  ADD COLUMN closed_amount bigint,
  ADD CONSTRAINT registrations_closed_whole CHECK (num_nulls(closed_at, closed_reason, closed_amount) IN (0, 3));

-- What payment-credit says of a payment, whether or not it has paid a registration yet.
ALTER TABLE payment_flags
  ADD COLUMN closed_reason text CHECK (closed_reason IN ('refunded', 'dispute_lost')),
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_amount bigint;

-- The status a registration is counted and queued by.
CREATE FUNCTION open_status(status text, closed_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN closed_at IS NULL THEN status ELSE 'closed' END
$$;

CREATE OR REPLACE FUNCTION count_registrations() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO registration_counters AS c (kind, shard, value)
    SELECT kind, pg_backend_pid() % 16, sign * count(*)
    FROM (SELECT open_status(status, closed_at) AS kind FROM changed
          UNION ALL SELECT 'ever_paid' FROM changed WHERE payment_paid_at IS NOT NULL) AS k
    GROUP BY kind ORDER BY kind
  ON CONFLICT (kind, shard) DO UPDATE SET value = c.value + excluded.value;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION recount_registration() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO registration_counters AS c (kind, shard, value)
    SELECT kind, pg_backend_pid() % 16, sum(delta)
    FROM (VALUES (open_status(OLD.status, OLD.closed_at), -1), (open_status(NEW.status, NEW.closed_at), 1),
                 ('ever_paid', (NEW.payment_paid_at IS NOT NULL)::int - (OLD.payment_paid_at IS NOT NULL)::int)
         ) AS k (kind, delta)
    GROUP BY kind HAVING sum(delta) <> 0 ORDER BY kind
  ON CONFLICT (kind, shard) DO UPDATE SET value = c.value + excluded.value;
  RETURN NULL;
END $$;
DROP TRIGGER registrations_recounted ON registrations;
CREATE TRIGGER registrations_recounted AFTER UPDATE ON registrations FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status
    OR (OLD.closed_at IS NULL) IS DISTINCT FROM (NEW.closed_at IS NULL)
    OR (OLD.payment_paid_at IS NULL) IS DISTINCT FROM (NEW.payment_paid_at IS NULL))
  EXECUTE FUNCTION recount_registration();

-- A closed case waits for nobody of the staff.
CREATE OR REPLACE FUNCTION begin_urgency() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  SELECT urgency_of(open_status(status, closed_at), status_updated_at) INTO NEW.urgency FROM registrations
    WHERE id = NEW.registration_id FOR SHARE;
  NEW.urgency := coalesce(NEW.urgency, 0);
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION follow_urgency() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  urgent bigint := urgency_of(open_status(NEW.status, NEW.closed_at), NEW.status_updated_at);
BEGIN
  UPDATE registration_assignments SET urgency = urgent WHERE registration_id = NEW.id AND urgency <> urgent;
  RETURN NULL;
END $$;
DROP TRIGGER registrations_urgency_followed ON registrations;
CREATE TRIGGER registrations_urgency_followed AFTER UPDATE OF status, status_updated_at, closed_at ON registrations
  FOR EACH ROW
  WHEN ((OLD.status, OLD.status_updated_at, OLD.closed_at) IS DISTINCT FROM (NEW.status, NEW.status_updated_at, NEW.closed_at))
  EXECUTE FUNCTION follow_urgency();

-- The lists of the queue leave closed cases out: the column beside the key spares the rows.
CREATE INDEX registrations_status_created_idx ON registrations (status, created_at DESC, id DESC) INCLUDE (closed_at);
CREATE INDEX registrations_status_since_idx ON registrations (status, status_updated_at, id) INCLUDE (closed_at);
CREATE INDEX registrations_status_place_idx ON registrations ((array_position(ARRAY[
  'submitted', 'paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'], status)), id)
  INCLUDE (status, closed_at);
DROP INDEX registrations_status_idx, registrations_status_queue_idx, registrations_status_order_idx;

-- The same conditions as in store-views.ts, or the planner does not know them.
CREATE INDEX registrations_open_waiting_idx ON registrations (status_updated_at, id) INCLUDE (status)
  WHERE status IN ('paid', 'reviewing', 'government_processing', 'completed') AND closed_at IS NULL;
CREATE INDEX registrations_open_resubmitted_idx ON registrations (status_updated_at, id)
  WHERE status = 'paid' AND payment_paid_at < status_updated_at AND closed_at IS NULL;
CREATE INDEX registrations_open_awaiting_client_idx ON registrations (status_updated_at, id)
  WHERE status = 'submitted' AND payment_paid_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX registrations_closed_idx ON registrations (status_updated_at, id) WHERE closed_at IS NOT NULL;
DROP INDEX registrations_waiting_idx, registrations_resubmitted_idx, registrations_awaiting_client_idx;

-- The same expression as in store-order.ts, or the planner does not know it.
CREATE INDEX registrations_owner_priority_idx ON registrations (user_id, (CASE WHEN closed_at IS NOT NULL THEN 5
  WHEN status = 'certificate_issued' THEN 3 WHEN status <> 'submitted' THEN 5
  WHEN payment_paid_at IS NOT NULL THEN 1 WHEN sha256 IS NOT NULL THEN 2 ELSE 4 END),
  status_updated_at DESC, id DESC);
DROP INDEX registrations_priority_idx;

-- The queue of a day, counted back from now, has a closed case no longer from the day on that it was closed, or took its
-- last step. One that goes on after all was never out of it.
CREATE FUNCTION closed_on(closed_at timestamptz, status_updated_at timestamptz) RETURNS date
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$ SELECT civil_day(greatest(closed_at, status_updated_at)) $$;
CREATE FUNCTION book_closing() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.closed_at IS NOT NULL THEN
    PERFORM book_growth(closed_on(OLD.closed_at, OLD.status_updated_at), NULL, OLD.status, 1);
  END IF;
  IF NEW.closed_at IS NOT NULL THEN
    PERFORM book_growth(closed_on(NEW.closed_at, NEW.status_updated_at), NULL, NEW.status, -1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER registrations_closing_booked AFTER UPDATE OF closed_at ON registrations FOR EACH ROW
  WHEN (OLD.closed_at IS DISTINCT FROM NEW.closed_at) EXECUTE FUNCTION book_closing();
