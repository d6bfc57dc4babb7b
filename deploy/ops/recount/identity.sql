-- No writes meanwhile.
LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM user_counts;
INSERT INTO user_counts (role, shard, total)
  SELECT role, 0, (SELECT count(*) FROM users u WHERE u.role = r.role)
  FROM unnest(ARRAY['admin', 'client', 'operator']) AS r (role);
-- What is searched.
UPDATE users SET searched = folded(first_name || ' ' || last_name || ' ' || email)
  WHERE searched IS DISTINCT FROM folded(first_name || ' ' || last_name || ' ' || email);
