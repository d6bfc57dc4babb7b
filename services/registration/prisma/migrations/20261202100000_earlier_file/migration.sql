-- The file a request for changes was about, kept beside the one that came for it until the review is over. Its hash claims
-- nothing.
ALTER TABLE "registrations"
    ADD COLUMN "earlier_sha256" TEXT,
    ADD COLUMN "earlier_file_name" TEXT,
    ADD COLUMN "earlier_file_size" BIGINT,
    ADD COLUMN "earlier_file_storage_path" TEXT,
    ADD COLUMN "earlier_file_attached_at" TIMESTAMPTZ,
    ADD CONSTRAINT "registrations_earlier_file_whole" CHECK (
        num_nulls("earlier_sha256", "earlier_file_name", "earlier_file_size", "earlier_file_storage_path", "earlier_file_attached_at") IN (0, 5)),
    ADD CONSTRAINT "registrations_earlier_file_of_file" CHECK ("earlier_sha256" IS NULL OR "sha256" IS NOT NULL);

-- storage-hashing asks who has an object before it removes it.
CREATE INDEX "registrations_earlier_object_key_idx" ON "registrations" ("earlier_file_storage_path");
