-- Names in the order of Portuguese, whatever the server's locale. A server built without ICU has no such order: there
-- it is that of the code points.
DO $$
BEGIN
  CREATE COLLATION pt_br (provider = icu, locale = 'pt-BR');
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value OR undefined_object THEN
  CREATE COLLATION pt_br FROM pg_catalog."C";
END $$;

-- The orders of store-order.ts; that by role has users_role_newest_idx.
CREATE INDEX users_name_idx ON users (first_name COLLATE pt_br, last_name COLLATE pt_br, id);
CREATE INDEX users_email_order_idx ON users (lower(email) COLLATE "C", id);
