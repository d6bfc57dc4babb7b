-- The same file may be deposited twice, by its owner anew or by somebody else: each deposit has stamps of its own.
CREATE UNIQUE INDEX "stamps_registration_id_hash_authority_url_key" ON "stamps" ("registration_id", "hash", "authority_url");
ALTER TABLE "stamps" DROP CONSTRAINT "stamps_hash_authority_url_key";
