-- How many registrations have a file and no payment, and what they would bring in, cents: kept as they change, as
-- registration_counters are.
CREATE TABLE unpaid_files (
  shard integer PRIMARY KEY,
  files bigint NOT NULL,
  cents bigint NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION book_unpaid(so_many bigint, amount bigint) RETURNS void
LANGUAGE sql SET search_path FROM CURRENT AS $$
  INSERT INTO unpaid_files AS u (shard, files, cents) VALUES (pg_backend_pid() % 16, so_many, amount)
  ON CONFLICT (shard) DO UPDATE SET files = u.files + excluded.files, cents = u.cents + excluded.cents
$$;

CREATE FUNCTION is_unpaid(sha256 text, paid_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256 IS NOT NULL AND paid_at IS NULL
$$;

CREATE FUNCTION count_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM book_unpaid(sign * count(*), (sign * sum(payment_amount))::bigint)
    FROM changed WHERE is_unpaid(sha256, payment_paid_at) HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE FUNCTION recount_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  was integer := is_unpaid(OLD.sha256, OLD.payment_paid_at)::int;
  is_now integer := is_unpaid(NEW.sha256, NEW.payment_paid_at)::int;
BEGIN
  PERFORM book_unpaid(is_now - was, (is_now * NEW.payment_amount - was * OLD.payment_amount)::bigint);
  RETURN NULL;
END $$;

CREATE TRIGGER registrations_unpaid_in AFTER INSERT ON registrations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_unpaid();
CREATE TRIGGER registrations_unpaid_out AFTER DELETE ON registrations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_unpaid();
CREATE TRIGGER registrations_unpaid_moved AFTER UPDATE ON registrations FOR EACH ROW
  WHEN ((OLD.sha256 IS NULL, OLD.payment_paid_at IS NULL, OLD.payment_amount)
    IS DISTINCT FROM (NEW.sha256 IS NULL, NEW.payment_paid_at IS NULL, NEW.payment_amount))
  EXECUTE FUNCTION recount_unpaid();

-- What there is already; the triggers' locks keep writers away until this commits.
INSERT INTO unpaid_files (shard, files, cents)
  SELECT 0, count(*), coalesce(sum(payment_amount), 0) FROM registrations
  WHERE payment_paid_at IS NULL AND sha256 IS NOT NULL;
