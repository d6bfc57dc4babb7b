-- Addresses that go when their time is over: found without walking what lost them before.
CREATE INDEX audit_addresses_idx ON audit (at) WHERE address IS NOT NULL;
