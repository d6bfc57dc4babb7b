-- One row per role made every sign-up wait for the one before it. A writer now touches the shard of its own backend;
-- shards may be negative, their sum is the count. Rows of a statement are taken in the order of their roles, so that
-- two writers cannot wait for each other.
ALTER TABLE user_counts DROP CONSTRAINT user_counts_pkey, DROP CONSTRAINT user_counts_total_check;
ALTER TABLE user_counts ADD COLUMN shard integer NOT NULL DEFAULT 0;
ALTER TABLE user_counts ADD PRIMARY KEY (role, shard);

CREATE OR REPLACE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.role = NEW.role THEN RETURN NULL; END IF;
  INSERT INTO user_counts AS c (role, shard, total)
    SELECT role, pg_backend_pid() % 16, sum(delta)
    FROM (SELECT OLD.role AS role, -1 AS delta WHERE TG_OP <> 'INSERT'
          UNION ALL SELECT NEW.role, 1 WHERE TG_OP <> 'DELETE') AS changed
    GROUP BY role ORDER BY role
  ON CONFLICT (role, shard) DO UPDATE SET total = c.total + excluded.total;
  RETURN NULL;
END $$;
