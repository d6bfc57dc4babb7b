-- Objects that an event let go of: registration is asked before anything happens to them, and until then they are as
-- they were. A replica takes a row by moving due_at.
CREATE TABLE removals (
  key text PRIMARY KEY,
  -- How often it was let go of: what was said while registration was being asked is not lost.
  said integer NOT NULL DEFAULT 1 CHECK (said > 0),
  due_at timestamptz NOT NULL,
  -- Times in a row that asking or removing failed.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0)
);
CREATE INDEX removals_due_at_idx ON removals (due_at);

-- Of what was let go under the old rule registration may say that it holds it: it goes back.
CREATE OR REPLACE FUNCTION objects_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN
    (('stored', 'attached'), ('stored', 'releasing'), ('attached', 'releasing'), ('releasing', 'attached'),
     ('releasing', 'released'))
  THEN
    RAISE EXCEPTION 'object % cannot go from % to %', OLD.key, OLD.state, NEW.state;
  END IF;
  IF (OLD.key, OLD.sha256, OLD.size) IS DISTINCT FROM (NEW.key, NEW.sha256, NEW.size) THEN
    RAISE EXCEPTION 'object % is immutable', OLD.key;
  END IF;
  RETURN NEW;
END $$;
